"""Standing orders: routine work ordered once, carried out by the seat of the kernel (EF-AU)."""
