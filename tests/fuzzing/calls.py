"""First calls: rows of the table of `first_calls`, at random."""

import first_calls


def calls(rng, setting):
    row = first_calls.draw(1, rng)[0]
    row = row._replace(points=min(row.points, setting.most))
    yield str(row)
    first_calls.check(row, rng)
    yield "right"
