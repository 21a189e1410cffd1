"""`inarow explain`: a certificate, position by position."""
