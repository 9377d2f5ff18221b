use super::*;

#[test]
fn are_updated_with_the_label() {
    becomes(
        b"Content-Type: text/html; charset=koi8-r\n\n<?xml version='1.0' encoding='koi8-r'?><meta charset=\"koi8-r\">\xC4\xC1\n",
        "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n<?xml version='1.0' encoding='utf-8'?><meta charset=\"utf-8\">да\n".as_bytes(),
    );
    becomes(
        b"Content-Type: text/html; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n<meta http-equiv=3D\"Content-Type\" content=3D\"text/html; charset=3Dkoi8-r\">\n",
        b"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 7bit\n\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n",
    );
    becomes(
        b"Content-Type: text/css; charset=iso-8859-1\n\n@charset \"iso-8859-1\";\n",
        b"Content-Type: text/css; charset=utf-8\n\n@charset \"utf-8\";\n",
    );
}

#[test]
fn stay_if_the_text_stays() {
    stays(b"Content-Type: text/html\n\n<meta charset=koi8-r>plain\n", None);
    stays("Content-Type: text/html; charset=utf-8\n\n<meta charset=koi8-r>да\n".as_bytes(), None);
}

#[test]
fn are_evidence_if_the_label_is_missing() {
    becomes(
        b"MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: 8bit\n\n<meta charset=koi8-r>\xC4\xC1\n",
        "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n<meta charset=utf-8>да\n".as_bytes(),
    );
}

#[test]
fn a_byte_order_mark_is_removed_if_the_text_is_converted() {
    becomes(
        b"Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n//5IAGkA5AA=",
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nHi\u{e4}".as_bytes(),
    );
}

#[test]
fn of_quoted_printable_in_a_document_keep_their_quotes() {
    becomes(
        b"Content-Type: text/html; charset=iso-8859-1\n\n\
          <meta http-equiv=3D\"Content-Type\" content=3D\"text/html; charset=3Diso-8859-1\">\xE4\n",
        "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n\
          <meta http-equiv=3D\"Content-Type\" content=3D\"text/html; charset=3Dutf-8\">ä\n"
            .as_bytes(),
    );
}

/// vCard properties with raw octets are relabelled with the new charset. vCard properties in quoted-printable
/// keep their labels.
#[test]
fn of_vcards_are_updated_too() {
    for media_type in ["text/x-vcard", "text/directory", "text/x-vcalendar"] {
        for label in ["; charset=iso-8859-1", "; charset=us-ascii", ""] {
            let input = format!("Content-Type: {media_type}{label}\n\nBEGIN:VCARD\nVERSION:2.1\n");
            let output = format!(
                "MIME-Version: 1.0\nContent-Type: {media_type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nBEGIN:VCARD\nVERSION:2.1\n"
            );
            let cards = b"N;CHARSET=windows-1252:M\xFCller\nFN;CHARSET=ISO-8859-1;X=y:M\xFCller\n\
                ORG;CHARSET=koi8-r;ENCODING=QUOTED-PRINTABLE:=C4=C1\nEND:VCARD\n";
            let followed = "N;CHARSET=utf-8:Müller\nFN;CHARSET=utf-8;X=y:Müller\n\
                ORG;CHARSET=koi8-r;ENCODING=QUOTED-PRINTABLE:=C4=C1\nEND:VCARD\n";
            becomes(
                &[b"MIME-Version: 1.0\n", input.as_bytes(), cards].concat(),
                &[output.as_bytes(), followed.as_bytes()].concat(),
            );
        }
    }
    becomes(
        b"Content-Type: text/x-vcard; charset=iso-8859-1\n\nORG;CHARSET=koi8-r;ENCODING=QUOTED-PRINTABLE:=C4=C1\n",
        b"Content-Type: text/x-vcard; charset=utf-8\n\nORG;CHARSET=koi8-r;ENCODING=QUOTED-PRINTABLE:=C4=C1\n",
    );
}

/// If programs that open a document read the charset from a declaration in it, and this declaration cannot be
/// updated, the document is left unchanged.
#[test]
fn that_cannot_be_updated_keep_the_document() {
    for (media_type, document) in [
        // The first document declares two different charsets. The second declares a charset, but also has octets in
        // the charset of the label.
        ("text/x-vcard", &b"N;CHARSET=iso-8859-15:M\xFCller\nORG;CHARSET=iso-8859-2:P\xE8re\n"[..]),
        ("text/x-vcard", b"N:M\xFCller\nORG;CHARSET=koi8-r:\xE0\n"),
        ("text/x-vcard", b"N;ENCODING=QUOTED-PRINTABLE:M=FCller\n"),
        ("text/plain", b"BEGIN:VCARD\nN;CHARSET=windows-1252:M\xFCller\n"),
        ("text/x-python", b"# -*- coding: latin-1 -*-\nx = '\xFC'\n"),
        ("text/x-tex", b"\\documentclass{a}\n\\usepackage[latin1]{inputenc}\n\xFC\n"),
        ("text/x-po", b"msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=latin1\\n\"\n\xFC\n"),
        ("text/plain", b"{\\rtf1\\ansi\\ansicpg1252 \xFC}\n"),
    ] {
        let header = format!("Content-Type: {media_type}; charset=iso-8859-1; name=x\n\n");
        stays(&[header.as_bytes(), document].concat(), Some(Code::CharsetInside));
    }
    // An XML file under another media type is converted if its label and its declaration agree.
    becomes(
        b"Content-Type: text/plain; charset=iso-8859-1; name=x\n\n<?xml version='1.0' encoding='iso-8859-1'?><a>\xFC</a>\n",
        "Content-Type: text/plain; charset=utf-8; name=x\nContent-Transfer-Encoding: 8bit\n\n<?xml version='1.0' encoding='utf-8'?><a>ü</a>\n".as_bytes(),
    );
    // In the charset of the declaration, the document is a different text than in the charset of the label. So it
    // is left unchanged.
    stays(
        b"Content-Type: text/plain; charset=iso-8859-1; name=x\n\n<?xml version='1.0' encoding='iso-8859-2'?><a>\xF8</a>\n",
        Some(Code::AttachmentKept),
    );
    // Attachments of any media type in which documents declare their charset are also left unchanged if the
    // declaration makes them a different text.
    for (media_type, document) in [
        ("text/html", &b"<meta charset=iso-8859-2>\xF8\n"[..]),
        ("text/html", b"<meta charset=koi8-r>\xF0\xD2\xC9\xD7\xC5\xD4\n"),
        ("text/xml", b"<?xml version='1.0' encoding='windows-1250'?><a>\xF8</a>\n"),
        ("text/css", b"@charset \"iso-8859-2\";\na::after { content: '\xF8' }\n"),
    ] {
        let header =
            format!("Content-Type: {media_type}; charset=iso-8859-1\nContent-Disposition: attachment\n\n");
        stays(&[header.as_bytes(), document].concat(), Some(Code::AttachmentKept));
    }
    // Text that only mentions declarations of charsets is converted.
    becomes(
        b"Content-Type: text/plain; charset=iso-8859-1\n\nF\xFCr Python:\n# coding: latin-1\n<?xml encoding='x'?>\n",
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nFür Python:\n# coding: latin-1\n<?xml encoding='x'?>\n".as_bytes(),
    );
}

#[test]
fn rich_text_has_its_own() {
    stays(b"Content-Type: text/rtf; charset=iso-8859-1\n\n{\\rtf1\\ansi caf\xE9}\n", None);
}
