"""Text for people."""


def visible(text: str) -> str:
    """Text whose control characters are spelled out, so that no id can steer a terminal."""
    return "".join(
        sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in text
    )
