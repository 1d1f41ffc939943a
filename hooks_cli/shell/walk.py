"""Walk the tree of a command and record what runs, what is written and what stays unknown."""

from __future__ import annotations

import re

from hooks_cli.shell.budget import Exceeded
from hooks_cli.shell.expand import Arg, Scope, expand, value_of
from hooks_cli.shell.grammar import parse
from hooks_cli.shell.model import Kind, Read, Redirect, Run, Stdin, Via, Word, Write
from hooks_cli.shell.table import ENV_CODE, HARMLESS_VALUES, NODE_HARMLESS
from hooks_cli.shell.tree import Compound, Function, Pipe, Sequence, Simple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hooks_cli.shell import tree
    from hooks_cli.shell.budget import Budget
    from hooks_cli.shell.dialect import Dialect

    Examine = Callable[["Walker", int, list[Arg], "Context"], None]

_HIDDEN = re.compile(r"\[[^\]]*(?:\$\(|`)")
_NAMES = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_INPUTS = {"<", "<<", "<<-", "<<<", "<>", "<&"}
_OUTPUTS = {">": False, ">>": True, ">|": False, "&>": False, "&>>": True, "<>": True}
_ZSH_ONLY_NAMES = {"noglob", "nocorrect", "repeat"}
_MAX_KINDS = 200


class Context:
    """Where in the nesting a command stands."""

    __slots__ = ("certain", "dialect", "extglob", "scope", "stdin", "template", "via")

    def __init__(self, dialect: Dialect, scope: Scope) -> None:
        """Start at the outside."""
        self.dialect = dialect
        self.scope = scope
        self.via: tuple[Via, ...] = ()
        self.stdin = Stdin()
        self.certain = True
        self.extglob = False
        self.template = False

    def copy(self, *, apart: bool = False, maybe: bool = False, via: Via | None = None) -> Context:
        """Return the context of something inside: in a subshell, under a condition, nested."""
        inner = Context(self.dialect, Scope(self.scope) if apart else self.scope)
        inner.via = (*self.via, via) if via else self.via
        inner.stdin = self.stdin
        inner.certain = (self.certain or apart) and not maybe
        inner.extglob = self.extglob
        inner.template = self.template
        return inner


class Walker:
    """Collects the answer; one walker for a command and all that is nested in it."""

    def __init__(self, budget: Budget, examine: Examine) -> None:
        """Take the budget, and what looks at each run for commands inside it."""
        self.budget = budget
        self.examine = examine
        self.runs: list[Run] = []
        self.writes: list[Write] = []
        self.reads: list[Read] = []
        self.program_writes: list[Write] = []
        self.kinds: dict[Kind, None] = {}

    def kind(self, name: str, text: str = "") -> None:
        """Record a reason why not everything is known."""
        if len(self.kinds) < _MAX_KINDS:
            self.kinds[Kind(name, text[:200])] = None

    # Scripts and nodes.

    def text(self, text: str, context: Context, templates: tuple[str, ...] = ()) -> None:
        """Parse and walk a nested script."""
        self.budget.enter()
        self.budget.spend(16 * len(text))
        context.template = bool(templates)
        script = parse(
            text.replace("\0", ""), context.dialect, self.budget, templates,
            extglob=context.extglob,
        )  # fmt: skip
        self.script(script, context)
        self.budget.leave()

    def script(self, script: tree.Script, context: Context) -> None:
        """Walk a parsed script."""
        for unit in script.units:
            self.node(unit, context)
        for name, text in script.kinds:
            if not (context.template and name == "unparsable"):
                self.kind(name, text)

    def node(self, node: tree.Node, context: Context) -> None:
        """Walk one node."""
        if isinstance(node, Simple):
            self._simple(node, context)
        elif isinstance(node, Sequence):
            for item, how in node.items:
                plain = how == "certain"
                inner = context if plain else context.copy(apart=how == "apart", maybe=True)
                self.node(item, inner)
        elif isinstance(node, Pipe):
            start = len(self.runs)
            for index, stage in enumerate(node.stages):
                inner = context.copy(apart=True)
                if index:
                    inner.stdin = Stdin(
                        "pipe", (*context.stdin.runs, *range(start, len(self.runs)))
                    )
                self.node(stage, inner)
        elif isinstance(node, Compound):
            self._compound(node, context)
        else:
            self._function(node, context)

    def _compound(self, node: Compound, context: Context) -> None:
        for word in node.words:
            self.inside(word, context)
        if node.variable:
            context.scope.values[node.variable] = None
        inner = context.copy(apart=node.kind == "subshell")
        inner.stdin, _ = self._redirects(node.redirects, context, -1)
        for part in node.body:
            if node.kind == "branch":  # what is certain in one branch is not so outside of it
                branch = inner.copy()
                branch.scope = Scope(inner.scope, shared=True)
                branch.certain = True
                self.node(part, branch)
            else:
                self.node(part, inner)

    def _function(self, node: Function, context: Context) -> None:
        via = Via("function", f"function {node.name}")
        if context.certain:
            context.scope.functions[node.name] = True
        inner = context.copy(apart=True, via=via)  # certain inside; nothing leaves the body
        for name in "@*123456789":
            inner.scope.values[name] = None
        self.node(node.body, inner)

    def inside(self, word: tree.Word, context: Context) -> None:
        """Walk the scripts in a word and note what its expansions may evaluate."""
        for inner in word.inner:
            via = Via(inner.kind, "$(..)" if inner.kind == "subst" else "<(..)")
            self.script(inner.script, context.copy(apart=True, via=via))
        for name, text in word.notes:
            if name == "arith":
                used = set(_NAMES.findall(text)) & context.scope.suspects
                if used:
                    self.kind("arith-eval", text)
            else:
                self.kind(name, text)

    # Simple commands.

    def _simple(self, node: Simple, context: Context) -> None:
        if self._alias(node, context):
            return
        start = len(self.runs)
        env = [self._assign(word, context, keep=not node.words) for word in node.assigns]
        args: list[Arg] = []
        for word in node.words:
            self.inside(word, context)
            args += expand(word, context.dialect, context.scope, braces=not word.assign)
        feeds = tuple(range(start, len(self.runs)))
        if not args:
            if node.redirects and context.dialect.zsh and not node.assigns:
                reading = node.redirects[0].operator == "<"
                name = "$READNULLCMD" if reading else "$NULLCMD"
                args = [Arg(Word("unknown", name))]
            else:
                self._redirects(node.redirects, context, -1)
                return
        self._zsh(args, context)
        called = args[0].text
        call = called is not None and context.scope.is_function(called)
        inner = context.copy()
        inner.stdin, own = self._redirects(node.redirects, context, -1 if call else len(self.runs))
        if not call and not (context.template and "\0" in _marks(node.words[:1])):
            self.run(args, inner, env=tuple(env), feeds=feeds, redirects=own)

    def _alias(self, node: Simple, context: Context) -> bool:
        """Expand an alias that an earlier line has defined."""
        if not node.words or not context.scope.aliases:
            return False
        name = node.words[0].source
        scope = context.scope
        if name not in scope.aliases:
            return False
        if not (context.dialect.aliases or "expand_aliases" in scope.options):
            return False
        inner = context.copy(via=Via("alias", f"alias {name}"))
        text = scope.aliases[name] + node.rest
        self.kind("alias", name)
        kept = scope.aliases.pop(name)  # an alias is not expanded inside itself
        self.text(text, inner)
        scope.aliases[name] = kept
        return True

    def _zsh(self, args: list[Arg], context: Context) -> None:
        name = args[0].text or ""
        if context.dialect.zsh:
            if name.startswith("=") and len(name) > 1:
                args[0] = Arg(Word("literal", name[1:]))
                self.kind("dialect", name)
        elif name in _ZSH_ONLY_NAMES or (name.startswith("=") and len(name) > 1):
            self.kind("dialect", name)

    def _assign(self, word: tree.Word, context: Context, *, keep: bool) -> tuple[str, Word]:
        """Walk an assignment; `keep` if it stays after the command."""
        self.inside(word, context)
        name = word.assign
        parts = [(word.parts[0][0], word.parts[0][1][word.value :], ""), *word.parts[1:]]
        value = value_of([part for part in parts if part[1]])
        if word.append or word.array:
            value = Word("unknown", word.source)
        elif value.kind == "unknown":
            value = Word("unknown", word.source.partition("=")[2])
        if _HIDDEN.search("".join(part[1] for part in parts if part[0] in "uq")):
            context.scope.suspects.add(name)
        if keep:
            once = self.budget.assigned.get(name) == 1 and context.certain
            known = once and value.kind in {"literal", "glob"} and name != "IFS"
            context.scope.values[name] = (value.text,) if known else None
        return name, value

    def _redirects(
        self, redirects: list[tree.Redirect], context: Context, run: int
    ) -> tuple[Stdin, tuple[Redirect, ...]]:
        """Record reads and writes; return the standard input and the redirects as values."""
        stdin = context.stdin
        own = []
        for redirect in redirects:
            operator = redirect.operator
            if operator not in {"<<", "<<-"}:
                self.inside(redirect.word, context)
            args = expand(redirect.word, context.dialect, context.scope) or [
                Arg(Word("literal", ""))
            ]
            target = args[0].word
            own.append(Redirect(operator, redirect.descriptor, target))
            if operator in _INPUTS and redirect.descriptor in {"", "0"}:
                stdin = self._stdin(redirect, args[0], context)
            elif operator in {"<<", "<<-"}:
                self._stdin(redirect, args[0], context)
            copies = (
                operator in {"<&", ">&"}
                and target.kind == "literal"
                and (target.text.rstrip("-").isdigit() or target.text == "-")
            )
            if operator in _OUTPUTS or (operator == ">&" and not copies):
                append = _OUTPUTS.get(operator, False)
                self.writes += [Write(arg.word, "redirect", run, append) for arg in args]
            elif operator == "<":
                self.reads += [Read(arg.word, run) for arg in args]
        return stdin, tuple(own)

    def _stdin(self, redirect: tree.Redirect, arg: Arg, context: Context) -> Stdin:
        if redirect.operator in {"<", "<>"}:
            first = len(self.runs) - 1 if redirect.word.inner else -1
            return Stdin("file", (first,) if first >= 0 else (), None, arg.word)
        if redirect.operator == "<<<":
            return Stdin("heredoc", (), None if arg.text is None else arg.text + "\n")
        if redirect.operator == "<&":
            return Stdin("closed" if arg.text == "-" else context.stdin.kind, context.stdin.runs)
        if redirect.body is None:
            return Stdin("heredoc", (), "")
        self.inside(redirect.body, context)
        value = value_of(redirect.body.parts)
        return Stdin("heredoc", (), None if value.kind == "unknown" else value.text)

    def run(
        self,
        args: list[Arg],
        context: Context,
        *,
        env: tuple[tuple[str, Word], ...] = (),
        feeds: tuple[int, ...] = (),
        redirects: tuple[Redirect, ...] = (),
        program: Word | None = None,
        path: bool = True,
    ) -> None:
        """Record a run and look for what it runs in turn."""
        self.budget.count_run()
        self.budget.spend(8 * len(args))
        resolved = tuple(value for arg in args for value in arg.values)
        index = len(self.runs)
        argv = tuple(arg.word for arg in args)
        self.runs.append(
            Run(argv, resolved, env, context.via, context.stdin, feeds, redirects,
                context.dialect.name, program)
        )  # fmt: skip
        name = program or args[0].word
        if name.kind in {"unknown", "glob"}:
            self.kind("dynamic-name", name.text)
        self.code_in(env, path=path)
        flat = [
            one for arg in args
            for one in ([arg] if len(arg.values) == 1 else [Arg(value) for value in arg.values])
        ]  # fmt: skip
        if program:
            flat[0] = Arg(program)
        self.budget.enter()
        self.examine(self, index, flat, context)
        self.budget.leave()

    def code_in(self, env: tuple[tuple[str, Word], ...], *, path: bool = True) -> None:
        """Report variables that make the program run code."""
        for name, value in env:
            if name not in ENV_CODE and not name.startswith("BASH_FUNC_"):
                continue
            if name == "PATH" and not path:
                continue
            harmless = value.kind == "literal" and (
                value.text in HARMLESS_VALUES
                or (name == "NODE_OPTIONS" and value.text.startswith(NODE_HARMLESS))
            )
            if not harmless:
                self.kind("env-code", name)


def _marks(words: list[tree.Word]) -> str:
    return "".join(part[2] for word in words for part in word.parts)


__all__ = ["Context", "Exceeded", "Walker"]
