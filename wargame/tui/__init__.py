"""The table.

Textual reads how many frames a second it may draw as it is imported, 60 where nobody says; a key that takes a second
frame, to lay the screen out, then waits up to 17 ms for it. Four times as many make it 4. Only what has changed is drawn.
"""

import os
from typing import Final

FPS: Final = 240

os.environ.setdefault("TEXTUAL_FPS", str(FPS))
