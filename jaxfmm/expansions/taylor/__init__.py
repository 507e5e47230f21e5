"""Taylor expansions of any radial kernel that is smooth away from zero, in one to three
dimensions."""
