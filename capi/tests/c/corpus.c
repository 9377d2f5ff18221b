/* Passes the content of files to all functions, in several threads with the same hints. Each
 * thread gets the same results as a thread that runs alone.
 *
 * usage: corpus THREADS FILE... */

#include "check.h"
#include "mailutf.h"
#include <pthread.h>

static int files;
static char **contents;
static size_t *lengths;
static mailutf_hints *hints;

/* Adds octets to a digest (FNV-1a). */
static void add(unsigned long long *digest, const char *octets, size_t length) {
  for (size_t at = 0; at < length; at++) {
    *digest = (*digest ^ (unsigned char)octets[at]) * 1099511628211ULL;
  }
}

static void take(unsigned long long *digest, mailutf_text *text) {
  size_t length = mailutf_text_length(text);
  const char *reason = mailutf_text_reason(text);
  CHECK(mailutf_text_status(text) != MAILUTF_INTERNAL_ERROR && mailutf_text_data(text)[length] == '\0');
  add(digest, mailutf_text_data(text), length + 1);
  add(digest, reason, strlen(reason));
  for (size_t index = 0; index < mailutf_text_finding_count(text); index++) {
    add(digest, mailutf_text_finding_code(text, index), strlen(mailutf_text_finding_code(text, index)));
  }
  mailutf_text_free(text);
}

static void word(unsigned long long *digest, const char *string) {
  add(digest, string, strlen(string) + 1);
}

static void parsed(unsigned long long *digest, const char *octets, size_t length) {
  mailutf_message *message = mailutf_message_parse(octets, length, hints);
  for (size_t part = 0; part < mailutf_message_part_count(message); part++) {
    take(digest, mailutf_message_part_plain_text(message, part));
    take(digest, mailutf_message_part_header(message, part, "Content-Type"));
    take(digest, mailutf_message_part_content_id(message, part));
  }
  mailutf_ids *ids = mailutf_message_ids(message, "References");
  for (size_t index = 0; index < mailutf_ids_count(ids); index++) {
    word(digest, mailutf_ids_id(ids, index));
  }
  mailutf_ids_free(ids);
  mailutf_readings *readings = mailutf_message_readings(message);
  for (size_t index = 0; index < mailutf_readings_count(readings); index++) {
    word(digest, mailutf_readings_place(readings, index));
    for (size_t other = 0; other < mailutf_readings_other_count(readings, index); other++) {
      word(digest, mailutf_readings_other_text(readings, index, other));
      word(digest, mailutf_readings_other_how(readings, index, other));
      word(digest, mailutf_readings_other_rule(readings, index, other));
    }
  }
  mailutf_readings_free(readings);
  mailutf_message_free(message);
}

static void one(unsigned long long *digest, const char *octets, size_t length) {
  take(digest, mailutf_header_text(octets, length, hints));
  take(digest, mailutf_header_parameter(octets, length, "charset", hints));
  take(digest, mailutf_file_name(octets, length, octets, length, hints));
  take(digest, mailutf_safe_file_name(octets, length));
  take(digest, mailutf_body_text(octets, length, NULL, 0, NULL, 0, hints));
  take(digest, mailutf_body_text(octets, length, octets, length, octets, length, NULL));
  take(digest, mailutf_detect(octets, length));
  take(digest, mailutf_decode(octets, length, "iso-2022-jp", hints));
  take(digest, mailutf_decode(octets, length, "utf-7", NULL));
  take(digest, mailutf_encode(octets, length, "gb18030"));
  take(digest, mailutf_imap_decode(octets, length));
  take(digest, mailutf_imap_encode(octets, length));
  mailutf_addresses *list = mailutf_header_addresses(octets, length, hints);
  for (size_t index = 0; index < mailutf_addresses_count(list); index++) {
    add(digest, mailutf_addresses_name(list, index), strlen(mailutf_addresses_name(list, index)));
    add(digest, mailutf_addresses_address(list, index), strlen(mailutf_addresses_address(list, index)));
  }
  take(digest, mailutf_encode_addresses(list, 0));
  mailutf_addresses_free(list);
  take(digest, mailutf_encode_header(octets, length, MAILUTF_FOLDED));
  take(digest, mailutf_encode_parameter("name", octets, length, MAILUTF_UTF8));
  take(digest, mailutf_html_to_text(octets, length));
  parsed(digest, octets, length);
}

static void *all(void *digest) {
  for (int file = 0; file < files; file++) {
    one((unsigned long long *)digest, contents[file], lengths[file]);
  }
  return NULL;
}

int main(int count, char **arguments) {
  CHECK(count > 2);
  int threads = atoi(arguments[1]);
  files = count - 2;
  contents = (char **)calloc((size_t)files, sizeof *contents);
  lengths = (size_t *)calloc((size_t)files, sizeof *lengths);
  CHECK(contents != NULL && lengths != NULL && threads > 0 && threads <= 8);
  for (int file = 0; file < files; file++) {
    contents[file] = read_file(arguments[file + 2], &lengths[file]);
  }
  hints = mailutf_hints_new();
  CHECK(mailutf_hints_set(hints, "lossy", "yes") == MAILUTF_OK);
  CHECK(mailutf_hints_add_text(hints, "\xEC\xE8\xF0", 3, "windows-1251") == MAILUTF_OK);
  unsigned long long expected = 1, digests[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  pthread_t running[8];
  for (int thread = 0; thread < threads; thread++) {
    CHECK(pthread_create(&running[thread], NULL, all, &digests[thread]) == 0);
  }
  all(&expected);
  for (int thread = 0; thread < threads; thread++) {
    CHECK(pthread_join(running[thread], NULL) == 0 && digests[thread] == expected);
  }
  mailutf_hints_free(hints);
  for (int file = 0; file < files; file++) {
    free(contents[file]);
  }
  free(contents);
  free(lengths);
  return 0;
}
