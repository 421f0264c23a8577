"""Views, SVG and board set-up of Block Ness."""
