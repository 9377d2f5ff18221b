use super::*;

#[test]
fn sums_and_counts() {
    // The new Content-MD5 is the MD5 of "да\r\n", computed by Python.
    becomes(
        b"Lines: 2\nContent-Type: text/plain; charset=koi8-r\nContent-MD5: 2vzRw9Cmm1vMqh4/oDFIeQ==\nContent-Transfer-Encoding: quoted-printable\n\n=C4=\n=C1\n",
        "Lines: 1\nContent-Type: text/plain; charset=utf-8\nContent-MD5: TvwEGAFVqfVx4IVaQOMG8g==\nContent-Transfer-Encoding: 8bit\n\nда\n".as_bytes(),
    );
}

#[test]
fn counts_of_a_message_around_the_text() {
    let message = |length: usize, inner: &str, transfer: &str, body: &str| {
        format!(
            "Content-Type: message/rfc822\nContent-Transfer-Encoding: 8bit\nContent-Length: {length}\n\n\
            Content-Length: {inner}\nContent-Type: text/plain; charset={transfer}\n\n{body}"
        )
    };
    let (before, after) = (
        message(0, "10", "koi8-r\nContent-Transfer-Encoding: quoted-printable", "=C4=C1=C4\n"),
        message(0, "7", "utf-8\nContent-Transfer-Encoding: 8bit", "дад\n"),
    );
    let length = |message: &str| message.len() - message.find("\n\n").unwrap() - 2;
    becomes_lf(
        &before.replace("Content-Length: 0", &format!("Content-Length: {}", length(&before))),
        &after.replace("Content-Length: 0", &format!("Content-Length: {}", length(&after))),
    );
}

#[track_caller]
fn becomes_lf(input: &str, output: &str) {
    assert_eq!(String::from_utf8(normalize(input.as_bytes()).apply().into_owned()).unwrap(), output);
}
