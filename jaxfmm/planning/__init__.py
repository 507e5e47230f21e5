"""How a plan is made: a method is chosen, its room is measured, and its error where none is
known."""
