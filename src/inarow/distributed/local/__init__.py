"""Processes of this machine, as an executor for a distributed proof."""
