"""Views, SVG and board set-up of Blox."""
