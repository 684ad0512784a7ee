"""Finds what rules must not do: write the state, ask a clock, lean on the order of a set."""

from __future__ import annotations

import ast
from collections.abc import Iterator

FORBIDDEN = ("random", "time", "uuid", "datetime", "secrets", "os", "threading", "asyncio")
_MUTATORS = (
    "append", "add", "discard", "pop", "popitem", "update", "clear", "remove", "setdefault",
    "insert", "extend", "sort", "reverse", "apply", "revert", "refresh", "touch",
)  # fmt: skip
_ORDERLESS = ("sorted", "any", "all", "sum", "len", "set", "frozenset", "min", "max", "Counter")
_SET_METHODS = ("union", "intersection", "difference", "isdisjoint", "issubset", "issuperset")
_HOLDERS = ("state", "board")
"""Attributes through which a script sees the position."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def chain(node: ast.expr) -> tuple[str, list[str]]:
    """The name at the root of `a.b[c].d`, and the attributes and calls after it."""
    words: list[str] = []
    here: ast.expr = node
    while True:
        match here:
            case ast.Attribute(value=value, attr=attr):
                words.append(attr)
                here = value
            case ast.Subscript(value=value) | ast.Call(func=value):
                here = value
            case ast.Name(id=name):
                return name, words[::-1]
            case _:
                return "", words[::-1]


def functions(tree: ast.Module) -> Iterator[Function]:
    """Every function of a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def state_writes(tree: ast.Module) -> Iterator[str]:
    """Lines that assign to, delete from or mutate the position."""
    for function in functions(tree):
        known = _aliases(function)
        for node in ast.walk(function):
            for target in _written(node):
                root, words = chain(target)
                if isinstance(target, ast.Name):
                    continue
                if any(word in _HOLDERS for word in words) or root in known:
                    yield f"line {node.lineno}: {ast.unparse(node)}"  # type: ignore[attr-defined]


def _written(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            return targets
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return [target]
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in _MUTATORS:
            return [ast.Attribute(value, attr)]
    return []


def _aliases(function: Function) -> set[str]:
    """Local names that stand for something inside the position."""
    known: set[str] = set()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _inside(value):
                known.add(name)
            case ast.For(target=target, iter=value) if _inside(value):
                known |= {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
    return known


def _inside(value: ast.expr) -> bool:
    """Whether an expression is a part of the position itself, not something made from it."""
    if isinstance(value, ast.Call):
        words = chain(value)[1]
        return bool(words) and words[-1] in ("values", "items", "get", "at") and _inside(value.func)
    if not isinstance(value, ast.Attribute | ast.Subscript):
        return False
    return any(word in _HOLDERS for word in chain(value)[1])


def set_walks(tree: ast.Module) -> Iterator[str]:
    """Lines where the order of a set could become the order of something."""
    excused = _excused(tree)
    for function in functions(tree):
        sets = _set_names(function)
        for node in ast.walk(function):
            for walked in _walked(node, excused):
                if _is_set(walked, sets):
                    yield f"line {walked.lineno}: {ast.unparse(walked)}"


def _excused(tree: ast.Module) -> set[int]:
    """Comprehensions that feed a call to which order means nothing."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        root, words = chain(node.func)
        if root in _ORDERLESS or (words and words[-1] in _SET_METHODS):
            plain = (arg.value if isinstance(arg, ast.Starred) else arg for arg in node.args)
            found |= {id(argument) for argument in plain}
    return found


def _walked(node: ast.AST, excused: set[int]) -> list[ast.expr]:
    match node:
        case ast.For(iter=value):
            return [value]
        case ast.ListComp() | ast.GeneratorExp() | ast.DictComp() if id(node) not in excused:
            return [part.iter for part in node.generators]
        case ast.Call(
            func=ast.Name(id="list" | "tuple" | "enumerate" | "iter" | "next"), args=args
        ):
            return args[:1] if id(node) not in excused else []
        case ast.Call(func=ast.Attribute(attr="join" | "extend"), args=[value]):
            return [value]
    return []


def _is_set(node: ast.expr, sets: set[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.Attribute(attr="states"):
            return True
        case ast.Name(id=name):
            return name in sets
        case ast.BinOp(left=left, right=right, op=ast.BitAnd() | ast.BitOr() | ast.Sub()):
            return _is_set(left, sets) or _is_set(right, sets)
    return False


def _set_names(function: Function) -> set[str]:
    """Local names that hold a set."""
    found: set[str] = set()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_set(value, found):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind):
                if chain(kind)[0] in ("set", "frozenset"):
                    found.add(name)
            case ast.arg(arg=name, annotation=ast.expr() as kind):
                if chain(kind)[0] in ("set", "frozenset"):
                    found.add(name)
    return found
