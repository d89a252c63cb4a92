"""Where this machine keeps its chromium, and how it is started to look at pages: quietly and alone."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",  # containers run as root, where its sandbox refuses to start
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def executable() -> str | None:
    """The browser's path; HADARA_BROWSER names another one."""
    return os.environ.get("HADARA_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
