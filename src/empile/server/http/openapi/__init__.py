"""The OpenAPI document, as JSON and as a page."""
