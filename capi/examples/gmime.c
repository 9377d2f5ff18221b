/* A GMimeFilter that decodes a charset by mailutf, in place of g_mime_filter_charset_new(). The filter reads a label as
 * mail programs do: text labelled iso-8859-1 is read as windows-1252. It writes U+FFFD for ill-formed octets, while the
 * filter of GMime drops such octets. To read the text of a part in UTF-8:
 *
 *     GMimeFilter *filter = mailutf_filter_new(g_mime_object_get_content_type_parameter((GMimeObject *)part, "charset"));
 *     g_mime_stream_filter_add((GMimeStreamFilter *)stream, filter);
 *
 * Compile this file: cc -c gmime.c $(pkg-config --cflags gmime-3.0 mailutf) */

#include <errno.h>
#include <gmime/gmime.h>
#include <mailutf.h>
#include <string.h>

typedef struct {
  GMimeFilter parent;
  char *label;
  mailutf_converter *converter;
} MailutfFilter;

typedef struct {
  GMimeFilterClass parent;
} MailutfFilterClass;

static GType mailutf_filter_get_type(void);

G_DEFINE_TYPE(MailutfFilter, mailutf_filter, GMIME_TYPE_FILTER)

GMimeFilter *mailutf_filter_new(const char *label) {
  mailutf_converter *converter = mailutf_iconv_open("utf-8", label ? label : "utf-8");
  if (converter == (mailutf_converter *)-1) {
    return NULL;
  }
  MailutfFilter *filter = g_object_new(mailutf_filter_get_type(), NULL);
  filter->label = g_strdup(label);
  filter->converter = converter;
  return (GMimeFilter *)filter;
}

/* Converts the octets that arrived. An incomplete character at their end is kept for the next call, unless this call
 * is the last. */
static void convert(GMimeFilter *base, char *in, size_t length, char **out, size_t *written, gboolean last) {
  MailutfFilter *filter = (MailutfFilter *)base;
  size_t room = length * 4 + 16;
  g_mime_filter_set_size(base, room, FALSE);
  char *to = base->outbuf;
  size_t left = base->outsize;
  while (length > 0 && mailutf_iconv(filter->converter, &in, &length, &to, &left) == (size_t)-1) {
    size_t before = (size_t)(to - base->outbuf);
    if (errno == EINVAL && !last) {
      g_mime_filter_backup(base, in, length);
      break;
    }
    if (errno == E2BIG || left < 3) {
      g_mime_filter_set_size(base, base->outsize * 2, TRUE);
      to = base->outbuf + before;
      left = base->outsize - before;
    } else if (errno == EILSEQ || errno == EINVAL) {
      memcpy(to, "\xEF\xBF\xBD", 3);
      to += 3;
      left -= 3;
      in++;
      length--;
    } else {
      break;
    }
  }
  *out = base->outbuf;
  *written = (size_t)(to - base->outbuf);
}

static void filter_filter(GMimeFilter *filter, char *in, size_t length, size_t prespace, char **out,
                          size_t *written, size_t *outprespace) {
  convert(filter, in, length, out, written, FALSE);
  *outprespace = prespace;
}

static void filter_complete(GMimeFilter *filter, char *in, size_t length, size_t prespace, char **out,
                            size_t *written, size_t *outprespace) {
  convert(filter, in, length, out, written, TRUE);
  *outprespace = prespace;
}

static void filter_reset(GMimeFilter *filter) {
  mailutf_iconv(((MailutfFilter *)filter)->converter, NULL, NULL, NULL, NULL);
}

static GMimeFilter *filter_copy(GMimeFilter *filter) {
  return mailutf_filter_new(((MailutfFilter *)filter)->label);
}

static void filter_finalize(GObject *object) {
  MailutfFilter *filter = (MailutfFilter *)object;
  mailutf_iconv_close(filter->converter);
  g_free(filter->label);
  G_OBJECT_CLASS(mailutf_filter_parent_class)->finalize(object);
}

static void mailutf_filter_class_init(MailutfFilterClass *class) {
  G_OBJECT_CLASS(class)->finalize = filter_finalize;
  GMIME_FILTER_CLASS(class)->filter = filter_filter;
  GMIME_FILTER_CLASS(class)->complete = filter_complete;
  GMIME_FILTER_CLASS(class)->reset = filter_reset;
  GMIME_FILTER_CLASS(class)->copy = filter_copy;
}

static void mailutf_filter_init(MailutfFilter *filter) {
  filter->converter = (mailutf_converter *)-1;
}
