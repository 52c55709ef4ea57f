// The module's contents arrive with the commits that follow.
