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
 * - Each pointer to text comes with a length in octets; MAILUTF_UNTIL_NUL as a length means "up to the first NUL". Names have no
 *   length: those that you pass and those that you get are NUL-terminated. Text that is returned has a length, and also a NUL
 *   after it.
 * - You may pass NULL. As text it is empty, and its length must be 0 or MAILUTF_UNTIL_NUL; as hints it means the defaults; as any
 *   other handle it is an empty result, with the status MAILUTF_INTERNAL_ERROR or MAILUTF_INVALID_ARGUMENT. Freeing NULL does
 *   nothing.
 * - A function that returns text, addresses, ids or readings returns NULL only after a mistake in the library; then there is
 *   nothing to free. In all other cases, even for an argument that is not valid, it returns a handle with a status.
 * - Functions that only read, and those without handles, may be called from any thread at the same time, also with the same
 *   handles. A handle may move to another thread. While you change hints or addresses, or free a handle, no other call may use
 *   it.
 * - Only handles keep state between calls: results depend on the arguments, never on the locale or the environment.
 * - Nothing is printed, no file is read, and no signal is raised. A panic in the library ends as MAILUTF_INTERNAL_ERROR.
 *   If memory cannot be allocated, the process ends, as in most programs.
 * - Time is linear in the input; memory is a small multiple of it.
 * - Before version 1.0, the second number of the version is part of the SONAME: it changes when programs must be compiled again.
 *   New functions and new choices do not change it, because choices have names and types are opaque.
 *
 * Made by cbindgen from capi/src; do not edit.
 */

#ifndef MAILUTF_H
#define MAILUTF_H

#include <stddef.h>
#include <stdint.h>

// The length that means "up to the first NUL".
#define MAILUTF_UNTIL_NUL SIZE_MAX

// The index that means "no part of the message".
#define MAILUTF_NO_PART SIZE_MAX

// An option: write characters beyond US-ASCII in UTF-8 (RFC 6532), for servers with SMTPUTF8. Without it, they are written as
// encoded words (RFC 2047) and by RFC 2231, which every server accepts.
#define MAILUTF_UTF8 1

// An option: fold long values by inserting CRLF before a blank, as RFC 5322 requires for mail that is sent. The name of the
// field may have 28 characters. Without it, the value is one line.
#define MAILUTF_FOLDED 2

// How a call ended. The numbers of released versions never change; new ones may be added.
typedef enum {
  // The call succeeded.
  MAILUTF_OK = 0,
  // There is nothing to return: no file name, no such parameter, no evidence for a charset.
  MAILUTF_NOTHING = 1,
  // The octets are no text; with a strict policy, also text that cannot be read without loss.
  MAILUTF_UNREADABLE = 2,
  // The charset lacks a character, or a header cannot contain the address or parameter.
  MAILUTF_UNENCODABLE = 3,
  // The name means no charset.
  MAILUTF_UNKNOWN_CHARSET = 4,
  // An argument is not valid, such as NULL with a length.
  MAILUTF_INVALID_ARGUMENT = 5,
  // There is a mistake in this library. Please report it.
  MAILUTF_INTERNAL_ERROR = 6,
  // The function of the caller returned a number that stops the call.
  MAILUTF_STOPPED = 7,
  // The function of the caller could not read.
  MAILUTF_READ_FAILED = 8,
  // A message is larger than the limit.
  MAILUTF_TOO_LARGE = 9,
} mailutf_status;

// A list of addresses.
typedef struct mailutf_addresses mailutf_addresses;

// A conversion between two charsets.
typedef struct mailutf_converter mailutf_converter;

// What the caller knows beside a text. New hints have the defaults; NULL means the defaults, too.
typedef struct mailutf_hints mailutf_hints;

// A list of identifiers of messages or parts.
typedef struct mailutf_ids mailutf_ids;

// A mailbox that is read.
typedef struct mailutf_mailbox mailutf_mailbox;

// A message, parsed once. It keeps a copy of its octets.
typedef struct mailutf_message mailutf_message;

// Other ways to read the texts of a message, for a person who sees garbled text.
typedef struct mailutf_readings mailutf_readings;

// The result of a call: a text, or the reason why there is none.
typedef struct mailutf_text mailutf_text;

// A function that copies the next octets of a mailbox to `buffer`, at most `room`. Returns how many it copied; 0 at the end, and
// (size_t)-1 if they cannot be read.
typedef size_t (*mailutf_read)(void *context, char *buffer, size_t room);

// A function that takes the next octets of a new message. It returns 0, or another number to stop.
typedef int (*mailutf_write)(void *context, const char *octets, size_t length);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as "0.1.0"; static.
const char *mailutf_version(void);

// How the call that returned `text` ended; MAILUTF_INTERNAL_ERROR for NULL.
mailutf_status mailutf_text_status(const mailutf_text *text);

// The text, in UTF-8 unless the function says otherwise, with a NUL after it; never NULL, and empty if there is no text.
// The text can contain NUL and other control characters: escape it before you print it.
const char *mailutf_text_data(const mailutf_text *text);

// The length of the text in octets, without the NUL after it.
size_t mailutf_text_length(const mailutf_text *text);

// Why there is no text, in English, for a person. It is empty if there is a text, and never NULL.
const char *mailutf_text_reason(const mailutf_text *text);

// The charset in which the text was read, by its MIME name. NULL if the text was not read in a single charset.
const char *mailutf_text_charset(const mailutf_text *text);

// What shows that the text is in this charset, in English, for a person; NULL where mailutf_text_charset() returns NULL.
const char *mailutf_text_evidence(const mailutf_text *text);

// How many ill-formed sequences became U+FFFD.
size_t mailutf_text_replaced(const mailutf_text *text);

// How many guesses and repairs were made to read the text.
size_t mailutf_text_finding_count(const mailutf_text *text);

// The code of a finding, counted from 0, such as "label-superset"; `mailutf explain` lists all codes. NULL beyond the last.
const char *mailutf_text_finding_code(const mailutf_text *text,
                                      size_t index);

// What a finding is about, in English, for a person; NULL beyond the last.
const char *mailutf_text_finding_detail(const mailutf_text *text, size_t index);

// Frees a text.
void mailutf_text_free(mailutf_text *text);

// Makes hints. Free them by mailutf_hints_free().
mailutf_hints *mailutf_hints_new(void);

// Makes a choice. It has the name of an option of the program `mailutf`. Later choices win.
//
// | choice             | values                                                                              |
// |--------------------|-------------------------------------------------------------------------------------|
// | "fallback-charset" | a charset: for text without a usable label or other evidence                        |
// | "charset"          | "DECLARED=REAL": text labelled DECLARED is in the charset REAL; may be repeated     |
// | "rules"            | rules in TOML, as `mailutf review` writes them; "charset" overrides them            |
// | "strict"           | "yes": take labels literally and never guess; "no"                                  |
// | "lossy"            | "yes": U+FFFD for ill-formed sequences where text would be unreadable; "no"         |
// | "doubtful"         | text whose letters are words only in another charset than its label's: "evidence",  |
// |                    | the default when text is shown; "label"; "keep", the default when mail is written   |
// | "logical-order"    | "yes": Hebrew in visual order is put in logical order; "no"                         |
// | "headers"          | mail that is written: "utf8", "encoded" or "keep"                                   |
// | "bodies"           | mail that is written: "auto", "8bit", "qp", "base64" or "keep"                      |
// | "attachments"      | mail that is written: text attachments: "convert" or "keep"                         |
// | "decode-all", "keep-dkim", "break-signatures" | mail that is written: "yes" or "no"                      |
// | "limit-message"    | a number of octets: larger messages of a mailbox are not read                       |
//
// Returns MAILUTF_INVALID_ARGUMENT if there is no such choice or value, and MAILUTF_UNKNOWN_CHARSET if a label names no
// charset. The hints do not change then.
mailutf_status mailutf_hints_set(mailutf_hints *hints,
                                 const char *choice,
                                 const char *value);

// Adds other text of the same message, such as its body, as evidence for text without a label. `label` is its charset as
// the message names it, or NULL. The text is without its transfer encoding.
mailutf_status mailutf_hints_add_text(mailutf_hints *hints,
                                      const char *text,
                                      size_t length,
                                      const char *label);

// Frees hints.
void mailutf_hints_free(mailutf_hints *hints);

// The text of a header field without addresses, such as Subject. `value` is what follows the colon in the message, folds
// included. Encoded words that cannot be decoded without loss stay encoded. Encoded words can contain line ends, and then the
// text has them, too: encode it by mailutf_encode_header() before you write it into a header.
mailutf_text *mailutf_header_text(const char *value,
                                  size_t length,
                                  const mailutf_hints *hints);

// The text of a parameter of a header field, such as "charset" of Content-Type, whether it is in the form of RFC 2231, in encoded
// words or in raw octets. `value` is what follows the colon; `name` is case-insensitive. The status is MAILUTF_NOTHING if there
// is no parameter of this name.
mailutf_text *mailutf_header_parameter(const char *value,
                                       size_t length,
                                       const char *parameter,
                                       const mailutf_hints *hints);

// The file name of a part, from the values of its Content-Disposition and Content-Type, either of which may be NULL with length
// 0. The status is MAILUTF_NOTHING if neither has a name. The name can contain any characters, even slashes: see
// mailutf_safe_file_name().
mailutf_text *mailutf_file_name(const char *content_disposition,
                                size_t content_disposition_length,
                                const char *content_type,
                                size_t content_type_length,
                                const mailutf_hints *hints);

// A name under which a file can be saved in a directory: it has no slashes or control characters, and avoids other traps of file
// systems. `file_name` is UTF-8. The status is MAILUTF_NOTHING if nothing of the name is left.
mailutf_text *mailutf_safe_file_name(const char *file_name,
                                     size_t length);

// Reads the addresses in a header field such as From or Cc, members of groups included. `value` is what follows the colon in the
// message. Do not pass decoded text: a name in it can look like an address.
mailutf_addresses *mailutf_header_addresses(const char *value,
                                            size_t length,
                                            const mailutf_hints *hints);

// Makes a list without addresses, for mailutf_encode_addresses(). Free it by mailutf_addresses_free().
mailutf_addresses *mailutf_addresses_new(void);

// Adds an address to a list, whether the list is new or another function returned it. `name` is the display name in UTF-8; it is
// NULL or empty if there is none. `address` is in UTF-8 and has no angle brackets. Both are decoded text, as the getters return
// it. Returns MAILUTF_INVALID_ARGUMENT if one is not UTF-8 or if `address` is NULL; the list does not change then.
mailutf_status mailutf_addresses_add(mailutf_addresses *addresses,
                                     const char *name,
                                     const char *address);

// How the call that returned the list ended; MAILUTF_INTERNAL_ERROR for NULL. The status of a list without addresses can be MAILUTF_OK.
mailutf_status mailutf_addresses_status(const mailutf_addresses *addresses);

// How many addresses there are.
size_t mailutf_addresses_count(const mailutf_addresses *addresses);

// The name that belongs to an address, counted from 0: the display name, or else the comment, which old mail used for the name.
// It is empty if there is neither, and NULL beyond the last address. A NUL in it becomes U+FFFD.
const char *mailutf_addresses_name(const mailutf_addresses *addresses,
                                   size_t index);

// An address, counted from 0, without angle brackets and comments. An encoded word in it stays encoded. If the entry has no
// address of its own, but its encoded words contain one, that one is returned. NULL beyond the last address. A NUL in it becomes U+FFFD.
const char *mailutf_addresses_address(const mailutf_addresses *addresses,
                                      size_t index);

// Frees a list of addresses.
void mailutf_addresses_free(mailutf_addresses *addresses);

// Encodes UTF-8 text as the value of a field such as Subject; mailutf_header_text() decodes it again. `options` is 0, or a
// combination of MAILUTF_UTF8 and MAILUTF_FOLDED, joined by |. Write the name of the field, ": ", the value, and CRLF. A line
// end in `text` never becomes a line end of the header, so write decoded text by this function only. The status is
// MAILUTF_UNREADABLE if the text is not UTF-8.
mailutf_text *mailutf_encode_header(const char *text,
                                    size_t length,
                                    uint32_t options);

// Encodes a list of addresses as the value of a field such as To; mailutf_header_addresses() reads it again. `options` are the
// same as for mailutf_encode_header(). The list comes from another message or from mailutf_addresses_new(). If an address
// cannot be written in this form, no list is written: the status is MAILUTF_UNENCODABLE, and the reason names the address. If
// the status of the list itself is not MAILUTF_OK, it is returned.
mailutf_text *mailutf_encode_addresses(const mailutf_addresses *addresses,
                                       uint32_t options);

// Encodes a parameter of a field, such as "filename" of Content-Disposition, with its name, from UTF-8. Write "; " before it.
// mailutf_header_parameter() reads it again. `options` are the same as for mailutf_encode_header(). The status is
// MAILUTF_UNENCODABLE if `parameter` cannot be a name, and MAILUTF_UNREADABLE if the value is not UTF-8.
mailutf_text *mailutf_encode_parameter(const char *parameter,
                                       const char *value,
                                       size_t length,
                                       uint32_t options);

// The text of one body, as IMAP returns the body (RFC 9051, BODY[1]). Its line ends stay as they are. `body` still has its
// transfer encoding; the other two arguments are the values of Content-Type and Content-Transfer-Encoding, or NULL with
// length 0. The status is MAILUTF_UNREADABLE if the body is no text. Octets that cannot be decoded become U+FFFD.
mailutf_text *mailutf_body_text(const char *body,
                                size_t length,
                                const char *content_type,
                                size_t content_type_length,
                                const char *transfer_encoding,
                                size_t transfer_encoding_length,
                                const mailutf_hints *hints);

// HTML as a person reads it: with lines and paragraphs, "> " before quotations, and marks before list items; alternative
// text stands for pictures. `html` is UTF-8, as mailutf_body_text() returns it. The status is MAILUTF_UNREADABLE if it is
// not UTF-8. For a part of a message, use mailutf_message_part_plain_text().
mailutf_text *mailutf_html_to_text(const char *html,
                                   size_t length);

// The charset of text that has no label, by its MIME name. The status is MAILUTF_NOTHING if there is no evidence.
// mailutf_text_evidence() returns the evidence: "ASCII only", "byte order mark", "valid UTF-8", "escape sequences", "order of
// UTF-16", or "statistics", which is a guess.
mailutf_text *mailutf_detect(const char *text,
                             size_t length);

// Decodes text in the charset that mail calls `label`: "iso-8859-1" is read as windows-1252, "gb2312" as GB18030. The status
// is MAILUTF_UNREADABLE for ill-formed octets, unless the hints choose "lossy", and MAILUTF_UNKNOWN_CHARSET if the label
// names no charset.
mailutf_text *mailutf_decode(const char *text,
                             size_t length,
                             const char *label,
                             const mailutf_hints *hints);

// Encodes UTF-8 text in the charset called `label`, which is taken literally here: "iso-8859-1" is not windows-1252. The
// status is MAILUTF_UNENCODABLE if the charset lacks a character, MAILUTF_UNREADABLE if the text is not UTF-8, and
// MAILUTF_UNKNOWN_CHARSET if the label names no charset. The output in "utf-16" begins with a byte order mark, even if the
// text is empty.
mailutf_text *mailutf_encode(const char *text,
                             size_t length,
                             const char *label);

// Decodes the name of an IMAP mailbox for a person. A sequence of modified UTF-7 that encodes no text stays as it is, and
// raw octets are read as UTF-8. Never fails. Send the server the original name, not this text encoded again.
// mailutf_text_replaced() counts the violations of the encoding rules.
mailutf_text *mailutf_imap_decode(const char *name,
                                  size_t length);

// Encodes the name of an IMAP mailbox from UTF-8 in modified UTF-7. The status is MAILUTF_UNREADABLE if
// the name is not UTF-8.
mailutf_text *mailutf_imap_encode(const char *name, size_t length);

// Opens a conversion, like iconv_open(3). `from_code` means what it means in mail: "iso-8859-1" is read as windows-1252 and
// "gb2312" as GB18030. `to_code` is taken literally. Suffixes may follow a name: "//TRANSLIT" writes similar characters for those
// that the output charset lacks, or a question mark if there is none; "//IGNORE" leaves them out, and ill-formed input, too;
// "//EXACT" takes `from_code` literally. Close the conversion by mailutf_iconv_close().
//
// Returns (mailutf_converter *)-1 and sets errno to EINVAL if a name means no charset.
//
// Other libraries take the empty name and "char" for the charset of the locale. Here they mean UTF-8.
mailutf_converter *mailutf_iconv_open(const char *to_code,
                                      const char *from_code);

// Converts, like iconv(3): reads up to `*inbytesleft` octets from `*inbuf` on, writes at most `*outbytesleft` octets from
// `*outbuf` on, and moves all four past what was converted. If `inbuf` or `*inbuf` is NULL, goes back to the initial state, and
// first writes the octets that return the output to its initial shift state, unless `outbuf` or `*outbuf` is NULL.
//
// Returns the number of characters that were replaced or left out, or (size_t)-1 and sets errno:
// - E2BIG: the next character does not fit into the output. Call again, with more room.
// - EINVAL: the input ends within a character, which is left in the input. Call again, with more input after it.
// - EILSEQ: the input is ill-formed at `*inbuf`, or the output charset lacks its character. To go on, skip at least one octet.
// - EBADF: the handle is not an open conversion.
size_t mailutf_iconv(mailutf_converter *converter,
                     char **inbuf,
                     size_t *inbytesleft,
                     char **outbuf,
                     size_t *outbytesleft);

// Closes a conversion, like iconv_close(3). Returns 0; or -1 and sets errno to EBADF if the handle is not an open conversion.
int mailutf_iconv_close(mailutf_converter *converter);

// Parses a message: its octets as they are stored, without the `From ` line of an mbox. Other text in the hints is not used,
// because the message contains its own. Returns NULL for an argument that is not valid, too. Free the message by mailutf_message_free().
mailutf_message *mailutf_message_parse(const char *message,
                                       size_t length,
                                       const mailutf_hints *hints);

// The text of the first header field called `field`, such as "Subject", in one line. The text of an address field contains the
// addresses, with names quoted where necessary. The status is MAILUTF_NOTHING if there is no such field. Encode the text by
// mailutf_encode_header() before you write it into a header.
mailutf_text *mailutf_message_header(const mailutf_message *message,
                                     const char *field);

// The addresses of all header fields called `field`, such as "To". The list is empty if there is no such field.
mailutf_addresses *mailutf_message_addresses(const mailutf_message *message,
                                             const char *field);

// The identifiers in the first header field called `field`, such as "Message-ID", "In-Reply-To" or "References", in order.
// Comments and other words are skipped. The list is empty if there is no such field.
mailutf_ids *mailutf_message_ids(const mailutf_message *message,
                                 const char *field);

// Writes the time of the field Date to `seconds`, in seconds since 1970 in UTC. Returns MAILUTF_NOTHING if there is no valid
// date; `seconds` does not change then.
mailutf_status mailutf_message_date(const mailutf_message *message,
                                    int64_t *seconds);

// How many parts the message has, multiparts included; at least one. They are counted from 0, in their order in the message.
size_t mailutf_message_part_count(const mailutf_message *message);

// The part that contains the text of the message for a person, preferably plain text; MAILUTF_NO_PART if there is none.
size_t mailutf_message_text_part(const mailutf_message *message);

// The part that contains the text of the message in HTML; MAILUTF_NO_PART if there is none.
size_t mailutf_message_html_part(const mailutf_message *message);

// The part with the attachment of this number, counted from 0; MAILUTF_NO_PART beyond the last.
size_t mailutf_message_attachment(const mailutf_message *message, size_t index);

// The part with this Content-ID, which is passed without angle brackets, as in a `cid:` URL in HTML; MAILUTF_NO_PART if there is none.
size_t mailutf_message_part_by_content_id(const mailutf_message *message,
                                          const char *content_id);

// The media type of a part, in lower case, such as "text/plain"; NULL if there is no such part.
const char *mailutf_message_media_type(const mailutf_message *message, size_t part);

// The text of a part, like that of mailutf_body_text(). The status is MAILUTF_NOTHING if
// there is no such part.
mailutf_text *mailutf_message_part_text(const mailutf_message *message, size_t part);

// The text of a part as a person reads it. HTML becomes plain text, like by mailutf_html_to_text(); the lines of flowed text are
// joined (RFC 3676); other text stays as it is. Otherwise like mailutf_message_part_text().
mailutf_text *mailutf_message_part_plain_text(const mailutf_message *message,
                                              size_t part);

// The octets of a part without its transfer encoding: a file, or text in its own charset. The status is MAILUTF_NOTHING if there
// is no such part.
mailutf_text *mailutf_message_part_octets(const mailutf_message *message,
                                          size_t part);

// The file name of a part, like that of mailutf_file_name(). The status is MAILUTF_NOTHING if it has none.
mailutf_text *mailutf_message_part_file_name(const mailutf_message *message, size_t part);

// The text of the first field called `field` in the header of a part, such as "Content-Description", like that of
// mailutf_message_header(). The status is MAILUTF_NOTHING if there is no such field or part.
mailutf_text *mailutf_message_part_header(const mailutf_message *message,
                                          size_t part,
                                          const char *field);

// The Content-ID of a part without angle brackets. HTML refers to the part by it, in a `cid:` URL. The status is MAILUTF_NOTHING
// if there is none.
mailutf_text *mailutf_message_part_content_id(const mailutf_message *message,
                                              size_t part);

// The section number of a part as IMAP counts parts (RFC 9051), such as "1.2"; "1" for
// a message that is no multipart.
mailutf_text *mailutf_message_part_section(const mailutf_message *message, size_t part);

// Frees a message.
void mailutf_message_free(mailutf_message *message);

// How the call that returned the list ended; MAILUTF_INTERNAL_ERROR for NULL. The status of a list without identifiers
// can be MAILUTF_OK.
mailutf_status mailutf_ids_status(const mailutf_ids *ids);

// How many identifiers there are.
size_t mailutf_ids_count(const mailutf_ids *ids);

// An identifier, counted from 0, such as "1@example.org". It has no blanks, no line ends and no angle brackets; a field
// needs angle brackets around it. NULL beyond the last. A NUL in it becomes U+FFFD.
const char *mailutf_ids_id(const mailutf_ids *ids,
                           size_t index);

// Frees a list of identifiers.
void mailutf_ids_free(mailutf_ids *ids);

// Finds other ways to read the texts of a message: each body, and those encoded words and raw octets in header fields that
// have other readings. Other functions return the likeliest reading; a rule chooses another one: see "rules" of
// mailutf_hints_set(). This takes longer than showing the message.
mailutf_readings *mailutf_message_readings(const mailutf_message *message);

// How the call that returned the readings ended; MAILUTF_INTERNAL_ERROR for NULL.
mailutf_status mailutf_readings_status(const mailutf_readings *readings);

// How many texts there are.
size_t mailutf_readings_count(const mailutf_readings *readings);

// The place of a text, counted from 0: "body"; "words", the encoded words with one label in the header of a part; or
// "fields", octets beyond US-ASCII in the header of the message. NULL beyond the last.
const char *mailutf_readings_place(const mailutf_readings *readings,
                                   size_t index);

// The index of the part that contains a text. For a body, mailutf_message_part_text() returns its present reading.
// MAILUTF_NO_PART beyond the last text.
size_t mailutf_readings_part(const mailutf_readings *readings,
                             size_t index);

// The charset label of a text, as the message spells it. NULL if it has none, and beyond the last text.
const char *mailutf_readings_label(const mailutf_readings *readings, size_t index);

// How many other readings a text has. Most texts have none.
size_t mailutf_readings_other_count(const mailutf_readings *readings, size_t index);

// Another reading of a text. Both are counted from 0, and the likeliest reading comes first. NULL beyond the last. A NUL in
// it becomes U+FFFD.
const char *mailutf_readings_other_text(const mailutf_readings *readings,
                                        size_t index,
                                        size_t other_index);

// What another reading assumes, in English, for a person, such as "in KOI8-R". NULL beyond the last.
const char *mailutf_readings_other_how(const mailutf_readings *readings, size_t index, size_t other_index);

// The value of `read` in a rule that chooses this reading: "label", "evidence" or a charset. NULL beyond the last.
const char *mailutf_readings_other_rule(const mailutf_readings *readings,
                                        size_t index,
                                        size_t other_index);

// Frees readings.
void mailutf_readings_free(mailutf_readings *readings);

// Opens a mailbox, whose octets `read` supplies: an mbox of any variant, MMDF, or one message. Only this function and
// mailutf_mailbox_next() call `read`, which must not throw or jump out. Of the hints, only "limit-message" has an effect. Free
// the mailbox by mailutf_mailbox_free(). Returns NULL if `read` is NULL, or if its first call fails.
mailutf_mailbox *mailutf_mailbox_open(mailutf_read read,
                                      void *context,
                                      const mailutf_hints *hints);

// Reads the next message. Returns MAILUTF_OK; MAILUTF_NOTHING at the end; MAILUTF_TOO_LARGE for a message that is larger than the
// limit, which is skipped; MAILUTF_UNREADABLE for a file in a format without a reader, such as PST; and MAILUTF_READ_FAILED if
// `read` failed, which ends the mailbox. Call it again only after MAILUTF_OK and MAILUTF_TOO_LARGE.
mailutf_status mailutf_mailbox_next(mailutf_mailbox *mailbox);

// The octets of the message that was read, without its `From ` line and without the quoting of the mbox. They are valid until the
// next call for the mailbox. Never NULL.
const char *mailutf_mailbox_octets(const mailutf_mailbox *mailbox);

// The length of the message that was read, in octets.
size_t mailutf_mailbox_length(const mailutf_mailbox *mailbox);

// The offset in the mailbox at which the last message begins, whether it was read or skipped. Its `From ` line is part of it.
uint64_t mailutf_mailbox_offset(const mailutf_mailbox *mailbox);

// Parses the message that was read. The result is a handle of its own; NULL for NULL.
mailutf_message *mailutf_mailbox_message(const mailutf_mailbox *mailbox, const mailutf_hints *hints);

// Frees a mailbox, without calling `read`.
void mailutf_mailbox_free(mailutf_mailbox *mailbox);

// Rewrites a message in UTF-8, as `mailutf normalize` does, and gives its pieces to `write`, in order; many of them are parts of
// `message` itself. If `write` is NULL, the new message is the text that is returned. The findings say what was guessed, and what
// was left unchanged because it cannot be converted without loss. If anything was left unchanged, the status is
// MAILUTF_UNREADABLE, but the new message is complete. The status is MAILUTF_STOPPED if `write` returned a number other than 0.
// `write` must not throw or jump out.
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
