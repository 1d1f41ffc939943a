"""End-to-end runs of the real agent CLIs, with hookctl as their hook, against a model on loopback.

`__main__` is the command, `programs` the table of CLIs, `cases` the table of cases, `run` one run,
`fake_model` the model, `isolate` the way into a network of its own, `packages` what npm installs.
"""
