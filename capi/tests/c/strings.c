/* Checks what each function returns for valid arguments and for invalid ones. */

#include "check.h"
#include "mailutf.h"

/* Whether `text` is `expected`, with a NUL after it. Frees `text`. */
static int is(mailutf_text *text, const char *expected) {
  int same = mailutf_text_status(text) == MAILUTF_OK && mailutf_text_length(text) == strlen(expected) &&
             memcmp(mailutf_text_data(text), expected, strlen(expected) + 1) == 0 &&
             mailutf_text_reason(text)[0] == '\0';
  if (!same) {
    fprintf(stderr, "`%s`, %s\n", mailutf_text_data(text), mailutf_text_reason(text));
  }
  mailutf_text_free(text);
  return same;
}

/* Whether the result has no text, the given status, and a reason. Frees `text`. */
static int is_not(mailutf_text *text, mailutf_status status) {
  int same = text != NULL && mailutf_text_status(text) == status && mailutf_text_length(text) == 0 &&
             mailutf_text_data(text)[0] == '\0' && mailutf_text_reason(text)[0] != '\0';
  mailutf_text_free(text);
  return same;
}

#define N MAILUTF_UNTIL_NUL

static void headers(void) {
  CHECK(is(mailutf_header_text(" =?koi8-r?B?8NLJ18XU?=", N, NULL), "Привет"));
  CHECK(is(mailutf_header_text("=?utf-8?B?w7Y=?=\r\n =?iso-8859-1?Q?_und_=E4?= and more", 45, NULL), "ö und ä"));
  CHECK(is(mailutf_header_text("=?x-runes?Q?=FF?=", N, NULL), "=?x-runes?Q?=FF?="));
  CHECK(is(mailutf_header_text("", 0, NULL), ""));
  const char *type = "text/plain; charset=KOI8-R; name*=utf-8''%E2%82%AC";
  CHECK(is(mailutf_header_parameter(type, N, "Charset", NULL), "KOI8-R"));
  CHECK(is(mailutf_header_parameter(type, N, "name", NULL), "€"));
  CHECK(is_not(mailutf_header_parameter(type, N, "size", NULL), MAILUTF_NOTHING));
  CHECK(is(mailutf_file_name(NULL, 0, type, N, NULL), "€"));
  CHECK(is(mailutf_file_name("attachment; filename=\"=?koi8-r?B?xsHKzA==?=.txt\"", N, type, N, NULL), "файл.txt"));
  CHECK(is_not(mailutf_file_name(NULL, 0, NULL, 0, NULL), MAILUTF_NOTHING));
  CHECK(is(mailutf_safe_file_name("../a/b.txt", N), "b.txt"));
}

static void addresses(void) {
  mailutf_addresses *list =
      mailutf_header_addresses("=?utf-8?Q?J=C3=B6rg?= <j@example.org>, all: k@example.org (Kim);", N, NULL);
  CHECK(mailutf_addresses_status(list) == MAILUTF_OK && mailutf_addresses_count(list) == 2);
  CHECK(strcmp(mailutf_addresses_name(list, 0), "Jörg") == 0);
  CHECK(strcmp(mailutf_addresses_address(list, 0), "j@example.org") == 0);
  CHECK(strcmp(mailutf_addresses_name(list, 1), "Kim") == 0);
  CHECK(mailutf_addresses_name(list, 2) == NULL && mailutf_addresses_address(list, (size_t)-1) == NULL);
  mailutf_addresses_free(list);
  /* A NUL in a name becomes U+FFFD, so that C does not lose the rest of the name. */
  list = mailutf_header_addresses("=?utf-8?Q?a=00b?= <a@b>", N, NULL);
  CHECK(strcmp(mailutf_addresses_name(list, 0), "a\xEF\xBF\xBD" "b") == 0);
  mailutf_addresses_free(list);
  list = mailutf_header_addresses(NULL, 0, NULL);
  CHECK(mailutf_addresses_status(list) == MAILUTF_OK && mailutf_addresses_count(list) == 0);
  mailutf_addresses_free(list);
}

static void encoded(void) {
  CHECK(is(mailutf_encode_header("Grüße", N, 0), "=?utf-8?B?R3LDvMOfZQ==?="));
  CHECK(is(mailutf_encode_header("Grüße", N, MAILUTF_UTF8), "Grüße"));
  CHECK(is(mailutf_encode_header("", 0, 0), ""));
  /* No line end of a text ends the line of its field, whether the value is folded or not. */
  static const char hostile[] = "Hi\r\nBcc: x@example.org\r\n\r\n<p>, and more, so long that it must be folded";
  static const char shown[] = "Hi Bcc: x@example.org  <p>, and more, so long that it must be folded";
  for (uint32_t options = 0; options < 4; options++) {
    mailutf_text *value = mailutf_encode_header(hostile, N, options);
    const char *data = mailutf_text_data(value);
    CHECK(is(mailutf_header_text(data, N, NULL), shown));
    CHECK((strchr(data, '\r') != NULL) == ((options & MAILUTF_FOLDED) != 0));
    for (const char *fold = data; (fold = strpbrk(fold, "\r\n")) != NULL; fold += 3) {
      CHECK(strncmp(fold, "\r\n ", 3) == 0);
    }
    mailutf_text_free(value);
  }
  mailutf_addresses *list = mailutf_addresses_new();
  CHECK(mailutf_addresses_status(list) == MAILUTF_OK && mailutf_addresses_count(list) == 0);
  CHECK(is(mailutf_encode_addresses(list, 0), ""));
  CHECK(mailutf_addresses_add(list, "Döe, J.", "j@example.org") == MAILUTF_OK);
  CHECK(mailutf_addresses_add(list, NULL, "k@example.org") == MAILUTF_OK);
  CHECK(mailutf_addresses_add(list, "x", NULL) == MAILUTF_INVALID_ARGUMENT);
  CHECK(mailutf_addresses_add(list, "\xFF", "l@example.org") == MAILUTF_INVALID_ARGUMENT);
  CHECK(mailutf_addresses_count(list) == 2);
  CHECK(is(mailutf_encode_addresses(list, 0), "=?utf-8?B?RMO2ZSwgSi4=?= <j@example.org>, k@example.org"));
  CHECK(is(mailutf_encode_addresses(list, MAILUTF_UTF8 | MAILUTF_FOLDED),
           "\"Döe, J.\" <j@example.org>,\r\n k@example.org"));
  CHECK(mailutf_addresses_add(list, "", "a@b>, <c@d") == MAILUTF_OK);
  mailutf_text *refused = mailutf_encode_addresses(list, 0);
  CHECK(strstr(mailutf_text_reason(refused), "a@b>, <c@d") != NULL);
  CHECK(is_not(refused, MAILUTF_UNENCODABLE));
  mailutf_addresses_free(list);
  CHECK(is(mailutf_encode_parameter("filename", "€.txt", N, 0), "filename*=utf-8''%E2%82%AC.txt"));
  CHECK(is(mailutf_encode_parameter("filename", "€.txt", N, MAILUTF_UTF8), "filename=\"€.txt\""));
  CHECK(is_not(mailutf_encode_parameter("file name", "a", N, 0), MAILUTF_UNENCODABLE));
  CHECK(is_not(mailutf_encode_header("\xFF", 1, 0), MAILUTF_UNREADABLE));
  CHECK(is_not(mailutf_encode_parameter("filename", "\xFF", N, 0), MAILUTF_UNREADABLE));
  CHECK(is_not(mailutf_encode_header("a", N, 4), MAILUTF_INVALID_ARGUMENT));
}

static void html(void) {
  CHECK(is(mailutf_html_to_text("<p>Gr&uuml;&szlig;e<ul><li>eins<li>zwei</ul>", N), "Grüße\n\n- eins\n- zwei\n"));
  CHECK(is(mailutf_html_to_text("", 0), ""));
  CHECK(is_not(mailutf_html_to_text("\xFF", 1), MAILUTF_UNREADABLE));
}

static void bodies(void) {
  mailutf_text *text =
      mailutf_body_text("=EB=CF=C4", N, "text/plain; charset=koi8-r", N, "quoted-printable", N, NULL);
  CHECK(strcmp(mailutf_text_charset(text), "KOI8-R") == 0);
  CHECK(mailutf_text_evidence(text)[0] != '\0' && mailutf_text_replaced(text) == 0);
  CHECK(is(text, "Код"));
  text = mailutf_body_text("caf\xE9 \x80", N, "text/plain; charset=iso-8859-1", N, NULL, 0, NULL);
  CHECK(mailutf_text_finding_count(text) == 1);
  CHECK(strcmp(mailutf_text_finding_code(text, 0), "label-superset") == 0);
  CHECK(mailutf_text_finding_detail(text, 0)[0] != '\0' && mailutf_text_finding_code(text, 1) == NULL);
  CHECK(is(text, "café €"));
  text = mailutf_body_text("+2AA-", N, "text/plain; charset=utf-7", N, NULL, 0, NULL);
  CHECK(mailutf_text_replaced(text) == 1 && strcmp(mailutf_text_finding_code(text, 0), "text-replaced") == 0);
  CHECK(is(text, "\xEF\xBF\xBD"));
  text = mailutf_body_text("\0\1\0\2\0\3\0\4", 8, "text/plain; charset=utf-8", N, NULL, 0, NULL);
  CHECK(strncmp(mailutf_text_reason(text), "it is not text: ", 16) == 0);
  CHECK(is_not(text, MAILUTF_UNREADABLE));
  CHECK(is_not(mailutf_body_text("\x89PNG\r\n\x1A\n\0\0", 10, "image/png", N, "8bit", N, NULL), MAILUTF_UNREADABLE));
}

static void charsets(void) {
  mailutf_text *text = mailutf_detect("\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1?", N);
  CHECK(strcmp(mailutf_text_evidence(text), "statistics") == 0);
  CHECK(is(text, "KOI8-R"));
  CHECK(is(mailutf_detect("abc", 3), "US-ASCII"));
  CHECK(is(mailutf_decode("Hi Mom +Jjo-!", N, "unicode-1-1-utf-7", NULL), "Hi Mom ☺!"));
  CHECK(is_not(mailutf_decode("a", 1, "x-runes", NULL), MAILUTF_UNKNOWN_CHARSET));
  CHECK(is_not(mailutf_decode("\xFF", 1, "utf-8", NULL), MAILUTF_UNREADABLE));
  CHECK(is(mailutf_encode("Код", N, "koi8-r"), "\xEB\xCF\xC4"));
  CHECK(is_not(mailutf_encode("€", N, "iso-8859-1"), MAILUTF_UNENCODABLE));
  CHECK(is(mailutf_encode("€", N, "windows-1252"), "\x80"));
  CHECK(is_not(mailutf_encode("\xFF", N, "koi8-r"), MAILUTF_UNREADABLE));
  CHECK(is_not(mailutf_encode("a", N, NULL), MAILUTF_UNKNOWN_CHARSET));
  text = mailutf_encode("a", N, "utf-16le");
  CHECK(mailutf_text_length(text) == 2 && memcmp(mailutf_text_data(text), "a\0", 3) == 0);
  mailutf_text_free(text);
  /* The output of an empty text in "utf-16" is a byte order mark. */
  CHECK(is(mailutf_encode("", 0, "utf-16"), "\xFE\xFF"));
  CHECK(is(mailutf_imap_decode("Entw&APw-rfe", N), "Entwürfe"));
  CHECK(is(mailutf_imap_encode("Entwürfe & mehr", N), "Entw&APw-rfe &- mehr"));
  CHECK(is_not(mailutf_imap_encode("\xFF", 1), MAILUTF_UNREADABLE));
}

static void hints(void) {
  const char *raw = "\xF2\xE5\xEC\xE0";
  mailutf_hints *hints = mailutf_hints_new();
  CHECK(mailutf_hints_set(hints, "fallback-charset", "windows-1251") == MAILUTF_OK);
  CHECK(is(mailutf_header_text(raw, N, hints), "тема"));
  const char *rules = "version = 1\n[[rule]]\nlabel = \"iso-8859-1\"\nread = \"koi8-r\"\n";
  CHECK(mailutf_hints_set(hints, "rules", rules) == MAILUTF_OK);
  CHECK(is(mailutf_header_text("=?iso-8859-1?Q?=E9=D7=C1=CE?=", N, hints), "Иван"));
  /* A choice of "charset" overrides the rules. */
  CHECK(mailutf_hints_set(hints, "charset", "iso-8859-1=windows-1251") == MAILUTF_OK);
  CHECK(is(mailutf_header_text("=?iso-8859-1?Q?=C8=E2=E0=ED?=", N, hints), "Иван"));
  CHECK(is(mailutf_decode(raw, N, "iso-8859-1", hints), "тема"));
  mailutf_hints_free(hints);
  /* Other text of the message is evidence for the charset. The text with the most octets beyond ASCII decides. */
  hints = mailutf_hints_new();
  CHECK(mailutf_hints_add_text(hints, "plain", N, "us-ascii") == MAILUTF_OK);
  CHECK(mailutf_hints_add_text(hints, "\xEC\xE8\xF0 \xEC\xE8\xF0", N, "windows-1251") == MAILUTF_OK);
  CHECK(mailutf_hints_add_text(hints, "\xE9", N, "iso-8859-1") == MAILUTF_OK);
  CHECK(is(mailutf_header_text(raw, N, hints), "тема"));
  CHECK(is(mailutf_body_text(raw, N, NULL, 0, NULL, 0, hints), "тема"));
  mailutf_hints_free(hints);
  hints = mailutf_hints_new();
  CHECK(mailutf_hints_set(hints, "lossy", "yes") == MAILUTF_OK);
  mailutf_text *text = mailutf_decode("a\xFF" "b", N, "utf-8", hints);
  CHECK(mailutf_text_replaced(text) == 1);
  CHECK(is(text, "a\xEF\xBF\xBD" "b"));
  CHECK(mailutf_hints_set(hints, "strict", "yes") == MAILUTF_OK);
  CHECK(is(mailutf_decode("\x80", N, "iso-8859-1", hints), "\xC2\x80"));
  CHECK(mailutf_hints_set(hints, "rules", "version = 9\n") == MAILUTF_INVALID_ARGUMENT);
  CHECK(mailutf_hints_set(hints, "colour", "blue") == MAILUTF_INVALID_ARGUMENT);
  CHECK(mailutf_hints_set(hints, "strict", "maybe") == MAILUTF_INVALID_ARGUMENT);
  CHECK(mailutf_hints_set(hints, "charset", "koi8-r") == MAILUTF_INVALID_ARGUMENT);
  CHECK(mailutf_hints_set(hints, "fallback-charset", "x-runes") == MAILUTF_UNKNOWN_CHARSET);
  mailutf_hints_free(hints);
}

/* NULL as text with the length 0 is empty text. NULL as text with another length, NULL as a name, and a length
 * that no object can have are invalid arguments. */
static void nothing(void) {
  CHECK(is(mailutf_header_text(NULL, 0, NULL), "") && is(mailutf_header_text(NULL, N, NULL), ""));
  CHECK(is_not(mailutf_header_text(NULL, 1, NULL), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_header_text("a", (size_t)-2, NULL), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_header_parameter("a", N, NULL, NULL), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_header_parameter("a", N, "\xFF", NULL), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_file_name(NULL, 1, NULL, 0, NULL), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_body_text(NULL, 0, NULL, 1, NULL, 0, NULL), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_detect(NULL, 7), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_decode(NULL, 7, "utf-8", NULL), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_decode(NULL, 0, NULL, NULL), MAILUTF_UNKNOWN_CHARSET));
  CHECK(is(mailutf_body_text(NULL, 0, NULL, 0, NULL, 0, NULL), ""));
  CHECK(is(mailutf_imap_decode(NULL, 0), "") && is(mailutf_imap_encode(NULL, 0), ""));
  CHECK(is_not(mailutf_encode_header(NULL, 1, 0), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_encode_parameter(NULL, "a", 1, 0), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_encode_addresses(NULL, 0), MAILUTF_INVALID_ARGUMENT));
  CHECK(is_not(mailutf_html_to_text(NULL, 1), MAILUTF_INVALID_ARGUMENT));
  CHECK(mailutf_addresses_add(NULL, "a", "b@c") == MAILUTF_INVALID_ARGUMENT);
  CHECK(mailutf_hints_set(NULL, "strict", "yes") == MAILUTF_INVALID_ARGUMENT);
  CHECK(mailutf_hints_add_text(NULL, "a", 1, NULL) == MAILUTF_INVALID_ARGUMENT);
  CHECK(mailutf_text_status(NULL) == MAILUTF_INTERNAL_ERROR && mailutf_text_data(NULL)[0] == '\0');
  CHECK(mailutf_text_length(NULL) == 0 && mailutf_text_reason(NULL)[0] != '\0');
  CHECK(mailutf_text_charset(NULL) == NULL && mailutf_text_evidence(NULL) == NULL);
  CHECK(mailutf_text_replaced(NULL) == 0 && mailutf_text_finding_count(NULL) == 0);
  CHECK(mailutf_text_finding_code(NULL, 0) == NULL && mailutf_text_finding_detail(NULL, 0) == NULL);
  CHECK(mailutf_addresses_count(NULL) == 0 && mailutf_addresses_status(NULL) == MAILUTF_INTERNAL_ERROR);
  mailutf_addresses *list = mailutf_header_addresses(NULL, 3, NULL);
  CHECK(mailutf_addresses_status(list) == MAILUTF_INVALID_ARGUMENT && mailutf_addresses_count(list) == 0);
  CHECK(is_not(mailutf_encode_addresses(list, 0), MAILUTF_INVALID_ARGUMENT));
  mailutf_addresses_free(list);
  mailutf_text_free(NULL);
  mailutf_addresses_free(NULL);
  mailutf_hints_free(NULL);
}

int main(void) {
  CHECK(mailutf_version()[0] >= '0' && mailutf_version()[0] <= '9');
  headers();
  addresses();
  encoded();
  html();
  bodies();
  charsets();
  hints();
  nothing();
  return 0;
}
