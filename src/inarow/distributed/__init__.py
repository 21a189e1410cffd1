"""Proofs cut into independent questions, which any executor answers."""
