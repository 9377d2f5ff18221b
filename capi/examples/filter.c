/* A filter for delivery agents: reads a message from standard input and writes it in UTF-8. If the
 * message cannot be rewritten, it is written unchanged. In both cases the exit status is 0, so that the
 * delivery agent does not discard the message.
 *
 * Compile the program as README.md says, and run it: ./filter < message */

#include <mailutf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

/* Reads all of standard input. Returns NULL if it cannot be read. */
static char *read_all(size_t *length) {
  size_t room = 1 << 16;
  char *octets = malloc(room);
  *length = 0;
  while (octets != NULL) {
    size_t got = fread(octets + *length, 1, room - *length, stdin);
    if (got == 0) {
      if (ferror(stdin)) {
        free(octets);
        return NULL;
      }
      break;
    }
    *length += got;
    if (*length == room) {
      char *more = realloc(octets, room *= 2);
      if (more == NULL) {
        free(octets);
      }
      octets = more;
    }
  }
  return octets;
}

int main(void) {
  size_t length;
  char *message = read_all(&length);
  if (message == NULL) {
    return EX_TEMPFAIL;
  }
  mailutf_hints *hints = mailutf_hints_new();
  /* Headers are written in encoded words, because some programs that get the message from an IMAP or
   * SMTP server cannot read raw UTF-8 in headers. */
  mailutf_hints_set(hints, "headers", "encoded");
  mailutf_text *text = mailutf_normalize(message, length, hints, NULL, NULL);
  mailutf_status status = mailutf_text_status(text);
  /* MAILUTF_UNREADABLE means that some text was left unchanged; the new message is complete. */
  int is_whole = status == MAILUTF_OK || status == MAILUTF_UNREADABLE;
  const char *output = is_whole ? mailutf_text_data(text) : message;
  size_t size = is_whole ? mailutf_text_length(text) : length;
  int failed = fwrite(output, 1, size, stdout) != size || fflush(stdout) != 0;
  mailutf_text_free(text);
  mailutf_hints_free(hints);
  free(message);
  return failed ? EX_TEMPFAIL : EX_OK;
}
