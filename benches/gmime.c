/* A program that tools/speed.py compares with mailutf. GMime reads an mbox, converts all its text to UTF-8, and writes
 * the messages to standard output. Headers are written as they were parsed. */

#include <fcntl.h>
#include <gmime/gmime.h>
#include <unistd.h>

static void
to_utf8 (GMimeObject *parent, GMimeObject *part, gpointer data)
{
	char *text;

	if (!GMIME_IS_TEXT_PART (part))
		return;
	text = g_mime_text_part_get_text (GMIME_TEXT_PART (part));
	if (text == NULL)
		return;
	g_mime_text_part_set_charset (GMIME_TEXT_PART (part), "utf-8");
	g_mime_text_part_set_text (GMIME_TEXT_PART (part), text);
	g_free (text);
}

int
main (int argc, char **argv)
{
	GMimeStream *input, *output;
	GMimeParser *parser;
	GMimeMessage *message;

	g_mime_init ();
	if (argc != 2 || (input = g_mime_stream_fs_open (argv[1], O_RDONLY, 0, NULL)) == NULL)
		return 2;
	output = g_mime_stream_fs_new (dup (1));
	parser = g_mime_parser_new_with_stream (input);
	g_mime_parser_set_format (parser, GMIME_FORMAT_MBOX);
	while (!g_mime_parser_eos (parser)) {
		if ((message = g_mime_parser_construct_message (parser, NULL)) == NULL)
			break;
		g_mime_message_foreach (message, to_utf8, NULL);
		g_mime_stream_write_string (output, "From - Mon Jan  1 00:00:00 2024\n");
		g_mime_object_write_to_stream (GMIME_OBJECT (message), NULL, output);
		g_mime_stream_write_string (output, "\n");
		g_object_unref (message);
	}
	g_mime_stream_flush (output);
	g_object_unref (parser);
	g_object_unref (output);
	g_object_unref (input);
	return 0;
}
