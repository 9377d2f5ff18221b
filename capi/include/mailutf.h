/*
 * mailutf reads and writes the text of mail in any charset.
 *
 *     mailutf_text *subject = mailutf_header_text(" =?koi8-r?B?8NLJ18XU?=", MAILUTF_UNTIL_NUL, NULL);
 *     puts(mailutf_text_data(subject));
 *     mailutf_text_free(subject);
 *
 * These rules hold for all functions:
 *
 * - Arguments: the memory that you pass is borrowed for the call. The library keeps no pointer to the memory and does not
 *   change it.
 * - Results: if a function returns a pointer to a type of this file, you own the object. Free the object once, by the function
 *   ..._free of its type. If a getter returns a `const char *`, the string is static or belongs to the handle. A string of a
 *   handle is valid until the handle is freed. Do not free the string. A handle needs no other handle: a text outlives the
 *   message that it was read from, and you may free them in any order.
 * - Lengths: each pointer to text that you pass comes with a length in octets. The length MAILUTF_UNTIL_NUL means "up to the
 *   first NUL". Text that is returned has a length, and also a NUL after it. Names have no length: those that you pass and
 *   those that you get are NUL-terminated.
 * - NULL: you may pass NULL for any argument. NULL as text is empty text, and its length must be 0 or MAILUTF_UNTIL_NUL. NULL
 *   as hints means the defaults. NULL as any other handle gives an empty result with the status MAILUTF_INTERNAL_ERROR or
 *   MAILUTF_INVALID_ARGUMENT. Freeing NULL does nothing.
 * - Failures: a function that returns text, addresses, ids or readings returns NULL only after an internal error, and
 *   then there is nothing to free. In all other cases, even for an argument that is not valid, the function returns a handle
 *   with a status.
 * - Threads: functions that only read, and functions without handles, may be called from several threads at the same time, even
 *   with the same handles. A handle may move to another thread. While you change hints or addresses, or free a handle, no other
 *   call may use the same handle.
 * - State: only handles keep state between calls. Results depend on the arguments, never on the locale or the environment.
 * - Side effects: the library prints nothing, reads no file, and raises no signal. A panic in the library ends the call with
 *   the status MAILUTF_INTERNAL_ERROR. If memory cannot be allocated, the process ends, as in most programs.
 * - Cost: the time is linear in the length of the input. The memory is a small multiple of this length.
 * - Versions: before version 1.0, the second number of the version is part of the SONAME. The number changes when programs must
 *   be compiled again. New functions and new choices do not change the number, because choices have names and types are opaque.
 *
 * cbindgen generates this file from capi/src; do not edit it.
 */

#ifndef MAILUTF_H
#define MAILUTF_H

#include <stddef.h>
#include <stdint.h>

// The length that means "up to the first NUL".
#define MAILUTF_UNTIL_NUL SIZE_MAX

// The index that means "no part of the message".
#define MAILUTF_NO_PART SIZE_MAX

// An option of the functions that encode: characters beyond US-ASCII are written in UTF-8 (RFC 6532), for servers with
// SMTPUTF8. Without this option, such characters are written in encoded words (RFC 2047) or in the form of RFC 2231, which
// every server accepts.
#define MAILUTF_UTF8 1

// An option of the functions that encode: long values are folded by inserting CRLF before a blank, as RFC 5322 requires for
// mail that is sent. The first line leaves room for a field name of up to 28 characters; a list of addresses can begin with
// CRLF and a blank instead, and no line of a parameter leaves room. Without this option, the value is one line.
#define MAILUTF_FOLDED 2

// The status with which a call ended. A number in a released version never changes. Later versions can add
// numbers.
typedef enum {
  // The call succeeded.
  MAILUTF_OK = 0,
  // There is nothing to return: for example no file name, no such parameter, or no evidence for a charset.
  MAILUTF_NOTHING = 1,
  // The octets are not text, or text cannot be read without loss under a strict policy.
  MAILUTF_UNREADABLE = 2,
  // The charset lacks a character, or a header cannot contain the address or the parameter.
  MAILUTF_UNENCODABLE = 3,
  // There is no charset with this name.
  MAILUTF_UNKNOWN_CHARSET = 4,
  // An argument is not valid, such as NULL with a length.
  MAILUTF_INVALID_ARGUMENT = 5,
  // There is an internal error in this library. Please report it.
  MAILUTF_INTERNAL_ERROR = 6,
  // The caller's function that takes a new message returned a number other than 0.
  MAILUTF_STOPPED = 7,
  // The caller's function that supplies the octets of a mailbox could not read them.
  MAILUTF_READ_FAILED = 8,
  // A message is larger than the maximum size that "limit-message" sets in the hints.
  MAILUTF_TOO_LARGE = 9,
} mailutf_status;

// A list of addresses, or the reason why there is no list.
typedef struct mailutf_addresses mailutf_addresses;

// A conversion between two charsets.
typedef struct mailutf_converter mailutf_converter;

// What the caller knows about a text in addition to its octets: choices for reading the text, and other text of the same
// message. New hints contain the default choices and no other text. NULL in place of hints means the same.
typedef struct mailutf_hints mailutf_hints;

// A list of identifiers of messages or parts, or the reason why there is no list.
typedef struct mailutf_ids mailutf_ids;

// A mailbox that is being read, message by message.
typedef struct mailutf_mailbox mailutf_mailbox;

// A parsed message. It contains a copy of the octets of the message.
typedef struct mailutf_message mailutf_message;

// The texts of a message and other ways to read them, for a person who sees garbled text.
typedef struct mailutf_readings mailutf_readings;

// The result of a call: a text, or the reason why there is none.
typedef struct mailutf_text mailutf_text;

// A function of the caller that copies the next octets of a mailbox to `buffer`, at most `room` octets. It returns the number of
// octets that it copied, 0 at the end of the mailbox, and (size_t)-1 if the octets cannot be read.
typedef size_t (*mailutf_read)(void *context, char *buffer, size_t room);

// A function of the caller that takes the next octets of a new message. It returns 0 to go on, or another number to stop.
typedef int (*mailutf_write)(void *context, const char *octets, size_t length);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as "0.1.0". The string is static.
const char *mailutf_version(void);

// The status of the call that returned `text`; MAILUTF_INTERNAL_ERROR if `text` is NULL.
mailutf_status mailutf_text_status(const mailutf_text *text);

// The octets of a text, with a NUL after them. The text is in UTF-8 unless the function that returned it says otherwise.
// The result is never NULL; it is an empty string if there is no text. The text can contain NUL and other control
// characters: escape them before you print the text.
const char *mailutf_text_data(const mailutf_text *text);

// The length of a text in octets, without the NUL after the text.
size_t mailutf_text_length(const mailutf_text *text);

// The reason for the status of the call that returned `text`, in English, for display. The result is never NULL; it is an
// empty string if the status is MAILUTF_OK.
const char *mailutf_text_reason(const mailutf_text *text);

// The MIME name of the charset in which the text was read; NULL if the text was not read in a single charset.
const char *mailutf_text_charset(const mailutf_text *text);

// The evidence for the charset of mailutf_text_charset(), as an English phrase for display. The result is NULL if the text
// was not read in a single charset, or if the caller named the charset, as for mailutf_decode().
const char *mailutf_text_evidence(const mailutf_text *text);

// The number of ill-formed sequences that were replaced by U+FFFD when the text was read.
size_t mailutf_text_replaced(const mailutf_text *text);

// The number of findings: the guesses and repairs that were made to read the text.
size_t mailutf_text_finding_count(const mailutf_text *text);

// The code of the finding with this index, such as "label-superset"; NULL if the index is beyond the last finding. Findings
// are counted from 0. `mailutf explain` lists all codes.
const char *mailutf_text_finding_code(const mailutf_text *text,
                                      size_t index);

// The detail of the finding with this index, in English, for display; NULL if the index is beyond the last finding.
// Findings are counted from 0.
const char *mailutf_text_finding_detail(const mailutf_text *text,
                                        size_t index);

// Frees a text.
void mailutf_text_free(mailutf_text *text);

// Makes hints with the defaults. Free the hints by mailutf_hints_free().
mailutf_hints *mailutf_hints_new(void);

// Sets a choice in hints. The choices have the names of the options of the program `mailutf`. A later choice
// overrides an earlier one.
//
// | choice             | values                                                                                             |
// |--------------------|----------------------------------------------------------------------------------------------------|
// | "fallback-charset" | the charset of text without a usable label or other evidence                                       |
// | "charset"          | "DECLARED=REAL": text labelled DECLARED is in the charset REAL; can be set several times           |
// | "rules"            | rules in TOML, as `mailutf review` writes them; "charset" overrides them                           |
// | "strict"           | "yes": labels are taken literally, and nothing is guessed; "no"                                    |
// | "lossy"            | "yes": ill-formed sequences that would make text unreadable become U+FFFD; "no"                    |
// | "doubtful"         | how text is read if its letters form words only in a charset that its label does not name:         |
// |                    | "evidence" (the default when text is shown), "label", or "keep" (the default when mail is          |
// |                    | written)                                                                                           |
// | "logical-order"    | "yes": Hebrew in visual order is put in logical order; "no"                                        |
// | "headers"          | the form of headers in mail that is written: "utf8", "encoded" or "keep"                           |
// | "bodies"           | the transfer encoding in mail that is written: "auto", "8bit", "qp", "base64" or "keep"            |
// | "attachments"      | whether text attachments of mail that is written are converted: "convert" or "keep"                |
// | "decode-all"       | "yes": rewriting also decodes quoted-printable and base64 in UTF-8 text; "no"                      |
// | "keep-dkim"        | "yes": rewriting leaves messages unchanged if their DKIM or ARC signature would break; "no"        |
// | "break-signatures" | "yes": rewriting also changes signed parts; "no"                                                   |
// | "limit-message"    | the maximum size in octets of a message of a mailbox; larger messages are skipped                  |
//
// Rules begin with `version = 1`. Each `[[rule]]` has one condition or more, all of which must hold: `from`, `list`,
// `thread`, `message-id` (`*` stands for any characters), `dates` ("2003/2006-07"), `digest` ("sha256:…"), and `label` (a
// charset label; "none", "unknown" or "*"). It says how text is read: `read` (a charset, an array of charsets, "label",
// "evidence" or "leave"), and `undo` (["windows-1252 > utf-8"]: wrong decodings, the last one first). The first rule that
// applies to a text decides.
//
// Returns MAILUTF_INVALID_ARGUMENT if there is no such choice or value, and MAILUTF_UNKNOWN_CHARSET if a label names no
// charset. In both cases the hints do not change.
mailutf_status mailutf_hints_set(mailutf_hints *hints,
                                 const char *choice,
                                 const char *value);

// Adds other text of the same message, such as its body, as evidence for the charset of text without a label. `text` is
// without its transfer encoding. `label` is the charset of `text` as the message names it, or NULL.
mailutf_status mailutf_hints_add_text(mailutf_hints *hints,
                                      const char *text,
                                      size_t length,
                                      const char *label);

// Frees hints.
void mailutf_hints_free(mailutf_hints *hints);

// Decodes the text of a header field without addresses, such as Subject. `value` is everything after the colon of
// the field in the message, including line ends in a folded field. An encoded word that cannot be decoded without
// loss stays encoded. A line end in an encoded word becomes a blank, so the text is one line.
mailutf_text *mailutf_header_text(const char *value,
                                  size_t length,
                                  const mailutf_hints *hints);

// Decodes the text of a parameter of a header field, such as "charset" of Content-Type. The parameter can be in the
// form of RFC 2231, in encoded words, or in raw octets. `value` is everything after the colon of the field.
// `parameter` is the name of the parameter, in upper or lower case. The status is MAILUTF_NOTHING if the field has
// no parameter of this name.
mailutf_text *mailutf_header_parameter(const char *value,
                                       size_t length,
                                       const char *parameter,
                                       const mailutf_hints *hints);

// Finds and decodes the file name of a part. `content_disposition` and `content_type` are the values of the fields of the part;
// pass NULL with length 0 for a field that is missing. The status is MAILUTF_NOTHING if neither field has a name. The name can
// contain any characters, even slashes: see mailutf_safe_file_name().
mailutf_text *mailutf_file_name(const char *content_disposition,
                                size_t content_disposition_length,
                                const char *content_type,
                                size_t content_type_length,
                                const mailutf_hints *hints);

// Changes a file name so that a file of this name can be saved in a directory. The result contains no slashes or control
// characters, is not the name of a hidden file, and is not the name of a device on Windows. `file_name` is UTF-8. The status is
// MAILUTF_NOTHING if nothing of the name is left.
mailutf_text *mailutf_safe_file_name(const char *file_name,
                                     size_t length);

// Reads the addresses in a header field such as From or Cc. The members of address groups are included. `value` is the text
// after the colon of the field, as the message contains it. Do not pass decoded text: a decoded name can look like an address.
mailutf_addresses *mailutf_header_addresses(const char *value,
                                            size_t length,
                                            const mailutf_hints *hints);

// Makes an empty list of addresses. mailutf_addresses_add() adds addresses to the list, and
// mailutf_encode_addresses() encodes it. Free the list by mailutf_addresses_free().
mailutf_addresses *mailutf_addresses_new(void);

// Adds an address to a list. The list can be a new one, or one that another function returned. `name` is the display name in
// UTF-8, or NULL or empty if there is none. `address` is in UTF-8, without angle brackets. Both are decoded text, as
// mailutf_addresses_name() and mailutf_addresses_address() return it. Returns MAILUTF_INVALID_ARGUMENT, and leaves the list
// unchanged, if `address` is NULL or if `name` or `address` is not UTF-8.
mailutf_status mailutf_addresses_add(mailutf_addresses *addresses,
                                     const char *name,
                                     const char *address);

// The status of the call that returned the list; MAILUTF_INTERNAL_ERROR if `addresses` is NULL. An empty list can have the
// status MAILUTF_OK, too.
mailutf_status mailutf_addresses_status(const mailutf_addresses *addresses);

// The number of addresses in a list.
size_t mailutf_addresses_count(const mailutf_addresses *addresses);

// The name that belongs to the address with this index. Addresses are counted from 0. The name is the display name or, if there
// is no display name, the comment, because old mail programs wrote names in comments. The result is an empty string if there is
// neither of them. The result is NULL if the index is beyond the last address. A NUL in the name becomes U+FFFD.
const char *mailutf_addresses_name(const mailutf_addresses *addresses,
                                   size_t index);

// The address with this index, without angle brackets and comments. Addresses are counted from 0. An encoded word in the
// address stays encoded. If the entry has an address only inside the encoded words of its name, the result is this
// address. The result is NULL if the index is beyond the last address. A NUL in the address becomes U+FFFD.
const char *mailutf_addresses_address(const mailutf_addresses *addresses,
                                      size_t index);

// Frees a list of addresses.
void mailutf_addresses_free(mailutf_addresses *addresses);

// Encodes UTF-8 text as the value of a header field such as Subject. mailutf_header_text() decodes the value again. `options`
// is 0, or a combination of MAILUTF_UTF8 and MAILUTF_FOLDED, joined by |. To write the field, write its name, ": ", the value,
// and CRLF. A line end in `text` (CR, LF, CR LF, U+000B, U+000C, U+0085, U+2028, U+2029) is written as one blank, so it never
// becomes a line end of the header; then spaces and tabs at the start and the end are left out. Words in
// US-ASCII at the start and the end stay as they are, so the value is no name of an address:
// mailutf_encode_addresses() writes names. The status is MAILUTF_UNREADABLE if the text is not UTF-8.
mailutf_text *mailutf_encode_header(const char *text,
                                    size_t length,
                                    uint32_t options);

// Encodes a list of addresses as the value of a header field such as To. mailutf_header_addresses() reads the value again.
// `options` are the same as for mailutf_encode_header(). With MAILUTF_FOLDED, the value begins with CRLF and a blank if the
// first name is one encoded word on a line of its own, and would be two on the line of the field's name. `addresses` is a list
// that was read from a message or made by mailutf_addresses_new(). If an address cannot be written in the form that `options`
// choose, the result has no text, the status is MAILUTF_UNENCODABLE, and the reason names the address. If the status of the
// list is not MAILUTF_OK, the result has the status of the list.
mailutf_text *mailutf_encode_addresses(const mailutf_addresses *addresses,
                                       uint32_t options);

// Encodes a parameter of a header field, such as "filename" of Content-Disposition, from UTF-8. The result contains the name
// and the value of the parameter; write "; " before it, or ";", CRLF and a blank if it is folded. mailutf_header_parameter()
// reads the parameter again, with one blank for each line end in the value. `options` are the same as for
// mailutf_encode_header(). The status is MAILUTF_UNENCODABLE if `parameter` cannot be the name of a parameter,
// and MAILUTF_UNREADABLE if the value is not UTF-8.
mailutf_text *mailutf_encode_parameter(const char *parameter,
                                       const char *value,
                                       size_t length,
                                       uint32_t options);

// Decodes the text of one body, as IMAP returns the body (RFC 9051, BODY[1]). `body` still has its transfer encoding.
// `content_type` and `transfer_encoding` are the values of the fields Content-Type and Content-Transfer-Encoding; pass
// NULL with length 0 for a field that is missing. Line ends stay as they are. Octets that cannot be decoded become U+FFFD.
// The status is MAILUTF_UNREADABLE if the body is not text.
mailutf_text *mailutf_body_text(const char *body,
                                size_t length,
                                const char *content_type,
                                size_t content_type_length,
                                const char *transfer_encoding,
                                size_t transfer_encoding_length,
                                const mailutf_hints *hints);

// Converts HTML to plain text, as a person reads it. The result has lines and paragraphs, "> " before quotations, and marks
// before list items. Pictures are replaced by their alternative texts. Soft hyphens are left out; other invisible characters,
// such as the zero-width space, are kept. Text that the page hides, for example by `display:none`, is part of the result.
// `html` is UTF-8, as mailutf_body_text() returns it. The status is MAILUTF_UNREADABLE if `html` is not UTF-8. For a part of a
// message, use mailutf_message_part_plain_text().
mailutf_text *mailutf_html_to_text(const char *html,
                                   size_t length);

// Finds the charset of text that has no label, and returns the MIME name of the charset. The status is MAILUTF_NOTHING if
// there is no evidence for a charset. mailutf_text_evidence() returns the evidence: "ASCII only", "byte order mark", "valid
// UTF-8", "escape sequences", "order of UTF-16", or "statistics". Statistics are only a guess.
mailutf_text *mailutf_detect(const char *text,
                             size_t length);

// Decodes text from the charset that `label` means in mail. For example, text labelled "iso-8859-1" is read as
// windows-1252, and text labelled "gb2312" as GB18030. The status is MAILUTF_UNREADABLE if octets are ill-formed, unless
// the hints choose "lossy". The status is MAILUTF_UNKNOWN_CHARSET if `label` names no charset.
mailutf_text *mailutf_decode(const char *text,
                             size_t length,
                             const char *label,
                             const mailutf_hints *hints);

// Encodes UTF-8 text in the charset with the name `label`. Unlike mailutf_decode(), this function takes the label literally:
// "iso-8859-1" does not mean windows-1252. The status is MAILUTF_UNENCODABLE if the charset lacks a character,
// MAILUTF_UNREADABLE if the text is not UTF-8, and MAILUTF_UNKNOWN_CHARSET if `label` names no charset. The output in
// "utf-16" begins with a byte order mark, even if the text is empty.
mailutf_text *mailutf_encode(const char *text,
                             size_t length,
                             const char *label);

// Decodes the name of an IMAP mailbox, for display. A sequence that is not valid in modified UTF-7 stays as it is, and raw
// octets are read as UTF-8. Decoding never fails. mailutf_text_replaced() counts the violations of the rules of modified
// UTF-7. To name the mailbox to the server, send the original name, because encoding the decoded text again can give another
// name.
mailutf_text *mailutf_imap_decode(const char *name,
                                  size_t length);

// Encodes the name of an IMAP mailbox from UTF-8 in modified UTF-7. The status is MAILUTF_UNREADABLE if the name is not UTF-8.
mailutf_text *mailutf_imap_encode(const char *name,
                                  size_t length);

// Opens a conversion, like iconv_open(3). `from_code` means what the label means in mail: "iso-8859-1" is read as windows-1252,
// and "gb2312" as GB18030. `to_code` is taken literally. Close the conversion by mailutf_iconv_close().
//
// One or more of these suffixes can follow a name:
// - "//TRANSLIT": a character that the output charset lacks is replaced by a similar character, or by a question mark if there
//   is no similar character.
// - "//IGNORE": ill-formed input is left out, and characters that the output charset lacks are left out, too.
// - "//EXACT": `from_code` is taken literally, too.
//
// If one of the names does not name a charset, returns (mailutf_converter *)-1 and sets errno to EINVAL.
//
// In other libraries, the empty name and "char" stand for the charset of the locale. In this library, both names mean UTF-8.
mailutf_converter *mailutf_iconv_open(const char *to_code,
                                      const char *from_code);

// Converts text, like iconv(3). Reads at most `*inbytesleft` octets, starting at `*inbuf`, and writes at most `*outbytesleft`
// octets, starting at `*outbuf`. Then updates the four variables, so that they describe the remaining input and the remaining
// room.
//
// If `inbuf` or `*inbuf` is NULL, resets the conversion to its initial state. Before that, writes the octets that return the
// output to its initial shift state, unless `outbuf` or `*outbuf` is NULL.
//
// Returns the number of characters that were replaced or left out. In case of an error, returns (size_t)-1 and sets errno:
// - E2BIG: the next character does not fit into the output. Call again with more room.
// - EINVAL: the input ends within a character. The octets of this character are left in the input. Call again with these octets
//   and the octets that follow them.
// - EILSEQ: the input is ill-formed at `*inbuf`, or the output charset lacks the character at `*inbuf`. To go on, skip at least
//   one octet.
// - EBADF: the handle is not an open conversion.
size_t mailutf_iconv(mailutf_converter *converter,
                     char **inbuf,
                     size_t *inbytesleft,
                     char **outbuf,
                     size_t *outbytesleft);

// Closes a conversion, like iconv_close(3). Returns 0. If the handle is not an open conversion, returns -1 and sets
// errno to EBADF.
int mailutf_iconv_close(mailutf_converter *converter);

// Parses a message. `message` contains its octets as they are stored, without the `From ` line of an mbox. Text that
// mailutf_hints_add_text() added to the hints has no effect, because the message contains its own text. Returns NULL if an
// argument is not valid, or if an internal error occurs. Free the message by mailutf_message_free().
mailutf_message *mailutf_message_parse(const char *message,
                                       size_t length,
                                       const mailutf_hints *hints);

// Decodes the text of the first header field called `field`, such as "Subject". The result is one line. The text of an address
// field consists of the addresses, with names quoted where necessary. The status is MAILUTF_NOTHING if there is no such field.
// Encode the text by mailutf_encode_header() before you write it into a header.
mailutf_text *mailutf_message_header(const mailutf_message *message,
                                     const char *field);

// Reads the addresses of all header fields called `field`, such as "To". The list is empty if there is no such field.
mailutf_addresses *mailutf_message_addresses(const mailutf_message *message,
                                             const char *field);

// Reads the identifiers in the first header field called `field`, such as "Message-ID", "In-Reply-To" or "References", in the
// order of the field. Comments, other words, and identifiers that are not UTF-8 are skipped. The list is empty if there is no
// such field.
mailutf_ids *mailutf_message_ids(const mailutf_message *message,
                                 const char *field);

// Writes the time of the field Date to `*seconds`, in seconds since 1970 in UTC. Returns MAILUTF_NOTHING, and leaves `*seconds`
// unchanged, if the message has no valid date.
mailutf_status mailutf_message_date(const mailutf_message *message,
                                    int64_t *seconds);

// The number of parts of a message, at least 1. Multiparts are counted, too. The indices of parts start at 0 and follow the
// order of the parts in the message.
size_t mailutf_message_part_count(const mailutf_message *message);

// The index of the part that a mail program shows as the text of the message, preferably plain text; MAILUTF_NO_PART if there
// is no such part. If the plain text has only blanks, or is binary data, and the HTML has more than blanks, the result is the
// part of the HTML.
size_t mailutf_message_text_part(const mailutf_message *message);

// The index of the part that contains the text of the message in HTML; MAILUTF_NO_PART if there is none.
size_t mailutf_message_html_part(const mailutf_message *message);

// The index of the part that is the attachment with this number. Attachments are counted from 0. The result is MAILUTF_NO_PART
// if the number is beyond the last attachment.
size_t mailutf_message_attachment(const mailutf_message *message,
                                  size_t index);

// The index of the part with this Content-ID; MAILUTF_NO_PART if there is none. `content_id` is without angle brackets, as in a
// `cid:` URL in HTML.
size_t mailutf_message_part_by_content_id(const mailutf_message *message,
                                          const char *content_id);

// The media type of a part, in lower case, such as "text/plain"; NULL if there is no such part.
const char *mailutf_message_media_type(const mailutf_message *message, size_t part);

// Decodes the text of a part, as mailutf_body_text() does. The status is MAILUTF_NOTHING if there is no such part.
mailutf_text *mailutf_message_part_text(const mailutf_message *message,
                                        size_t part);

// Decodes the text of a part and converts it to plain text, as a person reads it. HTML is converted as by
// mailutf_html_to_text(). The lines of flowed text are joined (RFC 3676). Other text stays as it is. In all other respects, this
// function is like mailutf_message_part_text().
mailutf_text *mailutf_message_part_plain_text(const mailutf_message *message,
                                              size_t part);

// The octets of a part, with its transfer encoding decoded. The octets are the content of a file, or text in its original
// charset. If the transfer encoding is unknown or damaged, so that octets may be missing or wrong, the text has one finding
// that says so. The status is MAILUTF_NOTHING if there is no such part.
mailutf_text *mailutf_message_part_octets(const mailutf_message *message,
                                          size_t part);

// Finds and decodes the file name of a part, as mailutf_file_name() does. The status is MAILUTF_NOTHING if the part
// has no file name.
mailutf_text *mailutf_message_part_file_name(const mailutf_message *message,
                                             size_t part);

// Decodes the text of the first field called `field`, such as "Content-Description", in the header of a part. The text is
// decoded as by mailutf_message_header(). The status is MAILUTF_NOTHING if there is no such field or part.
mailutf_text *mailutf_message_part_header(const mailutf_message *message,
                                          size_t part,
                                          const char *field);

// The Content-ID of a part, without angle brackets. HTML refers to the part by its Content-ID in a `cid:` URL. The status is
// MAILUTF_NOTHING if the part has no Content-ID.
mailutf_text *mailutf_message_part_content_id(const mailutf_message *message,
                                              size_t part);

// The section number by which IMAP refers to a part (RFC 9051), such as "1.2". The section number is "1" if the
// message is not a multipart.
mailutf_text *mailutf_message_part_section(const mailutf_message *message,
                                           size_t part);

// Frees a message.
void mailutf_message_free(mailutf_message *message);

// The status of the call that returned the list; MAILUTF_INTERNAL_ERROR if `ids` is NULL. An empty list can have the
// status MAILUTF_OK, too.
mailutf_status mailutf_ids_status(const mailutf_ids *ids);

// The number of identifiers in a list.
size_t mailutf_ids_count(const mailutf_ids *ids);

// The identifier with this index, counted from 0, such as "1@example.org". The identifier has no blanks, no line ends
// and no angle brackets. In a header field, write angle brackets around it. The result is NULL if the index is beyond
// the last identifier. A NUL in the identifier becomes U+FFFD.
const char *mailutf_ids_id(const mailutf_ids *ids,
                           size_t index);

// Frees a list of identifiers.
void mailutf_ids_free(mailutf_ids *ids);

// Finds other ways to read the texts of a message. The result lists every body. It lists encoded words and raw octets in
// header fields only if they have other readings. All other functions of this library return only the likeliest reading.
// To choose another reading, add a rule: see "rules" of mailutf_hints_set(). This function takes longer than showing the
// message.
mailutf_readings *mailutf_message_readings(const mailutf_message *message);

// The status of the call that returned the readings; MAILUTF_INTERNAL_ERROR if `readings` is NULL.
mailutf_status mailutf_readings_status(const mailutf_readings *readings);

// The number of texts in the readings.
size_t mailutf_readings_count(const mailutf_readings *readings);

// The place of the text with this index. Texts are counted from 0. The result is NULL if the index is beyond the last text.
// The places are:
// - "body": the body of a part.
// - "words": encoded words in the header of a part, all with the same label.
// - "fields": octets beyond US-ASCII in the header of the message.
const char *mailutf_readings_place(const mailutf_readings *readings,
                                   size_t index);

// The index of the part that contains the text with this index. If the text is the body of this part,
// mailutf_message_part_text() returns the likeliest reading. The result is MAILUTF_NO_PART if the index is beyond the last
// text.
size_t mailutf_readings_part(const mailutf_readings *readings,
                             size_t index);

// The charset label of the text with this index, as the message spells the label. The result is NULL if the text has no
// label or if the index is beyond the last text.
const char *mailutf_readings_label(const mailutf_readings *readings,
                                   size_t index);

// The number of other readings of the text with this index. The likeliest reading is not counted. The result is 0 for most
// texts.
size_t mailutf_readings_other_count(const mailutf_readings *readings,
                                    size_t index);

// One of the other readings of a text. Texts and other readings are counted from 0, and the likeliest of the other readings
// comes first. The result is NULL if an index is too large. A NUL in the reading becomes U+FFFD.
const char *mailutf_readings_other_text(const mailutf_readings *readings,
                                        size_t index,
                                        size_t other_index);

// The assumption behind one of the other readings of a text, as an English phrase for display, such as "in KOI8-R". The
// result is NULL if an index is too large.
const char *mailutf_readings_other_how(const mailutf_readings *readings,
                                       size_t index,
                                       size_t other_index);

// The value of the key `read` in a rule that chooses this reading of a text: "label", "evidence" or a charset. A
// rule with the key "message-id" or "digest" always chooses it; a broader rule does not if the octets prove the present
// reading, as valid UTF-8 does. For rules, see "rules" of mailutf_hints_set(). The result is NULL if an index is too large.
const char *mailutf_readings_other_rule(const mailutf_readings *readings,
                                        size_t index,
                                        size_t other_index);

// Frees readings.
void mailutf_readings_free(mailutf_readings *readings);

// Opens a mailbox: an mbox of any variant, an MMDF file, or one message. The function `read` supplies the octets of the
// mailbox. Only this function and mailutf_mailbox_next() call `read`. `read` must not throw an exception or leave by
// longjmp(). "limit-message" is the only hint that has an effect. Free the mailbox by mailutf_mailbox_free(). Returns NULL if
// `read` is NULL or if the first call of `read` fails.
mailutf_mailbox *mailutf_mailbox_open(mailutf_read read,
                                      void *context,
                                      const mailutf_hints *hints);

// Reads the next message of a mailbox. Call this function again only after MAILUTF_OK and MAILUTF_TOO_LARGE. Returns:
// - MAILUTF_OK: the message was read.
// - MAILUTF_NOTHING: there are no more messages.
// - MAILUTF_TOO_LARGE: the message is larger than the maximum size "limit-message", and was skipped.
// - MAILUTF_UNREADABLE: the mailbox is in a format that this library cannot read, such as PST.
// - MAILUTF_READ_FAILED: `read` failed. No more messages can be read.
mailutf_status mailutf_mailbox_next(mailutf_mailbox *mailbox);

// The octets of the message that was read last, without its `From ` line. The quoting of lines in the mbox, such as `>From `,
// is undone. The octets are valid until the next call of mailutf_mailbox_next() or mailutf_mailbox_free() for this mailbox. The
// result is never NULL.
const char *mailutf_mailbox_octets(const mailutf_mailbox *mailbox);

// The length in octets of the message that was read last.
size_t mailutf_mailbox_length(const mailutf_mailbox *mailbox);

// The offset in the mailbox at which the last message begins, whether the message was read or skipped. If the message has a
// `From ` line, the result is the offset of this line.
uint64_t mailutf_mailbox_offset(const mailutf_mailbox *mailbox);

// Parses the message that was read last. The result is a separate handle, which mailutf_message_free() frees. The result is NULL
// if `mailbox` is NULL.
mailutf_message *mailutf_mailbox_message(const mailutf_mailbox *mailbox,
                                         const mailutf_hints *hints);

// Frees a mailbox. `read` is not called.
void mailutf_mailbox_free(mailutf_mailbox *mailbox);

// Rewrites a message in UTF-8, as `mailutf normalize` does. The pieces of the new message are passed to `write`, in their
// order. Many pieces are parts of `message` itself. If `write` is NULL, the new message is the text that is returned. `write`
// must not throw an exception or leave by longjmp().
//
// The findings say what was guessed, and what was left unchanged because it cannot be converted without loss. If anything was
// left unchanged, the status is MAILUTF_UNREADABLE, but the new message is complete. The status is MAILUTF_STOPPED if `write`
// returned a number other than 0.
mailutf_text *mailutf_normalize(const char *message,
                                size_t length,
                                const mailutf_hints *hints,
                                mailutf_write write,
                                void *context);

// Rewrites a message as 7-bit mail in UTF-7, as `mailutf to-utf7` does. In all other respects, this function is like
// mailutf_normalize().
mailutf_text *mailutf_to_utf7(const char *message,
                              size_t length,
                              const mailutf_hints *hints,
                              mailutf_write write,
                              void *context);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MAILUTF_H */
