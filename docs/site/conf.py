"""How Sphinx makes the site of docs/: `make site` copies the pages, fills the reference in and runs this."""

import os

project = "Adjudge"
author = "the Adjudge authors"
version = release = os.environ.get("ADJUDGE_SITE_VERSION", "")
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
exclude_patterns = ["site", "deploy/*.md"]
nitpicky = True
suppress_warnings = ["misc.highlighting_failure"]  # examples may hold what no lexer knows, such as … for "and so on"
html_theme = "furo"
html_title = f"Adjudge {version}"
html_static_path = ["static"]
html_js_files = ["versions.js"]
html_css_files = ["site.css"]
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "versions.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_theme_options = {"navigation_with_keys": True}
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
