"""The web application: routes put together, who is asking, forms, pages, limits."""
