"""Questions of Normandy: orders of movement, declarations, what is dealt out."""
