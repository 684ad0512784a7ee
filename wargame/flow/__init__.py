"""The kernel: questions, scripts, frames, sessions, replay.  It knows no game's rules."""
