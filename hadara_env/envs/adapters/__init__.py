"""Thin adapters to other libraries; each module needs its library and is imported only when asked for."""


def not_installed(library: str, extra: str) -> str:
    """The sentence for somebody who has not installed what an adapter adapts to."""
    return (
        f"{library} is not installed: it comes with the extra {extra!r}, in a checkout by "
        f"pip install -c constraints.txt -e '.[{extra}]'."
    )
