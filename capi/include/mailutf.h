/*
 * mailutf: text of mail, in any charset, read right.
 *
 *     mailutf_text *subject = mailutf_header_text(" =?koi8-r?B?8NLJ18XU?=", MAILUTF_UNTIL_NUL, NULL);
 *     puts(mailutf_text_data(subject));
 *     mailutf_text_free(subject);
 *
 * Rules, for all functions:
 *
 * - What you pass is borrowed for the call: the library keeps no pointer to it and does not change it.
 * - What a function returns as a pointer to a type of this file is yours: free it, once, by the function ..._free of its type.
 *   What a getter returns as `const char *` belongs to its handle and lives as long, or is static; do not free it.
 * - A length in octets stands beside each pointer to text; MAILUTF_UNTIL_NUL stands for: up to the first NUL. Names without a
 *   length are NUL-terminated, both ways. Text that is returned has a length, and a NUL after it as well.
 * - NULL is safe: as text it needs length 0 or MAILUTF_UNTIL_NUL and is empty; as hints it is the defaults; as any other handle
 *   it is an empty result, with the status MAILUTF_INTERNAL_ERROR or MAILUTF_INVALID_ARGUMENT; freeing it does nothing.
 * - A function that returns text, addresses, ids or readings returns NULL only after a mistake in the library, with nothing to
 *   free. Everything else, an argument that is not valid included, is a handle with a status.
 * - Functions that only read, and those without handles, may be called from any thread at the same time, also with the same
 *   handles. A handle may move to another thread. While you change hints or addresses, or free a handle, no other call may use
 *   it.
 * - No state is kept between calls but in handles: results depend on the arguments, never on the locale or the environment.
 * - Nothing is printed, no file is read, and no signal is raised. A panic of the code within ends as MAILUTF_INTERNAL_ERROR.
 *   Memory that cannot be allocated ends the process, as in most programs.
 * - Time is linear in the input; memory is a small multiple of it.
 * - Before version 1.0, the second number of the version is part of the SONAME: it changes when a program must be compiled again.
 *   Choices have names, types are opaque, and new functions may be added: none of these changes it.
 *
 * Made by cbindgen from capi/src; do not edit.
 */

#ifndef MAILUTF_H
#define MAILUTF_H

#include <stddef.h>
#include <stdint.h>

// A length that stands for: up to the first NUL.
#define MAILUTF_UNTIL_NUL SIZE_MAX

// What stands for no part of a message.
#define MAILUTF_NO_PART SIZE_MAX

// An option: characters beyond US-ASCII are written in UTF-8 (RFC 6532), for servers with SMTPUTF8, instead of by encoded words
// (RFC 2047) and RFC 2231, which every server takes.
#define MAILUTF_UTF8 1

// An option: long values are folded, which inserts CRLF before a blank, as RFC 5322 wants it of mail that is sent; the name of
// the field may have 28 characters. Without it, the value is one line.
#define MAILUTF_FOLDED 2

// How a call ended. Released numbers never change, and new ones may be added.
typedef enum {
  // It did what it is for.
  MAILUTF_OK = 0,
  // There is nothing to return: no file name, no such parameter, no evidence for a charset.
  MAILUTF_NOTHING = 1,
  // It is no text; with a strict policy, it cannot be read without loss.
  MAILUTF_UNREADABLE = 2,
  // The charset has no such character, or a header cannot have such an address or parameter.
  MAILUTF_UNENCODABLE = 3,
  // The name means no charset.
  MAILUTF_UNKNOWN_CHARSET = 4,
  // An argument is not what the function needs, such as NULL with a length.
  MAILUTF_INVALID_ARGUMENT = 5,
  // A mistake in this library. Please report it.
  MAILUTF_INTERNAL_ERROR = 6,
  // The caller's function returned that it will not go on.
  MAILUTF_STOPPED = 7,
  // The caller's function could not read.
  MAILUTF_READ_FAILED = 8,
  // A message is larger than the limit.
  MAILUTF_TOO_LARGE = 9,
} mailutf_status;

// A list of addresses.
typedef struct mailutf_addresses mailutf_addresses;

// A conversion between two charsets.
typedef struct mailutf_converter mailutf_converter;

// What the caller knows beside a text. New hints are the defaults, and so is NULL.
typedef struct mailutf_hints mailutf_hints;

// A list of identifiers of messages or parts.
typedef struct mailutf_ids mailutf_ids;

// A mailbox that is read.
typedef struct mailutf_mailbox mailutf_mailbox;

// A message, parsed once. It keeps a copy of its octets.
typedef struct mailutf_message mailutf_message;

// How the texts of a message could be read otherwise: for a person who sees garbage.
typedef struct mailutf_readings mailutf_readings;

// What a call returns: a text, or the reason why there is none.
typedef struct mailutf_text mailutf_text;

// Puts at most `room` octets, the next of a mailbox, to `buffer`. Returns how many; 0 at the end, and (size_t)-1 if they cannot
// be read.
typedef size_t (*mailutf_read)(void *context, char *buffer, size_t room);

// Takes the next octets of a new message. Returns 0, or another number to stop.
typedef int (*mailutf_write)(void *context, const char *octets, size_t length);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as "0.1.0"; static.
const char *mailutf_version(void);

// How the call ended that returned `text`; MAILUTF_INTERNAL_ERROR for NULL.
mailutf_status mailutf_text_status(const mailutf_text *text);

// The text, in UTF-8 unless the function says otherwise, with a NUL after it; never NULL, and empty if there is no text.
// The text can contain NUL and other control characters: escape it before you print it.
const char *mailutf_text_data(const mailutf_text *text);

// The length of the text in octets, without the NUL after it.
size_t mailutf_text_length(const mailutf_text *text);

// Why there is no text, in English, for a person; empty if there is one; never NULL.
const char *mailutf_text_reason(const mailutf_text *text);

// The charset in which the text was read, by its MIME name, where one charset reads it; otherwise NULL.
const char *mailutf_text_charset(const mailutf_text *text);

// What shows that charset, in English, for a person; NULL where mailutf_text_charset() returns NULL.
const char *mailutf_text_evidence(const mailutf_text *text);

// How many ill-formed sequences became U+FFFD.
size_t mailutf_text_replaced(const mailutf_text *text);

// How many things were guessed or repaired to read the text.
size_t mailutf_text_finding_count(const mailutf_text *text);

// The code of a finding, counted from 0, such as "label-superset"; `mailutf explain` lists all. NULL beyond the last.
const char *mailutf_text_finding_code(const mailutf_text *text,
                                      size_t index);

// What was found, in English, for a person; NULL beyond the last.
const char *mailutf_text_finding_detail(const mailutf_text *text, size_t index);

// Frees a text.
void mailutf_text_free(mailutf_text *text);

// Makes hints. Free them by mailutf_hints_free().
mailutf_hints *mailutf_hints_new(void);

// Makes a choice, by the name that the option of the program `mailutf` has. Later choices win.
//
// | choice             | values                                                                              |
// |--------------------|-------------------------------------------------------------------------------------|
// | "fallback-charset" | a charset: for text without a usable label or other evidence                        |
// | "charset"          | "DECLARED=REAL": text labelled DECLARED is in the charset REAL; may be repeated     |
// | "rules"            | rules in TOML, as `mailutf review` writes them; "charset" counts more               |
// | "strict"           | "yes": take labels literally and never guess; "no"                                  |
// | "lossy"            | "yes": U+FFFD for ill-formed sequences where text would be unreadable; "no"         |
// | "doubtful"         | text whose letters are words in another charset only: "evidence", the default when  |
// |                    | text is shown; "label"; "keep", the default when mail is written: leave it          |
// | "logical-order"    | "yes": Hebrew in visual order is put in logical order; "no"                         |
// | "headers"          | mail that is written: "utf8", "encoded" or "keep"                                   |
// | "bodies"           | mail that is written: "auto", "8bit", "qp", "base64" or "keep"                      |
// | "attachments"      | mail that is written: text attachments: "convert" or "keep"                         |
// | "decode-all", "keep-dkim", "break-signatures" | mail that is written: "yes" or "no"                      |
// | "limit-message"    | a number of octets: larger messages of a mailbox are not read                       |
//
// Returns MAILUTF_INVALID_ARGUMENT if there is no such choice or value, and MAILUTF_UNKNOWN_CHARSET; nothing changes then.
mailutf_status mailutf_hints_set(mailutf_hints *hints,
                                 const char *choice,
                                 const char *value);

// Adds other text of the same message, such as its body: evidence for text without a label. `label` is its charset as the
// message names it, or NULL. The text is without its transfer encoding.
mailutf_status mailutf_hints_add_text(mailutf_hints *hints,
                                      const char *text,
                                      size_t length,
                                      const char *label);

// Frees hints.
void mailutf_hints_free(mailutf_hints *hints);

// The text of a header field without addresses, such as Subject. `value` is what follows the colon in the message, folds
// included. Encoded words that cannot be decoded without loss stay encoded. Encoded words can hold line ends, which the text then
// has: to write it into a header, encode it by mailutf_encode_header().
mailutf_text *mailutf_header_text(const char *value,
                                  size_t length,
                                  const mailutf_hints *hints);

// The text of a parameter of a header field, such as "charset" of Content-Type, whether in the form of RFC 2231, in encoded
// words or in raw octets. `value` is what follows the colon; `name` is case-insensitive. MAILUTF_NOTHING without such a
// parameter.
mailutf_text *mailutf_header_parameter(const char *value,
                                       size_t length,
                                       const char *parameter,
                                       const mailutf_hints *hints);

// The file name of a part, from the values of its Content-Disposition and Content-Type, either of which may be NULL with
// length 0. MAILUTF_NOTHING if neither has a name. The name can contain any characters, slashes included: see
// mailutf_safe_file_name().
mailutf_text *mailutf_file_name(const char *content_disposition,
                                size_t content_disposition_length,
                                const char *content_type,
                                size_t content_type_length,
                                const mailutf_hints *hints);

// A name under which a file can be saved in a directory: without slashes, control characters and other traps of file
// systems. `file_name` is UTF-8. MAILUTF_NOTHING if nothing is left of it.
mailutf_text *mailutf_safe_file_name(const char *file_name,
                                     size_t length);

// The addresses in a header field, such as From or Cc, members of groups included. `value` is what follows the colon in the
// message. Do not give it decoded text, in which a name can look like an address.
mailutf_addresses *mailutf_header_addresses(const char *value,
                                            size_t length,
                                            const mailutf_hints *hints);

// Makes a list without addresses, for mailutf_encode_addresses(). Free it by mailutf_addresses_free().
mailutf_addresses *mailutf_addresses_new(void);

// Adds an address to a list, new or returned by another function. `name` is the display name in UTF-8, NULL or empty if there is
// none; `address` is in UTF-8 and has no brackets. Both are decoded text, as the getters return it.
// MAILUTF_INVALID_ARGUMENT for what is not UTF-8, and for NULL as `address`; nothing changes then.
mailutf_status mailutf_addresses_add(mailutf_addresses *addresses,
                                     const char *name,
                                     const char *address);

// How the call ended that returned the list; MAILUTF_INTERNAL_ERROR for NULL. A list without addresses is MAILUTF_OK.
mailutf_status mailutf_addresses_status(const mailutf_addresses *addresses);

// How many addresses there are.
size_t mailutf_addresses_count(const mailutf_addresses *addresses);

// The name of an address, counted from 0: the display name, or the comment, which old mail used for the name; empty if
// there is neither. NULL beyond the last address. A NUL in it is U+FFFD.
const char *mailutf_addresses_name(const mailutf_addresses *addresses,
                                   size_t index);

// An address, counted from 0, without brackets and comments. An encoded word in it stays encoded. If the entry has none, but
// its encoded words hold one, that one. NULL beyond the last address. A NUL in it is U+FFFD.
const char *mailutf_addresses_address(const mailutf_addresses *addresses,
                                      size_t index);

// Frees a list of addresses.
void mailutf_addresses_free(mailutf_addresses *addresses);

// The value of a field with text, such as Subject, from UTF-8: mailutf_header_text() reads it again. `options` are 0, or
// MAILUTF_UTF8 and MAILUTF_FOLDED, joined by |. Write the name of the field, ": ", the value, and CRLF. A line end in `text`
// never becomes one of the header: write decoded text by this function only. MAILUTF_UNREADABLE if the text is not UTF-8.
mailutf_text *mailutf_encode_header(const char *text,
                                    size_t length,
                                    uint32_t options);

// The value of a field with addresses, such as To: mailutf_header_addresses() reads it again. `options` are as those of
// mailutf_encode_header(). The list is of another message, or one of mailutf_addresses_new(). MAILUTF_UNENCODABLE if an
// address cannot be written so: a list is written whole or not at all, and the reason names the address. A list that is not
// MAILUTF_OK gives its status.
mailutf_text *mailutf_encode_addresses(const mailutf_addresses *addresses,
                                       uint32_t options);

// A parameter of a field, such as "filename" of Content-Disposition, with its name, from UTF-8. Write "; " before it.
// mailutf_header_parameter() reads it again. `options` are as those of mailutf_encode_header(). MAILUTF_UNENCODABLE if
// `parameter` cannot be a name; MAILUTF_UNREADABLE if the value is not UTF-8.
mailutf_text *mailutf_encode_parameter(const char *parameter,
                                       const char *value,
                                       size_t length,
                                       uint32_t options);

// The text of one body, as IMAP returns it (RFC 9051, BODY[1]), with its line ends. `body` is the body with its transfer
// encoding; the others are the values of Content-Type and Content-Transfer-Encoding, or NULL with length 0.
// MAILUTF_UNREADABLE if it is no text. What cannot be decoded is U+FFFD.
mailutf_text *mailutf_body_text(const char *body,
                                size_t length,
                                const char *content_type,
                                size_t content_type_length,
                                const char *transfer_encoding,
                                size_t transfer_encoding_length,
                                const mailutf_hints *hints);

// HTML as a person reads it: lines and paragraphs, "> " before quotations, marks of list items; pictures are shown by their
// alternative text. `html` is UTF-8, as mailutf_body_text() returns it. MAILUTF_UNREADABLE if it is not UTF-8. Of a message,
// take mailutf_message_part_plain_text().
mailutf_text *mailutf_html_to_text(const char *html,
                                   size_t length);

// The charset of text that nothing labels, by its MIME name. MAILUTF_NOTHING if there is no evidence.
// mailutf_text_evidence() tells it: "ASCII only", "byte order mark", "valid UTF-8", "escape sequences", "order of UTF-16", or
// "statistics", which is a guess.
mailutf_text *mailutf_detect(const char *text,
                             size_t length);

// Decodes text in the charset that mail calls `label`: "iso-8859-1" is read as windows-1252, "gb2312" as GB18030.
// MAILUTF_UNREADABLE for ill-formed octets, unless the hints choose "lossy"; MAILUTF_UNKNOWN_CHARSET.
mailutf_text *mailutf_decode(const char *text,
                             size_t length,
                             const char *label,
                             const mailutf_hints *hints);

// Encodes UTF-8 text in the charset called `label`, here literally: "iso-8859-1" is just that. MAILUTF_UNENCODABLE if the
// charset lacks a character, MAILUTF_UNREADABLE if the text is not UTF-8, MAILUTF_UNKNOWN_CHARSET.
// "utf-16" begins with a byte order mark, also where the text is empty.
mailutf_text *mailutf_encode(const char *text,
                             size_t length,
                             const char *label);

// The name of an IMAP mailbox for a person: modified UTF-7 is decoded; a sequence that encodes no text stays as it is, and
// raw octets are read as UTF-8. Never fails. Send the server the name as it came, not this text encoded again.
// mailutf_text_replaced() counts what breaks the rules.
mailutf_text *mailutf_imap_decode(const char *name,
                                  size_t length);

// The name of an IMAP mailbox in modified UTF-7, from UTF-8. MAILUTF_UNREADABLE if it is not UTF-8.
mailutf_text *mailutf_imap_encode(const char *name, size_t length);

// Opens a conversion, as iconv_open(3): from the charset that mail calls `from_code`, so that "iso-8859-1" is read as
// windows-1252 and "gb2312" as GB18030, to the one called `to_code`, literally. After a name may stand "//TRANSLIT", which writes
// similar characters for those that the output charset lacks, and a question mark where there is none; "//IGNORE", which leaves
// them out, and ill-formed input, too; and "//EXACT", which takes `from_code` literally. Close it by mailutf_iconv_close().
//
// Returns (mailutf_converter *)-1 and sets errno: EINVAL, a name means no charset.
//
// A difference to other libraries: the empty name and "char" stand for UTF-8, not for the charset of the locale.
mailutf_converter *mailutf_iconv_open(const char *to_code,
                                      const char *from_code);

// Converts, as iconv(3): up to `*inbytesleft` octets from `*inbuf` on to at most `*outbytesleft` octets from `*outbuf` on, and
// moves all four behind what was converted. If `inbuf` or `*inbuf` is NULL, writes what returns the output to its initial shift
// state, unless `outbuf` or `*outbuf` is NULL, and goes back to the initial state.
//
// Returns the number of characters that were replaced or left out, or (size_t)-1 and sets errno:
// - E2BIG: the next character does not fit into the output. Call again, with more room.
// - EINVAL: the input ends within a character, which is left in the input. Call again, with more input after it.
// - EILSEQ: the input is ill-formed at `*inbuf`, or the output charset lacks its character. To go on, skip at least one octet.
// - EBADF: there is no such conversion.
size_t mailutf_iconv(mailutf_converter *converter,
                     char **inbuf,
                     size_t *inbytesleft,
                     char **outbuf,
                     size_t *outbytesleft);

// Closes a conversion, as iconv_close(3). Returns 0, or -1 and sets errno: EBADF, there is none.
int mailutf_iconv_close(mailutf_converter *converter);

// Parses a message: octets as they are stored, without the `From ` line of an mbox. Other text of the message in the hints is
// not used: the message has it. Returns NULL for an argument that is not valid, too. Free it by mailutf_message_free().
mailutf_message *mailutf_message_parse(const char *message,
                                       size_t length,
                                       const mailutf_hints *hints);

// The text of the first header field called `field`, such as "Subject", in one line; that of an address field has the addresses,
// with names quoted where necessary. MAILUTF_NOTHING without such a field. To write it into a header, encode it by
// mailutf_encode_header().
mailutf_text *mailutf_message_header(const mailutf_message *message,
                                     const char *field);

// The addresses of all header fields called `field`, such as "To". A list without addresses if there is no such field.
mailutf_addresses *mailutf_message_addresses(const mailutf_message *message,
                                             const char *field);

// The identifiers in the first header field called `field`, such as "Message-ID", "In-Reply-To" or "References", in their
// order. Comments and other words are passed over. A list without identifiers if there is no such field.
mailutf_ids *mailutf_message_ids(const mailutf_message *message,
                                 const char *field);

// Writes the time of the field Date to `seconds`, in seconds since 1970 in UTC. MAILUTF_NOTHING without a date that can be read;
// `seconds` is not changed then.
mailutf_status mailutf_message_date(const mailutf_message *message,
                                    int64_t *seconds);

// How many parts the message has, multiparts included; at least one. They are counted from 0, in their order in the message.
size_t mailutf_message_part_count(const mailutf_message *message);

// The part that is the text of the message for a person, plain text if there is any; MAILUTF_NO_PART if there is none.
size_t mailutf_message_text_part(const mailutf_message *message);

// The part that is the text of the message in HTML; MAILUTF_NO_PART if there is none.
size_t mailutf_message_html_part(const mailutf_message *message);

// The part that is an attachment, counted from 0 among them; MAILUTF_NO_PART beyond the last.
size_t mailutf_message_attachment(const mailutf_message *message, size_t index);

// The part with that Content-ID, without brackets, as HTML names it in a URL `cid:`; MAILUTF_NO_PART if there is none.
size_t mailutf_message_part_by_content_id(const mailutf_message *message,
                                          const char *content_id);

// The media type of a part, in lower case, such as "text/plain"; NULL if there is no such part.
const char *mailutf_message_media_type(const mailutf_message *message, size_t part);

// The text of a part, as that of mailutf_body_text(). MAILUTF_NOTHING if there is no such part.
mailutf_text *mailutf_message_part_text(const mailutf_message *message, size_t part);

// The text of a part as a person reads it: HTML as mailutf_html_to_text() writes it, the lines of flowed text joined (RFC 3676),
// other text as it is. Otherwise like mailutf_message_part_text().
mailutf_text *mailutf_message_part_plain_text(const mailutf_message *message,
                                              size_t part);

// The octets of a part without its transfer encoding: a file, or text in its own charset. MAILUTF_NOTHING if there is no such
// part.
mailutf_text *mailutf_message_part_octets(const mailutf_message *message,
                                          size_t part);

// The file name of a part, as that of mailutf_file_name(). MAILUTF_NOTHING without one.
mailutf_text *mailutf_message_part_file_name(const mailutf_message *message, size_t part);

// The text of the first field called `field` in the header of a part, such as "Content-Description", as that of
// mailutf_message_header(). MAILUTF_NOTHING without such a field or part.
mailutf_text *mailutf_message_part_header(const mailutf_message *message,
                                          size_t part,
                                          const char *field);

// The Content-ID of a part without brackets, by which HTML shows the part in a URL `cid:`. MAILUTF_NOTHING without one.
mailutf_text *mailutf_message_part_content_id(const mailutf_message *message,
                                              size_t part);

// The number of a part as IMAP has it (RFC 9051), such as "1.2"; "1" for a message that is no multipart.
mailutf_text *mailutf_message_part_section(const mailutf_message *message, size_t part);

// Frees a message.
void mailutf_message_free(mailutf_message *message);

// How the call ended that returned the list; MAILUTF_INTERNAL_ERROR for NULL. A list without identifiers is MAILUTF_OK.
mailutf_status mailutf_ids_status(const mailutf_ids *ids);

// How many identifiers there are.
size_t mailutf_ids_count(const mailutf_ids *ids);

// An identifier, counted from 0, such as "1@example.org": without its angle brackets, which a field needs around it, and
// without blanks and line ends. NULL beyond the last. A NUL in it is U+FFFD.
const char *mailutf_ids_id(const mailutf_ids *ids,
                           size_t index);

// Frees a list of identifiers.
void mailutf_ids_free(mailutf_ids *ids);

// How each text of a message could be read otherwise: of each body, and of encoded words and raw octets in header fields that
// have other readings. What other functions return is the likeliest reading; a rule chooses another one: see "rules" of
// mailutf_hints_set(). Takes longer than to show the message.
mailutf_readings *mailutf_message_readings(const mailutf_message *message);

// How the call ended that returned the readings; MAILUTF_INTERNAL_ERROR for NULL.
mailutf_status mailutf_readings_status(const mailutf_readings *readings);

// How many texts there are.
size_t mailutf_readings_count(const mailutf_readings *readings);

// Where a text is, counted from 0: "body"; "words", the encoded words with one label in the header of a part; or "fields",
// octets beyond US-ASCII in the header of the message. NULL beyond the last.
const char *mailutf_readings_place(const mailutf_readings *readings,
                                   size_t index);

// The part in which a text is: mailutf_message_part_text() shows a body as it is read. MAILUTF_NO_PART beyond the last text.
size_t mailutf_readings_part(const mailutf_readings *readings,
                             size_t index);

// The charset label of a text, as it is written. NULL without one, and beyond the last text.
const char *mailutf_readings_label(const mailutf_readings *readings, size_t index);

// How many other readings a text has; most have none.
size_t mailutf_readings_other_count(const mailutf_readings *readings, size_t index);

// Another reading of a text, both counted from 0, the likeliest first. NULL beyond the last. A NUL in it is U+FFFD.
const char *mailutf_readings_other_text(const mailutf_readings *readings,
                                        size_t index,
                                        size_t other_index);

// What another reading assumes, in English, for a person, such as "in KOI8-R". NULL beyond the last.
const char *mailutf_readings_other_how(const mailutf_readings *readings, size_t index, size_t other_index);

// The value of `read` in a rule that chooses another reading: "label", "evidence" or a charset. NULL beyond the last.
const char *mailutf_readings_other_rule(const mailutf_readings *readings,
                                        size_t index,
                                        size_t other_index);

// Frees readings.
void mailutf_readings_free(mailutf_readings *readings);

// Opens a mailbox, whose octets `read` gets: an mbox of any variant, MMDF, or one message. `read` is called by this function and
// by mailutf_mailbox_next() only, and must not throw or jump out. Of the hints, "limit-message" holds. Free it by
// mailutf_mailbox_free(). NULL if `read` is NULL or fails at once.
mailutf_mailbox *mailutf_mailbox_open(mailutf_read read,
                                      void *context,
                                      const mailutf_hints *hints);

// Reads the next message. Returns MAILUTF_OK; MAILUTF_NOTHING at the end; MAILUTF_TOO_LARGE for a message that is larger than the
// limit: it is skipped, and the next call goes on; MAILUTF_UNREADABLE for a file in a format without a reader, such as PST; and
// MAILUTF_READ_FAILED if `read` failed, which ends the mailbox. Call it again after MAILUTF_OK and MAILUTF_TOO_LARGE only.
mailutf_status mailutf_mailbox_next(mailutf_mailbox *mailbox);

// The octets of the message that was read, without its `From ` line and without the quoting of the mbox; they live until the
// next call for the mailbox. Never NULL.
const char *mailutf_mailbox_octets(const mailutf_mailbox *mailbox);

// The length of the message that was read, in octets.
size_t mailutf_mailbox_length(const mailutf_mailbox *mailbox);

// Where the message that was read, or skipped, begins in the mailbox, its `From ` line included.
uint64_t mailutf_mailbox_offset(const mailutf_mailbox *mailbox);

// The message that was read, parsed: a handle of its own. NULL for NULL.
mailutf_message *mailutf_mailbox_message(const mailutf_mailbox *mailbox, const mailutf_hints *hints);

// Frees a mailbox. `read` is not called.
void mailutf_mailbox_free(mailutf_mailbox *mailbox);

// Rewrites a message in UTF-8, as `mailutf normalize` does, and gives its pieces to `write`, in order; many are parts of
// `message` itself. If `write` is NULL, the new message is the text that is returned. The findings tell what was guessed, and what
// was left unchanged because it cannot be converted without loss: then the status is MAILUTF_UNREADABLE, and the new message is
// whole all the same. MAILUTF_STOPPED if `write` returned another number than 0. `write` must not throw or jump out.
mailutf_text *mailutf_normalize(const char *message,
                                size_t length,
                                const mailutf_hints *hints,
                                mailutf_write write,
                                void *context);

// Rewrites a message in UTF-7, in lines of 7 bits, as `mailutf to-utf7` does. Otherwise like mailutf_normalize().
mailutf_text *mailutf_to_utf7(const char *message,
                              size_t length,
                              const mailutf_hints *hints,
                              mailutf_write write,
                              void *context);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MAILUTF_H */
