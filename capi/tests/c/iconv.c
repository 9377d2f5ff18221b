/* Checks the contract of iconv(3) for the functions of mailutf.h. If the test is compiled with
 * -DPRELOADED, it calls the functions of libc instead, which a preloaded library replaces. */

#include "check.h"
#include <errno.h>

#ifdef PRELOADED
#include <dlfcn.h>
#include <iconv.h>
#include <pthread.h>
#define mailutf_converter void
#define mailutf_iconv_open iconv_open
#define mailutf_iconv iconv
#define mailutf_iconv_close iconv_close
#else
#include "mailutf.h"
#endif

#define BAD ((mailutf_converter *)-1)
#define ERROR ((size_t)-1)

static char *in;
static char *out;
static size_t in_left;
static size_t out_left;
static char room[256];

/* Converts `length` octets, with room for `size` octets of output, and returns what iconv returns. After the
 * call, the variables `in_left` and `out_left` say how much input and room is left. */
static size_t convert(mailutf_converter *cd, const char *input, size_t length, size_t size) {
  in = (char *)input;
  in_left = length;
  out = room;
  out_left = size;
  memset(room, '#', sizeof room);
  errno = 0;
  return mailutf_iconv(cd, &in, &in_left, &out, &out_left);
}

/* Whether exactly the octets of `expected` were written, and nothing after them. */
static int wrote(const char *expected) {
  size_t length = (size_t)(out - room);
  return length == strlen(expected) && memcmp(room, expected, length) == 0 && room[length] == '#';
}

static void whole(const char *to, const char *from, const char *input, const char *expected) {
  mailutf_converter *cd = mailutf_iconv_open(to, from);
  CHECK(cd != BAD);
  CHECK(convert(cd, input, strlen(input), 200) == 0 && in_left == 0 && wrote(expected));
  CHECK(mailutf_iconv_close(cd) == 0);
}

/* Passes one more octet of input in each call. An incomplete character stays in the input. */
static void in_pieces(const char *to, const char *from, const char *input, const char *expected) {
  mailutf_converter *cd = mailutf_iconv_open(to, from);
  CHECK(cd != BAD);
  size_t length = strlen(input), start = 0, written = 0;
  char all[256];
  for (size_t end = 1; end <= length; end++) {
    size_t result = convert(cd, input + start, end - start, 200);
    CHECK(result == 0 || (result == ERROR && errno == EINVAL && in_left > 0));
    memcpy(all + written, room, (size_t)(out - room));
    written += (size_t)(out - room);
    start = end - in_left;
  }
  CHECK(start == length && written == strlen(expected) && memcmp(all, expected, written) == 0);
  mailutf_iconv_close(cd);
}

/* Gives each call room for one octet, then for two, and so on, until the next character fits. */
static void in_little_room(const char *to, const char *from, const char *input, const char *expected) {
  mailutf_converter *cd = mailutf_iconv_open(to, from);
  CHECK(cd != BAD);
  size_t length = strlen(input), start = 0, written = 0, size = 1;
  char all[256];
  while (start < length) {
    size_t result = convert(cd, input + start, length - start, size);
    CHECK(result == 0 || (result == ERROR && errno == E2BIG && in_left > 0));
    size = out == room ? size + 1 : 1;
    CHECK(size < 16);
    memcpy(all + written, room, (size_t)(out - room));
    written += (size_t)(out - room);
    start = length - in_left;
  }
  CHECK(written == strlen(expected) && memcmp(all, expected, written) == 0);
  mailutf_iconv_close(cd);
}

static void each(const char *to, const char *from, const char *input, const char *expected) {
  whole(to, from, input, expected);
  in_pieces(to, from, input, expected);
  in_little_room(to, from, input, expected);
}

#ifdef PRELOADED
/* Converts with a handle that libc opened, not the preloaded library. The programs of glibc itself get their
 * handles in this way. */
static void opened_by_libc(void) {
  iconv_t (*open)(const char *, const char *);
  *(void **)&open = dlsym(dlopen("libc.so.6", RTLD_LAZY), "iconv_open");
  CHECK(open != NULL && open != iconv_open);
  iconv_t cd = open("utf-8", "koi8-r");
  CHECK(convert(cd, "\xF0", 1, 200) == 0 && wrote("П"));
  CHECK(iconv_close(cd) == 0);
}

/* A closed handle is recognized as closed. An open handle keeps its conversion when other
 * handles are closed. */
static void closed(void) {
  enum { MANY = 3000 };
  static iconv_t all[MANY];
  for (int i = 0; i < MANY; i++) {
    all[i] = iconv_open("utf-8", i % 2 ? "koi8-r" : "EBCDIC-US");
    CHECK(all[i] != BAD);
  }
  for (int i = 0; i < MANY; i += 3) {
    CHECK(iconv_close(all[i]) == 0);
  }
  for (int i = 0; i < MANY; i++) {
    if (i % 3 != 0) {
      CHECK(convert(all[i], i % 2 ? "\xF0" : "\xC1", 1, 200) == 0 && wrote(i % 2 ? "П" : "A"));
      CHECK(iconv_close(all[i]) == 0);
    }
  }
  /* The function is called by an address that the compiler does not know, because the compiler
   * forbids to close a handle twice. */
  int (*volatile close)(iconv_t) = iconv_close;
  iconv_t cd = iconv_open("utf-8", "koi8-r");
  CHECK(close(cd) == 0);
  errno = 0;
  CHECK(close(cd) == -1 && errno == EBADF);
  CHECK(convert(cd, "\xF0", 1, 200) == ERROR && errno == EBADF);
}

static void *one_thread(void *from) {
  for (int i = 0; i < 2000; i++) {
    iconv_t cd = iconv_open("utf-8", from);
    char octet = (char)0xC1, *start = &octet, text[8], *end = text;
    size_t left = 1, room_left = sizeof text;
    CHECK(iconv(cd, &start, &left, &end, &room_left) == 0);
    CHECK(strcmp(from, "koi8-r") ? *text == 'A' : memcmp(text, "а", 2) == 0);
    CHECK(iconv_close(cd) == 0);
  }
  return NULL;
}

static void in_threads(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++) {
    CHECK(pthread_create(&threads[i], NULL, one_thread, i % 2 ? "koi8-r" : "EBCDIC-US") == 0);
  }
  for (int i = 0; i < 8; i++) {
    CHECK(pthread_join(threads[i], NULL) == 0);
  }
}
#endif

int main(void) {
  each("utf-8", "koi8-r", "\xEB\xCF\xC4", "Код");
  each("utf-8", "iso-8859-1", "caf\xE9 \x80", "café €");
  each("utf-8", "utf-7", "Hi Mom +Jjo-! +2D3eAA- A+ImIDkQ.", "Hi Mom ☺! 😀 A≢Α.");
  each("utf-8", "iso-2022-jp", "\x1B$B$3$s\x1B(Bb\x1B$@$K\x1B(B", "こんbに");
  each("utf-8", "iso-2022-kr", "\x1B$)C\x0E>H3g\x0F!", "안녕!");
  each("utf-8", "ks_c_5601-1987", "\xB0\xA1\x81\x41", "가갂");
  each("utf-8", "utf-8", "Ελλάδα 😀", "Ελλάδα 😀");
  each("koi8-r", "utf-8", "Код", "\xEB\xCF\xC4");
  each("gb18030", "utf-8", "中€😀", "\xD6\xD0\xA2\xE3\x94\x39\xFC\x36");
  each("utf-8", "hz-gb-2312", "a~{VPND~}b~~", "a中文b~");
  each("utf-8", "utf-7-imap", "Entw&APw-rfe &- &2D3eAA-", "Entwürfe & 😀");
  whole("utf-7", "utf-8", "é b", "+AOk b");
  whole("iso-8859-1//TRANSLIT", "utf-8", "caf\xC3\xA9", "caf\xE9");

  /* The output keeps its shift state between calls, and a call without input returns it to its initial state. */
  mailutf_converter *cd = mailutf_iconv_open("iso-2022-jp", "utf-8");
  CHECK(convert(cd, "日", 3, 200) == 0 && wrote("\x1B$BF|"));
  CHECK(convert(cd, "本", 3, 200) == 0 && wrote("K\\"));
  out = room;
  out_left = 2;
  errno = 0;
  CHECK(mailutf_iconv(cd, NULL, NULL, &out, &out_left) == ERROR && errno == E2BIG && out == room);
  out_left = 200;
  memset(room, '#', sizeof room);
  CHECK(mailutf_iconv(cd, NULL, NULL, &out, &out_left) == 0 && wrote("\x1B(B") && out_left == 197);
  CHECK(convert(cd, "本", 3, 200) == 0 && wrote("\x1B$BK\\"));
  CHECK(mailutf_iconv(cd, NULL, NULL, NULL, NULL) == 0);
  CHECK(convert(cd, "a", 1, 200) == 0 && wrote("a"));
  mailutf_iconv_close(cd);

  /* The input keeps its shift state between calls, too. */
  cd = mailutf_iconv_open("utf-8", "iso-2022-jp");
  CHECK(convert(cd, "\x1B$BF|", 5, 200) == 0 && wrote("日"));
  CHECK(convert(cd, "K\\\x1B", 3, 200) == ERROR && errno == EINVAL && in_left == 1 && wrote("本"));
  CHECK(convert(cd, "\x1B(Ba", 4, 200) == 0 && wrote("a"));
  mailutf_iconv_close(cd);

  /* The conversion stops before ill-formed input. The caller then skips an octet. */
  cd = mailutf_iconv_open("utf-8", "utf-8");
  CHECK(convert(cd, "a\xFF" "b", 3, 200) == ERROR && errno == EILSEQ && in_left == 2 && *in == '\xFF' && wrote("a"));
  CHECK(convert(cd, in + 1, 1, 200) == 0 && wrote("b"));
  CHECK(convert(cd, "\xE2\x82" "a", 3, 200) == ERROR && errno == EILSEQ && in_left == 3);
  CHECK(convert(cd, "\xE2\x82", 2, 200) == ERROR && errno == EINVAL && in_left == 2);
  CHECK(convert(cd, "", 0, 0) == 0 && convert(cd, "a", 1, 0) == ERROR && errno == E2BIG);
  mailutf_iconv_close(cd);
  cd = mailutf_iconv_open("utf-8", "utf-7");
  CHECK(convert(cd, "+2AA- a", 7, 200) == ERROR && errno == EILSEQ);
  for (int skips = 0; in_left > 0; skips++) {
    CHECK(skips < 6);
    convert(cd, in + 1, in_left - 1, 200);
  }
  CHECK(out[-1] == 'a');
  mailutf_iconv_close(cd);

  /* The output charset lacks some of these characters. */
  cd = mailutf_iconv_open("koi8-r", "utf-8");
  CHECK(convert(cd, "aé", 3, 200) == ERROR && errno == EILSEQ && in_left == 2 && wrote("a"));
  mailutf_iconv_close(cd);
  cd = mailutf_iconv_open("us-ascii//TRANSLIT", "utf-8");
  CHECK(convert(cd, "“ä€", 8, 200) == 3 && in_left == 0 && wrote("\"aEUR"));
  mailutf_iconv_close(cd);
  cd = mailutf_iconv_open("us-ascii//IGNORE", "utf-8");
  CHECK(convert(cd, "aä\xFF" "b", 5, 200) == 2 && in_left == 0 && wrote("ab"));
  mailutf_iconv_close(cd);

  errno = 0;
  CHECK(mailutf_iconv_open("x-runes", "utf-8") == BAD && errno == EINVAL);
  CHECK(mailutf_iconv_open("utf-8", "x-runes") == BAD);
#ifdef PRELOADED
  /* A charset that only libc has. */
  whole("utf-8", "EBCDIC-US", "\xC1", "A");
  opened_by_libc();
  closed();
  in_threads();
#else
  errno = 0;
  cd = mailutf_iconv_open(NULL, NULL);
  CHECK(cd != BAD && mailutf_iconv_close(cd) == 0);
  CHECK(mailutf_iconv(BAD, NULL, NULL, NULL, NULL) == ERROR && errno == EBADF);
  CHECK(mailutf_iconv(NULL, NULL, NULL, NULL, NULL) == ERROR && mailutf_iconv_close(NULL) == -1);
  CHECK(mailutf_iconv_close(BAD) == -1);
  cd = mailutf_iconv_open("utf-8", "koi8-r");
  in = NULL;
  CHECK(mailutf_iconv(cd, &in, &in_left, NULL, NULL) == 0);
  mailutf_iconv_close(cd);
#endif
  return 0;
}
