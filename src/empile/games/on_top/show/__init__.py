"""Views, SVG and board set-up of On Top."""
