"""End-to-end runs of the real agent CLIs, with hookctl as their hook, against a model on loopback.

`__main__` is the command. `programs` is the table of CLIs, `native` their configuration, `packages`
what npm installs. `scenes` says what runs together, `cases` are the cases of the two long scenes,
`checks` what must come of each. `run` is one run, `fake_model` the model, `dialects` its APIs,
`isolate` the way into a network without an outside.
"""
