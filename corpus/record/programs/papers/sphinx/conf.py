project = "Tollbooth"
author = "Tomas Brandt"
copyright = "2026, Tomas Brandt"
release = "3.2"
html_theme = "alabaster"
html_last_updated_fmt = None


def setup(app):
    app.add_object_type("confval", "confval", objname="setting", indextemplate="pair: %s; setting")
