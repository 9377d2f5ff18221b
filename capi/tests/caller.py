"""Calls the library by Python's ctypes, without a compiler. The environment variable MAILUTF_LIBRARY is
the path of the library."""

import ctypes
import os

library = ctypes.CDLL(os.environ["MAILUTF_LIBRARY"])
library.mailutf_version.restype = ctypes.c_char_p
library.mailutf_header_text.restype = ctypes.c_void_p
library.mailutf_header_text.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p]
library.mailutf_text_data.restype = ctypes.c_void_p
library.mailutf_text_data.argtypes = [ctypes.c_void_p]
library.mailutf_text_length.restype = ctypes.c_size_t
library.mailutf_text_length.argtypes = [ctypes.c_void_p]
library.mailutf_text_status.argtypes = [ctypes.c_void_p]
library.mailutf_text_free.argtypes = [ctypes.c_void_p]


def header_text(value):
    text = library.mailutf_header_text(value, len(value), None)
    try:
        assert library.mailutf_text_status(text) == 0
        return ctypes.string_at(library.mailutf_text_data(text), library.mailutf_text_length(text)).decode()
    finally:
        library.mailutf_text_free(text)


assert library.mailutf_version()[:1].isdigit()
assert header_text(b" =?koi8-r?B?8NLJ18XU?=") == "Привет"
assert header_text(b"=?utf-8?Q?a=00b?=") == "a\0b"
assert header_text(b"") == ""
