"""Functions with the names and arguments of other packages."""
