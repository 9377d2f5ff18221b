/* Shows the mail in an mbox or in a file with one message: the author, the date, the text, and
 * the names of the attachments.
 *
 * Compile the program as README.md says, and run it: ./client FILE */

#include <mailutf.h>
#include <stdio.h>
#include <time.h>

static size_t read_file(void *file, char *buffer, size_t room) {
  size_t length = fread(buffer, 1, room, (FILE *)file);
  return length == 0 && ferror((FILE *)file) ? (size_t)-1 : length;
}

/* Prints decoded text. The text can contain control characters, so they are replaced before
 * they reach the terminal. */
static void print(mailutf_text *text) {
  const char *data = mailutf_text_data(text);
  for (size_t at = 0; at < mailutf_text_length(text); at++) {
    unsigned char octet = (unsigned char)data[at];
    putchar(octet >= ' ' || octet == '\n' || octet == '\t' ? octet : '?');
  }
  mailutf_text_free(text);
}

static void show(const mailutf_message *message) {
  static const char *const FIELDS[] = {"From", "To", "Subject"};
  for (size_t field = 0; field < sizeof FIELDS / sizeof *FIELDS; field++) {
    printf("%s: ", FIELDS[field]);
    print(mailutf_message_header(message, FIELDS[field]));
    putchar('\n');
  }
  int64_t seconds;
  if (mailutf_message_date(message, &seconds) == MAILUTF_OK) {
    time_t date = (time_t)seconds;
    char shown[32];
    if (strftime(shown, sizeof shown, "%Y-%m-%d %H:%M", gmtime(&date)) > 0) {
      printf("Date: %s UTC\n", shown);
    }
  }
  putchar('\n');
  size_t part = mailutf_message_text_part(message);
  if (part != MAILUTF_NO_PART) {
    mailutf_text *text = mailutf_message_part_text(message, part);
    if (mailutf_text_status(text) != MAILUTF_OK) {
      printf("[unreadable: %s]", mailutf_text_reason(text));
    }
    print(text);
    putchar('\n');
  }
  for (size_t index = 0; (part = mailutf_message_attachment(message, index)) != MAILUTF_NO_PART; index++) {
    mailutf_text *octets = mailutf_message_part_octets(message, part);
    printf("[%s, %zu octets: ", mailutf_message_media_type(message, part), mailutf_text_length(octets));
    mailutf_text_free(octets);
    print(mailutf_message_part_file_name(message, part));
    puts("]");
  }
}

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: client FILE\n");
    return 2;
  }
  int failed = 0;
  mailutf_mailbox *mailbox = mailutf_mailbox_open(read_file, file, NULL);
  for (mailutf_status status; (status = mailutf_mailbox_next(mailbox)) != MAILUTF_NOTHING;) {
    if (status == MAILUTF_OK) {
      mailutf_message *message = mailutf_mailbox_message(mailbox, NULL);
      show(message);
      mailutf_message_free(message);
    } else {
      failed = 1;
      if (status != MAILUTF_TOO_LARGE) {
        break;
      }
    }
  }
  mailutf_mailbox_free(mailbox);
  fclose(file);
  return failed;
}
