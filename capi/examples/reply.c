/* Writes the header of a reply to a message: the recipient, the subject, and the thread. Encoded words of the
 * message can contain line ends, but their text cannot add a field to the header of the reply.
 *
 * Compile the program as README.md says, and run it: ./reply < message */

#include <mailutf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Writes a folded field, and frees its value. Returns 0 if the value cannot be written. */
static int write_field(const char *name, mailutf_text *value) {
  int done = mailutf_text_status(value) == MAILUTF_OK;
  if (done) {
    printf("%s: %s\r\n", name, mailutf_text_data(value));
  } else {
    fprintf(stderr, "%s: %s\n", name, mailutf_text_reason(value));
  }
  mailutf_text_free(value);
  return done;
}

static int write_to(const mailutf_message *message) {
  mailutf_addresses *to = mailutf_message_addresses(message, "Reply-To");
  if (mailutf_addresses_count(to) == 0) {
    mailutf_addresses_free(to);
    to = mailutf_message_addresses(message, "From");
  }
  int done = write_field("To", mailutf_encode_addresses(to, MAILUTF_FOLDED));
  mailutf_addresses_free(to);
  return done;
}

static int write_subject(const mailutf_message *message) {
  mailutf_text *subject = mailutf_message_header(message, "Subject");
  const char *text = mailutf_text_data(subject);
  size_t length = mailutf_text_length(subject);
  const char *before = strncasecmp(text, "Re:", 3) == 0 ? "" : "Re: ";
  char *reply = malloc(strlen(before) + length + 1);
  int done = 0;
  if (reply != NULL) {
    memcpy(reply, before, strlen(before));
    memcpy(reply + strlen(before), text, length);
    done = write_field("Subject", mailutf_encode_header(reply, strlen(before) + length, MAILUTF_FOLDED));
  }
  free(reply);
  mailutf_text_free(subject);
  return done;
}

/* Returns the identifiers of the messages that came before `message` in its thread (RFC 5322 section 3.6.4).
 * Returns NULL, which stands for an empty list, if the message has no field References and its field
 * In-Reply-To does not name exactly one message. */
static mailutf_ids *thread_before(const mailutf_message *message) {
  mailutf_ids *references = mailutf_message_ids(message, "References");
  if (mailutf_ids_count(references) > 0) {
    return references;
  }
  mailutf_ids_free(references);
  mailutf_ids *answered = mailutf_message_ids(message, "In-Reply-To");
  if (mailutf_ids_count(answered) == 1) {
    return answered;
  }
  mailutf_ids_free(answered);
  return NULL;
}

static void write_thread(const mailutf_message *message) {
  mailutf_ids *own = mailutf_message_ids(message, "Message-ID");
  const char *id = mailutf_ids_id(own, 0);
  if (id != NULL) {
    mailutf_ids *before = thread_before(message);
    printf("In-Reply-To: <%s>\r\nReferences:", id);
    for (size_t index = 0; index < mailutf_ids_count(before); index++) {
      printf(" <%s>\r\n", mailutf_ids_id(before, index));
    }
    printf(" <%s>\r\n", id);
    mailutf_ids_free(before);
  }
  mailutf_ids_free(own);
}

int main(void) {
  static char octets[1 << 20];
  size_t length = fread(octets, 1, sizeof octets, stdin);
  mailutf_message *message = mailutf_message_parse(octets, length, NULL);
  int done = write_to(message) && write_subject(message);
  write_thread(message);
  mailutf_message_free(message);
  return !done;
}
