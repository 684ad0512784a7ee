"""A drawing as a bitmap, by a rasteriser that is an extra."""

from __future__ import annotations

from wargame.content.errors import DataError


def png(svg: str) -> bytes:
    """The drawing as PNG at its own size; raises DataError where the extra is not installed.

    Nothing is fetched: the drawing holds no links, and fonts are those of this system.
    """
    try:
        import resvg_py  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise DataError(
            "",
            "",
            f"A bitmap needs more than is installed ({error.name} is missing): "
            "`pipx install 'wargame[pictures]'`, or `pip install 'wargame[pictures]'`; "
            "--svg needs nothing",
        ) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
