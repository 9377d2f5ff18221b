"""Decodes texts. Each line of standard input is the name of a decoder, a tab, and a text in hexadecimal.

A decoder is a codec of Python or, if its name begins with `iconv:`, a charset of the C library. For each text, prints its
characters as numbers, `-` if the decoder refuses the text, or `?` if there is no such decoder.
"""

import ctypes
import functools
import sys

FAILURE = ctypes.c_size_t(-1).value


@functools.cache
def iconv():
    libc = ctypes.CDLL(None)
    libc.iconv_open.restype = ctypes.c_void_p
    libc.iconv.restype = ctypes.c_size_t
    return libc


@functools.cache
def converter(charset):
    converter = ctypes.c_void_p(iconv().iconv_open(b"UTF-32LE", charset.encode()))
    if converter.value == FAILURE:
        raise LookupError
    return converter


def by_iconv(charset, octets):
    source, target = ctypes.create_string_buffer(octets, len(octets)), ctypes.create_string_buffer(64)
    inbuf, outbuf = (ctypes.c_char_p(ctypes.addressof(buffer)) for buffer in (source, target))
    inleft, outleft = ctypes.c_size_t(len(octets)), ctypes.c_size_t(64)
    out = ctypes.byref(outbuf), ctypes.byref(outleft)
    iconv().iconv(converter(charset), None, None, None, None)
    status = iconv().iconv(converter(charset), ctypes.byref(inbuf), ctypes.byref(inleft), *out)
    iconv().iconv(converter(charset), None, None, *out)  # what it held back
    if status == FAILURE:
        raise UnicodeError
    return target.raw[: 64 - outleft.value].decode("utf-32-le")


def main():
    for line in sys.stdin:
        decoder, octets = line.split("\t")
        kind, _, name = decoder.rpartition(":")
        octets = bytes.fromhex(octets)
        try:
            text = by_iconv(name, octets) if kind == "iconv" else octets.decode(name)
            print(" ".join(str(ord(character)) for character in text))
        except UnicodeError:
            print("-")
        except LookupError:
            print("?")


main()
