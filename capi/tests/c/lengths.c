/* Calls all functions with texts of length 0. If called by hand with `long`, tests texts and a
 * message of the given number of MiB.
 *
 * usage: lengths [long MIB] */

#include "check.h"
#include "mailutf.h"

/* A pointer to the end of an object. No octet may be read there. */
static const char *nothing;

/* Whether `text` has the given status and length, and a NUL after it. Frees `text`. */
static int has(mailutf_text *text, mailutf_status status, size_t length) {
  int same = mailutf_text_status(text) == status && mailutf_text_length(text) == length &&
             mailutf_text_data(text)[length] == '\0';
  mailutf_text_free(text);
  return same;
}

static int is_empty(mailutf_text *text) {
  return has(text, MAILUTF_OK, 0);
}

static int unwanted(void *context, const char *octets, size_t length) {
  (void)octets;
  *(size_t *)context += length;
  return 0;
}

static size_t no_octets(void *context, char *buffer, size_t room) {
  (void)context;
  (void)buffer;
  (void)room;
  return 0;
}

static void lengths_of_0(void) {
  mailutf_hints *hints = mailutf_hints_new();
  CHECK(mailutf_hints_add_text(hints, nothing, 0, "koi8-r") == MAILUTF_OK);
  CHECK(is_empty(mailutf_header_text(nothing, 0, hints)));
  CHECK(has(mailutf_header_parameter(nothing, 0, "charset", hints), MAILUTF_NOTHING, 0));
  CHECK(has(mailutf_header_parameter(nothing, 0, "", hints), MAILUTF_NOTHING, 0));
  CHECK(has(mailutf_file_name(nothing, 0, nothing, 0, hints), MAILUTF_NOTHING, 0));
  CHECK(has(mailutf_safe_file_name(nothing, 0), MAILUTF_NOTHING, 0));
  mailutf_addresses *list = mailutf_header_addresses(nothing, 0, hints);
  CHECK(mailutf_addresses_status(list) == MAILUTF_OK && mailutf_addresses_count(list) == 0);
  CHECK(is_empty(mailutf_encode_addresses(list, 0)));
  mailutf_addresses_free(list);
  CHECK(is_empty(mailutf_encode_header(nothing, 0, 0)));
  CHECK(has(mailutf_encode_parameter("a", nothing, 0, 0), MAILUTF_OK, strlen("a=\"\"")));
  CHECK(is_empty(mailutf_html_to_text(nothing, 0)));
  CHECK(is_empty(mailutf_body_text(nothing, 0, nothing, 0, nothing, 0, hints)));
  mailutf_text *text = mailutf_detect(nothing, 0);
  CHECK(mailutf_text_status(text) == MAILUTF_OK && strcmp(mailutf_text_data(text), "US-ASCII") == 0);
  mailutf_text_free(text);
  const char *labels[] = {"utf-8", "utf-7", "utf-16le", "iso-2022-jp", "koi8-r", "utf-7-imap", "gb18030"};
  for (size_t at = 0; at < sizeof labels / sizeof *labels; at++) {
    CHECK(is_empty(mailutf_decode(nothing, 0, labels[at], hints)));
    CHECK(is_empty(mailutf_encode(nothing, 0, labels[at])));
    mailutf_converter *cd = mailutf_iconv_open("utf-8", labels[at]);
    char *in = (char *)nothing, *out = (char *)nothing;
    size_t in_left = 0, out_left = 0;
    CHECK(mailutf_iconv(cd, &in, &in_left, &out, &out_left) == 0 && in == nothing && out == nothing);
    CHECK(mailutf_iconv(cd, NULL, NULL, &out, &out_left) == 0 && out == nothing);
    CHECK(mailutf_iconv_close(cd) == 0);
  }
  CHECK(has(mailutf_decode(nothing, 0, "", hints), MAILUTF_UNKNOWN_CHARSET, 0));
  CHECK(is_empty(mailutf_imap_decode(nothing, 0)));
  CHECK(is_empty(mailutf_imap_encode(nothing, 0)));
  mailutf_message *message = mailutf_message_parse(nothing, 0, hints);
  CHECK(mailutf_message_part_count(message) == 1);
  CHECK(has(mailutf_message_header(message, ""), MAILUTF_NOTHING, 0));
  CHECK(is_empty(mailutf_message_part_text(message, 0)));
  CHECK(is_empty(mailutf_message_part_octets(message, 0)));
  CHECK(is_empty(mailutf_message_part_plain_text(message, 0)));
  mailutf_ids *ids = mailutf_message_ids(message, "");
  CHECK(mailutf_ids_status(ids) == MAILUTF_OK && mailutf_ids_count(ids) == 0);
  mailutf_ids_free(ids);
  mailutf_readings *readings = mailutf_message_readings(message);
  CHECK(mailutf_readings_count(readings) == 1 && mailutf_readings_other_count(readings, 0) == 0);
  mailutf_readings_free(readings);
  mailutf_message_free(message);
  size_t written = 0;
  CHECK(is_empty(mailutf_normalize(nothing, 0, hints, unwanted, &written)));
  CHECK(is_empty(mailutf_to_utf7(nothing, 0, hints, unwanted, &written)));
  CHECK(is_empty(mailutf_normalize(nothing, 0, hints, NULL, NULL)));
  CHECK(written == 0);
  mailutf_mailbox *mailbox = mailutf_mailbox_open(no_octets, NULL, hints);
  CHECK(mailutf_mailbox_next(mailbox) == MAILUTF_NOTHING && mailutf_mailbox_length(mailbox) == 0);
  mailutf_mailbox_free(mailbox);
  mailutf_hints_free(hints);
}

static void long_texts(size_t length) {
  char *octets = (char *)malloc(length);
  CHECK(octets != NULL);
  /* Each octet is one letter, which has two octets in UTF-8. */
  memset(octets, '\xC1', length);
  CHECK(has(mailutf_decode(octets, length, "koi8-r", NULL), MAILUTF_OK, 2 * length));
  char *out = (char *)malloc(2 * length), *start = out, *in = octets;
  CHECK(out != NULL);
  size_t in_left = length, out_left = 2 * length;
  mailutf_converter *cd = mailutf_iconv_open("utf-8", "koi8-r");
  CHECK(mailutf_iconv(cd, &in, &in_left, &out, &out_left) == 0 && in_left == 0 && out_left == 0);
  mailutf_iconv_close(cd);
  free(start);
  memset(octets, 'a', length);
  const char word[] = " =?koi8-r?B?8NLJ18XU?=";
  memcpy(octets + length - strlen(word), word, strlen(word));
  CHECK(has(mailutf_header_text(octets, length, NULL), MAILUTF_OK, length - strlen(word) + strlen(" Привет")));
  /* The message is at most 256 MiB long, which is the default limit of the library. */
  length = length < ((size_t)256 << 20) ? length : (size_t)256 << 20;
  const char head[] = "Subject: =?koi8-r?B?8NLJ18XU?=\nContent-Type: text/plain; charset=koi8-r\n\n";
  for (size_t at = 0; at < length; at++) {
    octets[at] = at % 64 == 63 ? '\n' : '\xC1';
  }
  memcpy(octets, head, strlen(head));
  size_t written = 0;
  CHECK(has(mailutf_normalize(octets, length, NULL, unwanted, &written), MAILUTF_OK, 0));
  CHECK(written > length && written < 2 * length);
  free(octets);
}

int main(int count, char **arguments) {
  char *object = (char *)malloc(1);
  CHECK(object != NULL);
  nothing = object + 1;
  lengths_of_0();
  free(object);
  if (count == 3 && strcmp(arguments[1], "long") == 0) {
    long_texts((size_t)atoi(arguments[2]) << 20);
  }
  return 0;
}
