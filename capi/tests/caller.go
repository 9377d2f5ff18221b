// Calls the library by Go's cgo. The environment variables CGO_CFLAGS and CGO_LDFLAGS name the folders of the
// header and of the library.
package main

// #cgo LDFLAGS: -lmailutf_capi
// #include <mailutf.h>
// #include <stdlib.h>
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

func header(value string) (string, C.mailutf_status) {
	octets := C.CString(value)
	defer C.free(unsafe.Pointer(octets))
	text := C.mailutf_header_text(octets, C.size_t(len(value)), nil)
	defer C.mailutf_text_free(text)
	return C.GoStringN(C.mailutf_text_data(text), C.int(C.mailutf_text_length(text))), C.mailutf_text_status(text)
}

func main() {
	expected := map[string]string{" =?koi8-r?B?8NLJ18XU?=": "Привет", "=?utf-8?Q?a=00b?=": "a\x00b", "": ""}
	for value, text := range expected {
		if found, status := header(value); found != text || status != C.MAILUTF_OK {
			fmt.Fprintf(os.Stderr, "%q: %q, status %d\n", value, found, status)
			os.Exit(1)
		}
	}
	if version := C.GoString(C.mailutf_version()); version == "" || version[0] < '0' || version[0] > '9' {
		fmt.Fprintln(os.Stderr, "no version:", version)
		os.Exit(1)
	}
}
