/* Shows and rewrites whole messages, and reads messages from a mailbox. */

#include "check.h"
#include "mailutf.h"

#define N MAILUTF_UNTIL_NUL

static const char MESSAGE[] =
    "From: =?koi8-r?B?6dfBzg==?= <ivan@example.org>\r\n"
    "To: a@example.org, =?utf-8?Q?J=C3=B6rg?= <b@example.org>\r\n"
    "Subject: =?koi8-r?B?8NLJ18XU?=\r\n"
    "Date: Sat, 21 Nov 2026 10:00:00 +0200\r\n"
    "MIME-Version: 1.0\r\n"
    "Content-Type: multipart/mixed; boundary=b\r\n"
    "\r\n"
    "--b\r\n"
    "Content-Type: text/plain; charset=koi8-r\r\n"
    "Content-Transfer-Encoding: 8bit\r\n"
    "\r\n"
    "\xEB\xCF\xC4\r\n"
    "--b\r\n"
    "Content-Type: image/png\r\n"
    "Content-Disposition: attachment; filename*=koi8-r''%EB%CF%C4.png\r\n"
    "Content-Transfer-Encoding: base64\r\n"
    "\r\n"
    "iVBORwA=\r\n"
    "--b--\r\n";

static int is(mailutf_text *text, const char *expected) {
  int same = mailutf_text_status(text) == MAILUTF_OK && mailutf_text_length(text) == strlen(expected) &&
             strcmp(mailutf_text_data(text), expected) == 0;
  mailutf_text_free(text);
  return same;
}

static int has(mailutf_text *text, mailutf_status status) {
  int same = mailutf_text_status(text) == status;
  mailutf_text_free(text);
  return same;
}

static void shown(void) {
  mailutf_message *message = mailutf_message_parse(MESSAGE, N, NULL);
  CHECK(is(mailutf_message_header(message, "subject"), "Привет"));
  CHECK(is(mailutf_message_header(message, "From"), "Иван <ivan@example.org>"));
  CHECK(has(mailutf_message_header(message, "Reply-To"), MAILUTF_NOTHING));
  mailutf_addresses *to = mailutf_message_addresses(message, "To");
  CHECK(mailutf_addresses_count(to) == 2 && strcmp(mailutf_addresses_name(to, 1), "Jörg") == 0);
  mailutf_addresses_free(to);
  int64_t seconds = 0;
  CHECK(mailutf_message_date(message, &seconds) == MAILUTF_OK && seconds == 1795248000);
  CHECK(mailutf_message_part_count(message) == 3);
  size_t text = mailutf_message_text_part(message);
  CHECK(text == 1 && strcmp(mailutf_message_media_type(message, text), "text/plain") == 0);
  CHECK(is(mailutf_message_part_text(message, text), "Код"));
  CHECK(is(mailutf_message_part_section(message, text), "1"));
  CHECK(mailutf_message_html_part(message) == MAILUTF_NO_PART);
  size_t attachment = mailutf_message_attachment(message, 0);
  CHECK(attachment == 2 && mailutf_message_attachment(message, 1) == MAILUTF_NO_PART);
  CHECK(is(mailutf_message_part_file_name(message, attachment), "Код.png"));
  mailutf_text *file = mailutf_message_part_octets(message, attachment);
  CHECK(mailutf_text_length(file) == 5 && memcmp(mailutf_text_data(file), "\x89PNG\0", 6) == 0);
  mailutf_text_free(file);
  CHECK(has(mailutf_message_part_text(message, attachment), MAILUTF_UNREADABLE));
  CHECK(has(mailutf_message_part_text(message, 3), MAILUTF_NOTHING));
  CHECK(has(mailutf_message_part_text(message, MAILUTF_NO_PART), MAILUTF_NOTHING));
  CHECK(mailutf_message_media_type(message, MAILUTF_NO_PART) == NULL);
  CHECK(has(mailutf_message_header(message, NULL), MAILUTF_INVALID_ARGUMENT));
  mailutf_message_free(message);

  static const char blank[] = "Content-Type: multipart/alternative; boundary=b\n\n--b\n\n \n"
                              "--b\nContent-Type: text/html\n\n<p>Hi&shy;!\n--b--\n";
  message = mailutf_message_parse(blank, sizeof blank - 1, NULL);
  CHECK(mailutf_message_text_part(message) == 2 && mailutf_message_html_part(message) == 2);
  CHECK(is(mailutf_message_part_plain_text(message, 2), "Hi!\n"));
  mailutf_message_free(message);

  static const char damaged[] = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBO*Rw0\n";
  message = mailutf_message_parse(damaged, sizeof damaged - 1, NULL);
  file = mailutf_message_part_octets(message, 0);
  CHECK(mailutf_text_finding_count(file) == 1 && strcmp(mailutf_text_finding_code(file, 0), "transfer-dropped") == 0);
  mailutf_text_free(file);
  mailutf_message_free(message);

  CHECK(mailutf_message_parse(NULL, 1, NULL) == NULL);
  CHECK(has(mailutf_message_header(NULL, "To"), MAILUTF_INVALID_ARGUMENT));
  CHECK(has(mailutf_message_part_text(NULL, 0), MAILUTF_INVALID_ARGUMENT));
  CHECK(mailutf_message_part_count(NULL) == 0 && mailutf_message_text_part(NULL) == MAILUTF_NO_PART);
  CHECK(mailutf_message_date(NULL, &seconds) == MAILUTF_INVALID_ARGUMENT);
  mailutf_message_free(NULL);
  message = mailutf_message_parse(NULL, 0, NULL);
  CHECK(mailutf_message_date(message, &seconds) == MAILUTF_NOTHING && mailutf_message_part_count(message) == 1);
  mailutf_message_free(message);
}

static void ids(void) {
  mailutf_message *message = mailutf_message_parse(
      "Message-ID: <3@example.org>\nReferences: <1@example.org><2@\n example.org> (and others)\n\n", N, NULL);
  mailutf_ids *references = mailutf_message_ids(message, "references");
  CHECK(mailutf_ids_status(references) == MAILUTF_OK && mailutf_ids_count(references) == 2);
  CHECK(strcmp(mailutf_ids_id(references, 0), "1@example.org") == 0);
  CHECK(strcmp(mailutf_ids_id(references, 1), "2@example.org") == 0 && mailutf_ids_id(references, 2) == NULL);
  mailutf_ids_free(references);
  mailutf_ids *none = mailutf_message_ids(message, "In-Reply-To");
  CHECK(mailutf_ids_status(none) == MAILUTF_OK && mailutf_ids_count(none) == 0 && mailutf_ids_id(none, 0) == NULL);
  mailutf_ids_free(none);
  none = mailutf_message_ids(message, NULL);
  CHECK(mailutf_ids_status(none) == MAILUTF_INVALID_ARGUMENT && mailutf_ids_count(none) == 0);
  mailutf_ids_free(none);
  mailutf_message_free(message);
  none = mailutf_message_ids(NULL, "References");
  CHECK(mailutf_ids_status(none) == MAILUTF_INVALID_ARGUMENT);
  mailutf_ids_free(none);
  CHECK(mailutf_ids_status(NULL) == MAILUTF_INTERNAL_ERROR && mailutf_ids_count(NULL) == 0);
  CHECK(mailutf_ids_id(NULL, 0) == NULL);
  mailutf_ids_free(NULL);
}

static void parts(void) {
  mailutf_message *message = mailutf_message_parse(
      "Content-Type: multipart/related; boundary=b\n\n"
      "--b\nContent-Type: text/html; charset=koi8-r\nContent-Description: =?koi8-r?B?68/E?=\n\n"
      "<p>\xEB\xCF\xC4<blockquote>x</blockquote><img src=\"cid:1@b\">\n"
      "--b\nContent-Type: text/plain; format=flowed\n\none \ntwo\n"
      "--b\nContent-Type: image/png\nContent-ID: <1@b>\n\n...\n--b--\n",
      N, NULL);
  size_t html = mailutf_message_html_part(message);
  CHECK(is(mailutf_message_part_header(message, html, "content-description"), "Код"));
  CHECK(has(mailutf_message_part_header(message, html, "Content-ID"), MAILUTF_NOTHING));
  CHECK(has(mailutf_message_part_header(message, html, NULL), MAILUTF_INVALID_ARGUMENT));
  CHECK(has(mailutf_message_part_header(message, MAILUTF_NO_PART, "To"), MAILUTF_NOTHING));
  CHECK(has(mailutf_message_part_header(NULL, 0, "To"), MAILUTF_INVALID_ARGUMENT));
  mailutf_text *plain = mailutf_message_part_plain_text(message, html);
  CHECK(strcmp(mailutf_text_charset(plain), "KOI8-R") == 0);
  CHECK(is(plain, "Код\n\n> x\n"));
  CHECK(is(mailutf_message_part_plain_text(message, html + 1), "one two"));
  size_t picture = mailutf_message_part_by_content_id(message, "1@b");
  CHECK(strcmp(mailutf_message_media_type(message, picture), "image/png") == 0);
  CHECK(is(mailutf_message_part_content_id(message, picture), "1@b"));
  CHECK(has(mailutf_message_part_plain_text(message, picture), MAILUTF_UNREADABLE));
  CHECK(has(mailutf_message_part_content_id(message, html), MAILUTF_NOTHING));
  CHECK(mailutf_message_part_by_content_id(message, "2@b") == MAILUTF_NO_PART);
  CHECK(mailutf_message_part_by_content_id(message, NULL) == MAILUTF_NO_PART);
  CHECK(mailutf_message_part_by_content_id(NULL, "1@b") == MAILUTF_NO_PART);
  mailutf_message_free(message);
}

/* If the label of a body or of an encoded word is wrong, the text has two readings: as the octets
 * suggest, and as the label says. */
static void readings(void) {
  mailutf_message *message = mailutf_message_parse(
      "Subject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2=2C_=EA=E0=EA_=E4=E5=EB=E0?=\n"
      "Content-Type: text/plain; charset=koi8-r\n\n\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?\n",
      N, NULL);
  mailutf_readings *found = mailutf_message_readings(message);
  CHECK(mailutf_readings_status(found) == MAILUTF_OK && mailutf_readings_count(found) == 2);
  CHECK(strcmp(mailutf_readings_place(found, 0), "body") == 0);
  CHECK(strcmp(mailutf_readings_label(found, 0), "koi8-r") == 0);
  CHECK(is(mailutf_message_part_text(message, mailutf_readings_part(found, 0)), "Привет, как дела?\n"));
  CHECK(strcmp(mailutf_readings_other_text(found, 0, 0), "оПХБЕР, ЙЮЙ ДЕКЮ?\n") == 0);
  CHECK(strcmp(mailutf_readings_other_how(found, 0, 0), "in KOI8-R, as its label says") == 0);
  CHECK(strcmp(mailutf_readings_other_rule(found, 0, 0), "label") == 0);
  CHECK(strcmp(mailutf_readings_place(found, 1), "words") == 0 && mailutf_readings_part(found, 1) == 0);
  CHECK(is(mailutf_message_header(message, "Subject"), "Привет, как дела"));
  CHECK(strcmp(mailutf_readings_other_text(found, 1, 0), "Ïðèâåò, êàê äåëà") == 0);
  size_t others = mailutf_readings_other_count(found, 1);
  CHECK(others >= 1 && mailutf_readings_other_text(found, 1, others) == NULL);
  CHECK(mailutf_readings_other_how(found, 1, others) == NULL && mailutf_readings_other_rule(found, 2, 0) == NULL);
  CHECK(mailutf_readings_place(found, 2) == NULL && mailutf_readings_label(found, 2) == NULL);
  CHECK(mailutf_readings_part(found, 2) == MAILUTF_NO_PART && mailutf_readings_other_count(found, 2) == 0);
  mailutf_readings_free(found);
  mailutf_message_free(message);
  found = mailutf_message_readings(NULL);
  CHECK(mailutf_readings_status(found) == MAILUTF_INVALID_ARGUMENT && mailutf_readings_count(found) == 0);
  mailutf_readings_free(found);
  CHECK(mailutf_readings_status(NULL) == MAILUTF_INTERNAL_ERROR && mailutf_readings_count(NULL) == 0);
  mailutf_readings_free(NULL);
}

struct written {
  char octets[2000];
  size_t length;
  size_t most;
};

static int append(void *context, const char *octets, size_t length) {
  struct written *written = (struct written *)context;
  if (written->length + length > written->most) {
    return 1;
  }
  memcpy(written->octets + written->length, octets, length);
  written->length += length;
  return 0;
}

static void rewritten(void) {
  struct written written = {{0}, 0, sizeof written.octets};
  mailutf_text *done = mailutf_normalize(MESSAGE, N, NULL, append, &written);
  CHECK(mailutf_text_status(done) == MAILUTF_OK && mailutf_text_length(done) == 0);
  mailutf_text_free(done);
  mailutf_text *whole = mailutf_normalize(MESSAGE, N, NULL, NULL, NULL);
  CHECK(mailutf_text_length(whole) == written.length);
  CHECK(memcmp(mailutf_text_data(whole), written.octets, written.length) == 0);
  CHECK(strstr(mailutf_text_data(whole), "Subject: Привет\r\n") && strstr(mailutf_text_data(whole), "\r\nКод\r\n"));
  /* Rewriting the new message changes nothing. */
  CHECK(is(mailutf_normalize(mailutf_text_data(whole), N, NULL, NULL, NULL), mailutf_text_data(whole)));
  mailutf_text_free(whole);
  written.length = 0;
  written.most = 50;
  CHECK(has(mailutf_normalize(MESSAGE, N, NULL, append, &written), MAILUTF_STOPPED));
  /* Text that cannot be converted is left unchanged, and a finding names it. */
  const char *runes = "Subject: =?x-runes?Q?=FF?=\n\n";
  whole = mailutf_normalize(runes, N, NULL, NULL, NULL);
  CHECK(mailutf_text_status(whole) == MAILUTF_UNREADABLE && strcmp(mailutf_text_data(whole), runes) == 0);
  CHECK(mailutf_text_finding_count(whole) == 1 && mailutf_text_reason(whole)[0] != '\0');
  CHECK(strcmp(mailutf_text_finding_code(whole, 0), "word-unresolved") == 0);
  mailutf_text_free(whole);
  mailutf_hints *hints = mailutf_hints_new();
  CHECK(mailutf_hints_set(hints, "headers", "encoded") == MAILUTF_OK);
  CHECK(is(mailutf_normalize("Subject: =?koi8-r?B?8NLJ18XU?=\n\n", N, hints, NULL, NULL),
           "Subject: =?utf-8?B?0J/RgNC40LLQtdGC?=\n\n"));
  mailutf_hints_free(hints);
  CHECK(is(mailutf_to_utf7("Content-Type: text/plain; charset=utf-8\n\n\xE2\x98\xBA\n", N, NULL, NULL, NULL),
           "Content-Type: text/plain; charset=utf-7\n\n+Jjo\n"));
  CHECK(has(mailutf_normalize(NULL, 1, NULL, NULL, NULL), MAILUTF_INVALID_ARGUMENT));
}

struct source {
  const char *octets;
  size_t left;
  size_t piece;
};

static size_t next_piece(void *context, char *buffer, size_t room) {
  struct source *source = (struct source *)context;
  size_t length = source->left < source->piece ? source->left : source->piece;
  length = length < room ? length : room;
  memcpy(buffer, source->octets, length);
  source->octets += length;
  source->left -= length;
  return length;
}

static size_t failing(void *context, char *buffer, size_t room) {
  (void)context;
  (void)buffer;
  (void)room;
  return (size_t)-1;
}

static void mailboxes(void) {
  const char *mbox =
      "From a@example.org Sat Nov 21 10:00:00 2026\nSubject: one\n\n>From here\n\n"
      "From a@example.org Sat Nov 21 10:00:00 2026\nSubject: =?koi8-r?B?8NLJ18XU?=\n\ntwo\n";
  struct source source = {mbox, strlen(mbox), 7};
  mailutf_mailbox *mailbox = mailutf_mailbox_open(next_piece, &source, NULL);
  CHECK(mailbox != NULL && mailutf_mailbox_length(mailbox) == 0);
  CHECK(mailutf_mailbox_next(mailbox) == MAILUTF_OK && mailutf_mailbox_offset(mailbox) == 0);
  CHECK(memcmp(mailutf_mailbox_octets(mailbox), "Subject: one\n\nFrom here\n", 24) == 0);
  CHECK(mailutf_mailbox_next(mailbox) == MAILUTF_OK && mailutf_mailbox_offset(mailbox) == 70);
  mailutf_message *message = mailutf_mailbox_message(mailbox, NULL);
  CHECK(mailutf_mailbox_next(mailbox) == MAILUTF_NOTHING && mailutf_mailbox_next(mailbox) == MAILUTF_NOTHING);
  CHECK(mailutf_mailbox_length(mailbox) == 0);
  mailutf_mailbox_free(mailbox);
  CHECK(is(mailutf_message_header(message, "Subject"), "Привет"));
  mailutf_message_free(message);
  mailutf_hints *hints = mailutf_hints_new();
  CHECK(mailutf_hints_set(hints, "limit-message", "10") == MAILUTF_OK);
  struct source again = {mbox, strlen(mbox), 1000};
  mailbox = mailutf_mailbox_open(next_piece, &again, hints);
  mailutf_hints_free(hints);
  CHECK(mailutf_mailbox_next(mailbox) == MAILUTF_TOO_LARGE && mailutf_mailbox_length(mailbox) == 0);
  CHECK(mailutf_mailbox_next(mailbox) == MAILUTF_TOO_LARGE && mailutf_mailbox_offset(mailbox) == 70);
  CHECK(mailutf_mailbox_next(mailbox) == MAILUTF_NOTHING);
  mailutf_mailbox_free(mailbox);
  mailbox = mailutf_mailbox_open(failing, NULL, NULL);
  CHECK(mailbox == NULL && mailutf_mailbox_open(NULL, NULL, NULL) == NULL);
  CHECK(mailutf_mailbox_next(NULL) == MAILUTF_INVALID_ARGUMENT && mailutf_mailbox_message(NULL, NULL) == NULL);
  CHECK(mailutf_mailbox_length(NULL) == 0 && mailutf_mailbox_octets(NULL) != NULL);
  mailutf_mailbox_free(NULL);
}

int main(void) {
  shown();
  ids();
  parts();
  readings();
  rewritten();
  mailboxes();
  return 0;
}
