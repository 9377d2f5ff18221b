/* Two of the libraries with which our codecs are compared: the iconv of the C library, and ICU. A converter is opened
 * once, and each conversion begins in its initial state. The functions that convert return the number of octets that
 * they wrote, or 0 if the text cannot be converted. */

#include <iconv.h>
#include <stdlib.h>
#include <unicode/ucnv.h>

void *
iconv_converter (const char *to, const char *from)
{
	iconv_t converter = iconv_open (to, from);

	return converter == (iconv_t) -1 ? NULL : converter;
}

size_t
iconv_convert (void *converter, const char *input, size_t length, char *output, size_t room)
{
	char *in = (char *) input, *out = output;

	if (converter == NULL)
		return 0;
	iconv (converter, NULL, NULL, NULL, NULL);
	if (iconv (converter, &in, &length, &out, &room) == (size_t) -1)
		return 0;
	iconv (converter, NULL, NULL, &out, &room);
	return out - output;
}

struct icu {
	UConverter *to, *from;
};

void *
icu_converter (const char *to, const char *from)
{
	UErrorCode error = U_ZERO_ERROR;
	struct icu *icu = malloc (sizeof *icu);

	icu->to = ucnv_open (to, &error);
	icu->from = ucnv_open (from, &error);
	if (U_FAILURE (error))
		return NULL;
	ucnv_setFromUCallBack (icu->to, UCNV_FROM_U_CALLBACK_STOP, NULL, NULL, NULL, &error);
	ucnv_setToUCallBack (icu->from, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &error);
	return icu;
}

size_t
icu_convert (void *converter, const char *input, size_t length, char *output, size_t room)
{
	UErrorCode error = U_ZERO_ERROR;
	UChar pivot[1024], *source = pivot, *target = pivot;
	const char *in = input;
	char *out = output;
	struct icu *icu = converter;

	if (icu == NULL)
		return 0;
	ucnv_convertEx (icu->to, icu->from, &out, output + room, &in, input + length, pivot, &source, &target,
	                pivot + 1024, 1, 1, &error);
	return U_FAILURE (error) ? 0 : out - output;
}
