"""How a plan is made: a method is chosen, its capacities fit its points, and its error is measured
where none is known."""
