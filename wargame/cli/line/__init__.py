"""Line mode: the whole game as plain text, for screen readers and scripts."""
