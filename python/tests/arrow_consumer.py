"""usage: arrow_consumer.py MAILBOX

Reads columns only through the Arrow C data interface, and releases the structures in each order that the specification
allows. test_tables.py runs this program in valgrind. It prints the number of octets of values that it read.
"""

import ctypes
import sys
from collections.abc import Iterator
from typing import Any

import mailutf


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


def structure(kind: type[ctypes.Structure], *fields: tuple[str, Any]) -> None:
    kind._fields_ = [*fields, ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(kind))), ("private_data", ctypes.c_void_p)]


def children(kind: type[ctypes.Structure]) -> Any:
    return ctypes.POINTER(ctypes.POINTER(kind))


structure(
    Schema,
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", children(Schema)),
    ("dictionary", ctypes.c_void_p),
)
structure(
    Array,
    *((name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", children(Array)),
    ("dictionary", ctypes.c_void_p),
)
structure(
    Stream,
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))),
)


def pointer(capsule: object, name: bytes, kind: type) -> Any:
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return ctypes.cast(get(capsule, name), ctypes.POINTER(kind))


def release(one: Any) -> None:
    if one.release:
        one.release(ctypes.byref(one))
    assert not one.release


def moved(one: Any) -> Any:
    """Moves a structure to another place. Afterwards, the old copy has no `release`."""
    new = type(one)()
    ctypes.memmove(ctypes.byref(new), ctypes.byref(one), ctypes.sizeof(one))
    one.release = type(one.release)()
    return new


def octets(schema: Any, array: Any) -> int:
    """Reads all values, so that valgrind notices a wrong pointer or length."""
    kind, rows, read = schema.format.decode(), array.length, 0
    lengths = [-(-rows // 8)] + {"u": [4 * (rows + 1)], "+l": [4 * (rows + 1)], "+m": [4 * (rows + 1)], "+s": []}.get(kind, [8 * rows])
    if kind == "u":
        offsets = ctypes.cast(array.buffers[1], ctypes.POINTER(ctypes.c_int32))
        lengths.append(offsets[rows])
    assert array.n_buffers == len(lengths) and array.n_children == schema.n_children
    for number, length in enumerate(lengths):
        if array.buffers[number]:
            read += len(bytes(ctypes.string_at(array.buffers[number], length)))
    return read + sum(octets(schema.children[number][0], array.children[number][0]) for number in range(array.n_children))


def arrays(stream: Any) -> Iterator[Any]:
    while True:
        array = Array()
        assert stream.get_next(ctypes.byref(stream), ctypes.byref(array)) == 0
        if not array.release:
            return
        yield array


def main(path: str) -> int:
    def columns() -> mailutf.Columns:
        return mailutf.Mailbox(path).to_arrow(batch=1)

    def opened() -> tuple[object, Any, Any]:
        capsule = columns().__arrow_c_stream__()
        stream, schema = pointer(capsule, b"arrow_array_stream", Stream)[0], Schema()
        assert stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)) == 0
        return capsule, stream, schema

    # The stream is not read.
    columns().__arrow_c_stream__()
    columns().__arrow_c_schema__()
    # Everything is read. The structures are released one after the other.
    _, stream, schema = opened()
    total = 0
    for array in arrays(stream):
        total += octets(schema, array)
        release(array)
    release(schema)
    release(stream)
    # The stream is released first, after one batch of several, and the schema is released last.
    _, stream, schema = opened()
    array = next(arrays(stream))
    release(stream)
    assert octets(schema, array) > 0
    release(array)
    release(schema)
    # Some children are used after the structure that contained them was released. The other children are released
    # with the structure.
    _, stream, schema = opened()
    array = moved(next(arrays(stream)))
    kept = [(moved(schema.children[number][0]), moved(array.children[number][0])) for number in range(0, array.n_children, 2)]
    release(array)
    release(moved(schema))
    assert sum(octets(*one) for one in kept) > 0
    for pair in kept:
        for one in pair:
            release(one)
    # A stream is moved before it is read.
    _, stream, schema = opened()
    stream = moved(stream)
    release(schema)
    release(next(arrays(stream)))
    release(stream)
    return total


if __name__ == "__main__":
    print(main(sys.argv[1]))
