"""Programs: the command line, the page in a browser, the engine for Gomoku managers."""
