//! Compares our codecs with their peers, which are codecs of other libraries. The texts are in nine languages, and
//! have 36 octets, 4 KiB or 2 MiB of UTF-8.
//!
//! With `RUSTFLAGS="--cfg mailutf_avx2"`, our kernels (the loops that convert many octets at once) do
//! not use AVX-512.

mod libraries;

use libraries::{Convert, Converter};
use mailutf_codecs::charset::{Charset, utf8};
use mailutf_codecs::transfer::{base64, quoted_printable};
use std::hint::black_box;
use std::ops::Deref;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The languages. Each has its name, its words, and the separators between words.
const LANGUAGES: [(&str, &str, &[&str]); 9] = [
    (
        "English",
        "the of and a to in he have it that for they with as not on she at by this we you do but from or which one \
         would all will there say who make when can more if no man out other so what time up go about than into don’t",
        &[" ", " ", " ", ", ", ". ", "\r\n"],
    ),
    (
        "French",
        "le de un être et à il avoir ne je son que se qui ce dans en du elle au pour pas sur faire plus dire où même \
         après été déjà très là voilà père mère première année façon garçon hôtel fenêtre français noël",
        &[" ", " ", " ", ", ", ". ", "\r\n"],
    ),
    (
        "Russian",
        "и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой ещё год человек время \
         рука дело день жизнь слово место вопрос сторона страна мир случай ребёнок голова работа конец",
        &[" ", " ", " ", ", ", ". ", "\r\n"],
    ),
    (
        "Greek",
        "και το να του η της με που την από για είναι στο οι δεν των τα θα μας σε ο αυτό μια στην τους τις ήταν ότι \
         κάθε χρόνια άνθρωπος ημέρα ζωή κόσμος χέρι μέρος παιδί μάτι γυναίκα θέση εργασία εβδομάδα",
        &[" ", " ", " ", ", ", ". ", "\r\n"],
    ),
    (
        "Japanese",
        "これは 日本語 の 文章 です が ひらがな カタカナ 漢字 を 使って 書かれて います 今日は とても 天気 が良い ので 散歩 に 行きました \
         東京 大阪 京都 電車 会社 学校 先生 学生 友達 家族 メール 添付 ファイル",
        &["", "", "", "", "、", "。", "\r\n"],
    ),
    (
        "Chinese",
        "我们 今天 在 北京 的 公司 开会 讨论 这个 问题 他们 认为 应该 继续 发展 经济 和 文化 中国 人民 学生 老师 学校 时间 工作 生活 \
         世界 电子 邮件 附件 请 查收 谢谢 您好 一 是 不 了 有 人",
        &["", "", "", "", ",", "。", "\r\n"],
    ),
    (
        "Korean",
        "나는 오늘 학교에 가서 친구를 만나고 함께 점심을 먹었다 그리고 도서관에서 책을 읽었다 한국어 문장은 띄어쓰기가 있다 안녕하세요 \
         감사합니다 회사 사람 시간 생활 세계 문제 서울 부산 메일 첨부 파일",
        &[" ", " ", " ", ", ", ". ", "\r\n"],
    ),
    ("emoji", "😀 😂 🥰 👍🏽 🎉 🔥 💯 🚀 🌍 👨‍👩‍👧 ❤️ ✅ 🙏 😎 🤔 📧 📎 🇫🇷 🏴 🍕", &["", "", " ", "\r\n"]),
    (
        "mixed",
        "Hello мир 世界 γεια 안녕 café naïve 100 € £20 – “quoted” file.txt user@example.org 日本語 ☺ 💩 größe C++ résumé \
         https://example.org/?q=1 Привет Ελλάδα 東京 서울 I’m",
        &[" ", " ", " ", ", ", ". ", "\r\n"],
    ),
];

const SIZES: [(&str, usize); 3] = [("36 octets", 36), ("4 KiB", 4 << 10), ("2 MiB", 2 << 20)];

/// Returns at most `size` octets of random words. They are the same in each run.
fn text(language: usize, size: usize) -> String {
    let (_, words, gaps) = LANGUAGES[language];
    let words: Vec<_> = words.split_whitespace().collect();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut chance = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut text = String::with_capacity(size + 64);
    while text.len() < size {
        text += words[chance(words.len())];
        text += gaps[chance(gaps.len())];
    }
    let end = (0..=size).rev().find(|end| text.is_char_boundary(*end)).unwrap();
    text.truncate(end);
    text
}

/// The input of a codec.
#[derive(Clone, Copy)]
enum Input {
    In(Charset),
    /// The text is encoded in the charset of this label. Question marks replace characters that the charset lacks.
    Legacy(&'static str),
    /// The same text as in `Legacy` with this label, but encoded in UTF-8: question marks replace the characters that
    /// the charset lacks.
    Within(&'static str),
    /// UTF-8 in which one octet in a hundred is corrupted.
    Spoilt,
    /// The text is encoded in UTF-8, and then in this transfer encoding, with CRLF line ends.
    Base64,
    QuotedPrintable,
}

struct Work {
    codec: &'static str,
    who: &'static str,
    input: Input,
    /// Runs the codec and returns the length of the result, so that the compiler does not remove the call.
    run: fn(&Piece) -> usize,
}

const fn work(codec: &'static str, who: &'static str, input: Input, run: fn(&Piece) -> usize) -> Work {
    Work { codec, who, input, run }
}

/// The input of a codec, as octets and as text. Encoders need text. The text is validated before the measurement,
/// because this takes longer than some encoders.
struct Piece {
    octets: Vec<u8>,
    text: String,
}

impl Deref for Piece {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.octets
    }
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

fn ours(charset: Charset, octets: &[u8]) -> usize {
    charset.decode(octets).text.len()
}

fn encode(charset: Charset, piece: &Piece) -> usize {
    charset.encode(&piece.text).map_or(0, |octets| octets.len())
}

fn mail_parser(label: &[u8], octets: &[u8]) -> usize {
    mail_parser::decoders::charsets::map::charset_decoder(label).unwrap()(octets).len()
}

fn std_utf16(octets: &[u8], unit: fn([u8; 2]) -> u16) -> usize {
    let units = octets.as_chunks().0.iter().copied().map(unit);
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>().len()
}

/// The name of the work that only copies the input. No codec can be faster.
const COPY: &str = "memcpy";

fn copy(octets: &Piece) -> usize {
    // Without `black_box`, the compiler would remove the copy.
    black_box(octets.to_vec()).len()
}

fn of_encoding_rs(encoding: &'static encoding_rs::Encoding, octets: &[u8]) -> usize {
    encoding.decode_without_bom_handling(octets).0.len()
}

/// Evaluates to the charset of a label. Each place that uses the macro looks up its label only once.
macro_rules! known {
    ($label:literal) => {{
        static CHARSET: LazyLock<Charset> = LazyLock::new(|| legacy($label));
        *CHARSET
    }};
}

/// Calls a converter of a library in C, and returns the length of its output. The converter is opened only at the
/// first call.
macro_rules! converted {
    ($library:ident, $to:literal, $from:literal, $octets:expr) => {{
        static CONVERTER: Convert = LazyLock::new(|| Converter::$library($to, $from));
        CONVERTER.run($octets)
    }};
}

/// All work that is measured. Entries for the same codec form a group: the first of them is ours, and the last only
/// copies the input. A peer that cannot convert an input returns the length 0.
const WORKS: &[Work] = &[
    work("base64 decode", "mailutf", Input::Base64, |octets| base64::decode(octets).octets.len()),
    work("base64 decode", "encodify", Input::Base64, |octets| {
        encodify::base64::MIME.decode(octets).unwrap().len()
    }),
    work("base64 decode", "simdutf", Input::Base64, |octets| libraries::simdutf_base64(octets)),
    work("base64 decode", "base64-simd", Input::Base64, |octets| {
        base64_simd::forgiving_decode_to_vec(octets).unwrap().len()
    }),
    work("base64 decode", "data-encoding", Input::Base64, |octets| {
        data_encoding::BASE64_MIME.decode(octets).unwrap().len()
    }),
    work("base64 decode", "mail-parser", Input::Base64, |octets| {
        mail_parser::decoders::base64::base64_decode(octets).unwrap().len()
    }),
    work("base64 decode", COPY, Input::Base64, copy),
    work("base64 encode", "mailutf", Input::In(Charset::UTF_8), |octets| {
        base64::encode_body(octets, b"\r\n").len()
    }),
    work("base64 encode", "encodify", Input::In(Charset::UTF_8), |octets| {
        encodify::base64::MIME.encode(octets).len()
    }),
    work("base64 encode", "data-encoding", Input::In(Charset::UTF_8), |octets| {
        data_encoding::BASE64_MIME.encode(octets).len()
    }),
    work("base64 encode", COPY, Input::In(Charset::UTF_8), copy),
    work("quoted-printable decode", "mailutf", Input::QuotedPrintable, |octets| {
        quoted_printable::decode(octets).octets.len()
    }),
    work("quoted-printable decode", "encodify", Input::QuotedPrintable, |octets| {
        encodify::qp::BODY.decode(octets).unwrap().len()
    }),
    work("quoted-printable decode", "quoted_printable", Input::QuotedPrintable, |octets| {
        ::quoted_printable::decode(octets, ::quoted_printable::ParseMode::Robust).unwrap().len()
    }),
    work("quoted-printable decode", "mail-parser", Input::QuotedPrintable, |octets| {
        mail_parser::decoders::quoted_printable::quoted_printable_decode(octets).unwrap().len()
    }),
    work("quoted-printable decode", COPY, Input::QuotedPrintable, copy),
    work("quoted-printable encode", "mailutf", Input::In(Charset::UTF_8), |octets| {
        quoted_printable::encode_body(octets, b"\r\n").len()
    }),
    work("quoted-printable encode", "encodify", Input::In(Charset::UTF_8), |octets| {
        encodify::qp::BODY.encode(octets).len()
    }),
    work("quoted-printable encode", "quoted_printable", Input::In(Charset::UTF_8), |octets| {
        ::quoted_printable::encode(octets).len()
    }),
    work("quoted-printable encode", COPY, Input::In(Charset::UTF_8), copy),
    work("KOI8-R decode", "mailutf", Input::Legacy("koi8-r"), |octets| ours(known!("koi8-r"), octets)),
    work("KOI8-R decode", "encoding_rs", Input::Legacy("koi8-r"), |octets| {
        of_encoding_rs(encoding_rs::KOI8_R, octets)
    }),
    work("KOI8-R decode", "glibc", Input::Legacy("koi8-r"), |octets| {
        converted!(iconv, c"UTF-8", c"KOI8-R", octets)
    }),
    work("KOI8-R decode", "ICU", Input::Legacy("koi8-r"), |octets| {
        converted!(icu, c"UTF-8", c"KOI8-R", octets)
    }),
    work("KOI8-R decode", COPY, Input::Legacy("koi8-r"), copy),
    work("KOI8-R encode", "mailutf", Input::Within("koi8-r"), |octets| encode(known!("koi8-r"), octets)),
    work("KOI8-R encode", "encoding_rs", Input::Within("koi8-r"), |octets| {
        encoding_rs::KOI8_R.encode(&octets.text).0.len()
    }),
    work("KOI8-R encode", "glibc", Input::Within("koi8-r"), |octets| {
        converted!(iconv, c"KOI8-R", c"UTF-8", octets)
    }),
    work("KOI8-R encode", "ICU", Input::Within("koi8-r"), |octets| {
        converted!(icu, c"KOI8-R", c"UTF-8", octets)
    }),
    work("KOI8-R encode", COPY, Input::Within("koi8-r"), copy),
    work("windows-1252 decode", "mailutf", Input::Legacy("windows-1252"), |octets| {
        ours(known!("windows-1252"), octets)
    }),
    work("windows-1252 decode", "encoding_rs", Input::Legacy("windows-1252"), |octets| {
        of_encoding_rs(encoding_rs::WINDOWS_1252, octets)
    }),
    work("windows-1252 decode", "glibc", Input::Legacy("windows-1252"), |octets| {
        converted!(iconv, c"UTF-8", c"CP1252", octets)
    }),
    work("windows-1252 decode", "ICU", Input::Legacy("windows-1252"), |octets| {
        converted!(icu, c"UTF-8", c"windows-1252", octets)
    }),
    work("windows-1252 decode", COPY, Input::Legacy("windows-1252"), copy),
    work("windows-1252 encode", "mailutf", Input::Within("windows-1252"), |octets| {
        encode(known!("windows-1252"), octets)
    }),
    work("windows-1252 encode", "encoding_rs", Input::Within("windows-1252"), |octets| {
        encoding_rs::WINDOWS_1252.encode(&octets.text).0.len()
    }),
    work("windows-1252 encode", "glibc", Input::Within("windows-1252"), |octets| {
        converted!(iconv, c"CP1252", c"UTF-8", octets)
    }),
    work("windows-1252 encode", "ICU", Input::Within("windows-1252"), |octets| {
        converted!(icu, c"windows-1252", c"UTF-8", octets)
    }),
    work("windows-1252 encode", COPY, Input::Within("windows-1252"), copy),
    work("GBK decode", "mailutf", Input::Legacy("gbk"), |octets| ours(known!("gbk"), octets)),
    work("GBK decode", "encoding_rs", Input::Legacy("gbk"), |octets| {
        of_encoding_rs(encoding_rs::GBK, octets)
    }),
    work("GBK decode", "glibc", Input::Legacy("gbk"), |octets| converted!(iconv, c"UTF-8", c"GBK", octets)),
    work("GBK decode", "ICU", Input::Legacy("gbk"), |octets| converted!(icu, c"UTF-8", c"GBK", octets)),
    work("GBK decode", COPY, Input::Legacy("gbk"), copy),
    work("GBK encode", "mailutf", Input::Within("gbk"), |octets| encode(known!("gbk"), octets)),
    work("GBK encode", "encoding_rs", Input::Within("gbk"), |octets| {
        encoding_rs::GBK.encode(&octets.text).0.len()
    }),
    work("GBK encode", "glibc", Input::Within("gbk"), |octets| converted!(iconv, c"GBK", c"UTF-8", octets)),
    work("GBK encode", "ICU", Input::Within("gbk"), |octets| converted!(icu, c"GBK", c"UTF-8", octets)),
    work("GBK encode", COPY, Input::Within("gbk"), copy),
    work("Big5 decode", "mailutf", Input::Legacy("big5"), |octets| ours(known!("big5"), octets)),
    work("Big5 decode", "encoding_rs", Input::Legacy("big5"), |octets| {
        of_encoding_rs(encoding_rs::BIG5, octets)
    }),
    work("Big5 decode", "glibc", Input::Legacy("big5"), |octets| {
        converted!(iconv, c"UTF-8", c"BIG5", octets)
    }),
    work("Big5 decode", "ICU", Input::Legacy("big5"), |octets| converted!(icu, c"UTF-8", c"Big5", octets)),
    work("Big5 decode", COPY, Input::Legacy("big5"), copy),
    work("Big5 encode", "mailutf", Input::Within("big5"), |octets| encode(known!("big5"), octets)),
    work("Big5 encode", "encoding_rs", Input::Within("big5"), |octets| {
        encoding_rs::BIG5.encode(&octets.text).0.len()
    }),
    work("Big5 encode", "glibc", Input::Within("big5"), |octets| {
        converted!(iconv, c"BIG5", c"UTF-8", octets)
    }),
    work("Big5 encode", "ICU", Input::Within("big5"), |octets| converted!(icu, c"Big5", c"UTF-8", octets)),
    work("Big5 encode", COPY, Input::Within("big5"), copy),
    work("Shift_JIS decode", "mailutf", Input::Legacy("shift_jis"), |octets| {
        ours(known!("shift_jis"), octets)
    }),
    work("Shift_JIS decode", "encoding_rs", Input::Legacy("shift_jis"), |octets| {
        of_encoding_rs(encoding_rs::SHIFT_JIS, octets)
    }),
    work("Shift_JIS decode", "glibc", Input::Legacy("shift_jis"), |octets| {
        converted!(iconv, c"UTF-8", c"CP932", octets)
    }),
    work("Shift_JIS decode", "ICU", Input::Legacy("shift_jis"), |octets| {
        converted!(icu, c"UTF-8", c"Shift_JIS", octets)
    }),
    work("Shift_JIS decode", COPY, Input::Legacy("shift_jis"), copy),
    work("Shift_JIS encode", "mailutf", Input::Within("shift_jis"), |octets| {
        encode(known!("shift_jis"), octets)
    }),
    work("Shift_JIS encode", "encoding_rs", Input::Within("shift_jis"), |octets| {
        encoding_rs::SHIFT_JIS.encode(&octets.text).0.len()
    }),
    work("Shift_JIS encode", "glibc", Input::Within("shift_jis"), |octets| {
        converted!(iconv, c"CP932", c"UTF-8", octets)
    }),
    work("Shift_JIS encode", "ICU", Input::Within("shift_jis"), |octets| {
        converted!(icu, c"Shift_JIS", c"UTF-8", octets)
    }),
    work("Shift_JIS encode", COPY, Input::Within("shift_jis"), copy),
    work("EUC-JP decode", "mailutf", Input::Legacy("euc-jp"), |octets| ours(known!("euc-jp"), octets)),
    work("EUC-JP decode", "encoding_rs", Input::Legacy("euc-jp"), |octets| {
        of_encoding_rs(encoding_rs::EUC_JP, octets)
    }),
    work("EUC-JP decode", "glibc", Input::Legacy("euc-jp"), |octets| {
        converted!(iconv, c"UTF-8", c"EUC-JP", octets)
    }),
    work("EUC-JP decode", "ICU", Input::Legacy("euc-jp"), |octets| {
        converted!(icu, c"UTF-8", c"EUC-JP", octets)
    }),
    work("EUC-JP decode", COPY, Input::Legacy("euc-jp"), copy),
    work("EUC-JP encode", "mailutf", Input::Within("euc-jp"), |octets| encode(known!("euc-jp"), octets)),
    work("EUC-JP encode", "encoding_rs", Input::Within("euc-jp"), |octets| {
        encoding_rs::EUC_JP.encode(&octets.text).0.len()
    }),
    work("EUC-JP encode", "glibc", Input::Within("euc-jp"), |octets| {
        converted!(iconv, c"EUC-JP", c"UTF-8", octets)
    }),
    work("EUC-JP encode", "ICU", Input::Within("euc-jp"), |octets| {
        converted!(icu, c"EUC-JP", c"UTF-8", octets)
    }),
    work("EUC-JP encode", COPY, Input::Within("euc-jp"), copy),
    work("ISO-2022-JP decode", "mailutf", Input::Legacy("iso-2022-jp"), |octets| {
        ours(known!("iso-2022-jp"), octets)
    }),
    work("ISO-2022-JP decode", "encoding_rs", Input::Legacy("iso-2022-jp"), |octets| {
        of_encoding_rs(encoding_rs::ISO_2022_JP, octets)
    }),
    work("ISO-2022-JP decode", "glibc", Input::Legacy("iso-2022-jp"), |octets| {
        converted!(iconv, c"UTF-8", c"ISO-2022-JP", octets)
    }),
    work("ISO-2022-JP decode", "ICU", Input::Legacy("iso-2022-jp"), |octets| {
        converted!(icu, c"UTF-8", c"ISO-2022-JP", octets)
    }),
    work("ISO-2022-JP decode", COPY, Input::Legacy("iso-2022-jp"), copy),
    work("ISO-2022-JP encode", "mailutf", Input::Within("iso-2022-jp"), |octets| {
        encode(known!("iso-2022-jp"), octets)
    }),
    work("ISO-2022-JP encode", "encoding_rs", Input::Within("iso-2022-jp"), |octets| {
        encoding_rs::ISO_2022_JP.encode(&octets.text).0.len()
    }),
    work("ISO-2022-JP encode", "glibc", Input::Within("iso-2022-jp"), |octets| {
        converted!(iconv, c"ISO-2022-JP", c"UTF-8", octets)
    }),
    work("ISO-2022-JP encode", "ICU", Input::Within("iso-2022-jp"), |octets| {
        converted!(icu, c"ISO-2022-JP", c"UTF-8", octets)
    }),
    work("ISO-2022-JP encode", COPY, Input::Within("iso-2022-jp"), copy),
    work("EUC-KR decode", "mailutf", Input::Legacy("euc-kr"), |octets| ours(known!("euc-kr"), octets)),
    work("EUC-KR decode", "encoding_rs", Input::Legacy("euc-kr"), |octets| {
        of_encoding_rs(encoding_rs::EUC_KR, octets)
    }),
    work("EUC-KR decode", "glibc", Input::Legacy("euc-kr"), |octets| {
        converted!(iconv, c"UTF-8", c"CP949", octets)
    }),
    work("EUC-KR decode", "ICU", Input::Legacy("euc-kr"), |octets| {
        converted!(icu, c"UTF-8", c"EUC-KR", octets)
    }),
    work("EUC-KR decode", COPY, Input::Legacy("euc-kr"), copy),
    work("EUC-KR encode", "mailutf", Input::Within("euc-kr"), |octets| encode(known!("euc-kr"), octets)),
    work("EUC-KR encode", "encoding_rs", Input::Within("euc-kr"), |octets| {
        encoding_rs::EUC_KR.encode(&octets.text).0.len()
    }),
    work("EUC-KR encode", "glibc", Input::Within("euc-kr"), |octets| {
        converted!(iconv, c"CP949", c"UTF-8", octets)
    }),
    work("EUC-KR encode", "ICU", Input::Within("euc-kr"), |octets| {
        converted!(icu, c"EUC-KR", c"UTF-8", octets)
    }),
    work("EUC-KR encode", COPY, Input::Within("euc-kr"), copy),
    work("ISO-2022-KR decode", "mailutf", Input::Legacy("iso-2022-kr"), |octets| {
        ours(known!("iso-2022-kr"), octets)
    }),
    work("ISO-2022-KR decode", "glibc", Input::Legacy("iso-2022-kr"), |octets| {
        converted!(iconv, c"UTF-8", c"ISO-2022-KR", octets)
    }),
    work("ISO-2022-KR decode", "ICU", Input::Legacy("iso-2022-kr"), |octets| {
        converted!(icu, c"UTF-8", c"ISO-2022-KR", octets)
    }),
    work("ISO-2022-KR decode", COPY, Input::Legacy("iso-2022-kr"), copy),
    work("ISO-2022-KR encode", "mailutf", Input::Within("iso-2022-kr"), |octets| {
        encode(known!("iso-2022-kr"), octets)
    }),
    work("ISO-2022-KR encode", "glibc", Input::Within("iso-2022-kr"), |octets| {
        converted!(iconv, c"ISO-2022-KR", c"UTF-8", octets)
    }),
    work("ISO-2022-KR encode", "ICU", Input::Within("iso-2022-kr"), |octets| {
        converted!(icu, c"ISO-2022-KR", c"UTF-8", octets)
    }),
    work("ISO-2022-KR encode", COPY, Input::Within("iso-2022-kr"), copy),
    work("EUC-TW decode", "mailutf", Input::Legacy("euc-tw"), |octets| ours(known!("euc-tw"), octets)),
    work("EUC-TW decode", "glibc", Input::Legacy("euc-tw"), |octets| {
        converted!(iconv, c"UTF-8", c"EUC-TW", octets)
    }),
    work("EUC-TW decode", "ICU", Input::Legacy("euc-tw"), |octets| {
        converted!(icu, c"UTF-8", c"EUC-TW", octets)
    }),
    work("EUC-TW decode", COPY, Input::Legacy("euc-tw"), copy),
    work("EUC-TW encode", "mailutf", Input::Within("euc-tw"), |octets| encode(known!("euc-tw"), octets)),
    work("EUC-TW encode", "glibc", Input::Within("euc-tw"), |octets| {
        converted!(iconv, c"EUC-TW", c"UTF-8", octets)
    }),
    work("EUC-TW encode", "ICU", Input::Within("euc-tw"), |octets| {
        converted!(icu, c"EUC-TW", c"UTF-8", octets)
    }),
    work("EUC-TW encode", COPY, Input::Within("euc-tw"), copy),
    work("UTF-7 decode", "mailutf", Input::In(Charset::UTF_7), |octets| ours(Charset::UTF_7, octets)),
    work("UTF-7 decode", "encodify", Input::In(Charset::UTF_7), |octets| {
        encodify::utf7::MAIL.decode_lossy(octets).len()
    }),
    work("UTF-7 decode", "mail-parser", Input::In(Charset::UTF_7), |octets| mail_parser(b"utf-7", octets)),
    work("UTF-7 decode", "charset", Input::In(Charset::UTF_7), |octets| {
        charset::Charset::for_label(b"utf-7").unwrap().decode_without_bom_handling(octets).0.len()
    }),
    work("UTF-7 decode", "glibc", Input::In(Charset::UTF_7), |octets| {
        converted!(iconv, c"UTF-8", c"UTF-7", octets)
    }),
    work("UTF-7 decode", "ICU", Input::In(Charset::UTF_7), |octets| {
        converted!(icu, c"UTF-8", c"UTF-7", octets)
    }),
    work("UTF-7 decode", COPY, Input::In(Charset::UTF_7), copy),
    work("UTF-7 encode", "mailutf", Input::In(Charset::UTF_8), |octets| encode(Charset::UTF_7, octets)),
    work("UTF-7 encode", "encodify", Input::In(Charset::UTF_8), |octets| {
        encodify::utf7::MAIL.encode(&octets.text).len()
    }),
    work("UTF-7 encode", "glibc", Input::In(Charset::UTF_8), |octets| {
        converted!(iconv, c"UTF-7", c"UTF-8", octets)
    }),
    work("UTF-7 encode", "ICU", Input::In(Charset::UTF_8), |octets| {
        converted!(icu, c"UTF-7", c"UTF-8", octets)
    }),
    work("UTF-7 encode", COPY, Input::In(Charset::UTF_8), copy),
    work("IMAP UTF-7 decode", "mailutf", Input::In(Charset::IMAP_UTF_7), |octets| {
        ours(Charset::IMAP_UTF_7, octets)
    }),
    work("IMAP UTF-7 decode", "encodify", Input::In(Charset::IMAP_UTF_7), |octets| {
        encodify::utf7::IMAP.decode(octets).unwrap_or_default().len()
    }),
    work("IMAP UTF-7 decode", "utf7-imap", Input::In(Charset::IMAP_UTF_7), |octets| {
        utf7_imap::decode_utf7_imap(octets.text.clone()).len()
    }),
    work("IMAP UTF-7 decode", "glibc", Input::In(Charset::IMAP_UTF_7), |octets| {
        converted!(iconv, c"UTF-8", c"UTF-7-IMAP", octets)
    }),
    work("IMAP UTF-7 decode", "ICU", Input::In(Charset::IMAP_UTF_7), |octets| {
        converted!(icu, c"UTF-8", c"IMAP-mailbox-name", octets)
    }),
    work("IMAP UTF-7 decode", COPY, Input::In(Charset::IMAP_UTF_7), copy),
    work("IMAP UTF-7 encode", "mailutf", Input::In(Charset::UTF_8), |octets| {
        encode(Charset::IMAP_UTF_7, octets)
    }),
    work("IMAP UTF-7 encode", "encodify", Input::In(Charset::UTF_8), |octets| {
        encodify::utf7::IMAP.encode(&octets.text).len()
    }),
    work("IMAP UTF-7 encode", "utf7-imap", Input::In(Charset::UTF_8), |octets| {
        utf7_imap::encode_utf7_imap(octets.text.clone()).len()
    }),
    work("IMAP UTF-7 encode", "glibc", Input::In(Charset::UTF_8), |octets| {
        converted!(iconv, c"UTF-7-IMAP", c"UTF-8", octets)
    }),
    work("IMAP UTF-7 encode", "ICU", Input::In(Charset::UTF_8), |octets| {
        converted!(icu, c"IMAP-mailbox-name", c"UTF-8", octets)
    }),
    work("IMAP UTF-7 encode", COPY, Input::In(Charset::UTF_8), copy),
    work("UTF-16LE decode", "mailutf", Input::In(Charset::UTF_16LE), |octets| {
        ours(Charset::UTF_16LE, octets)
    }),
    work("UTF-16LE decode", "simdutf", Input::In(Charset::UTF_16LE), |octets| {
        libraries::simdutf_from_utf16(octets)
    }),
    work("UTF-16LE decode", "encoding_rs", Input::In(Charset::UTF_16LE), |octets| {
        of_encoding_rs(encoding_rs::UTF_16LE, octets)
    }),
    work("UTF-16LE decode", "mail-parser", Input::In(Charset::UTF_16LE), |octets| {
        mail_parser(b"utf-16le", octets)
    }),
    work("UTF-16LE decode", "std", Input::In(Charset::UTF_16LE), |octets| {
        std_utf16(octets, u16::from_le_bytes)
    }),
    work("UTF-16LE decode", "glibc", Input::In(Charset::UTF_16LE), |octets| {
        converted!(iconv, c"UTF-8", c"UTF-16LE", octets)
    }),
    work("UTF-16LE decode", "ICU", Input::In(Charset::UTF_16LE), |octets| {
        converted!(icu, c"UTF-8", c"UTF-16LE", octets)
    }),
    work("UTF-16LE decode", COPY, Input::In(Charset::UTF_16LE), copy),
    work("UTF-16LE encode", "mailutf", Input::In(Charset::UTF_8), |octets| encode(Charset::UTF_16LE, octets)),
    work("UTF-16LE encode", "simdutf", Input::In(Charset::UTF_8), |octets| {
        libraries::simdutf_to_utf16(&octets.text)
    }),
    work("UTF-16LE encode", "std", Input::In(Charset::UTF_8), |octets| {
        octets.text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>().len()
    }),
    work("UTF-16LE encode", "glibc", Input::In(Charset::UTF_8), |octets| {
        converted!(iconv, c"UTF-16LE", c"UTF-8", octets)
    }),
    work("UTF-16LE encode", "ICU", Input::In(Charset::UTF_8), |octets| {
        converted!(icu, c"UTF-16LE", c"UTF-8", octets)
    }),
    work("UTF-16LE encode", COPY, Input::In(Charset::UTF_8), copy),
    work("UTF-16BE decode", "mailutf", Input::In(Charset::UTF_16BE), |octets| {
        ours(Charset::UTF_16BE, octets)
    }),
    work("UTF-16BE decode", "simdutf", Input::In(Charset::UTF_16BE), |octets| {
        libraries::simdutf_from_utf16be(octets)
    }),
    work("UTF-16BE decode", "encoding_rs", Input::In(Charset::UTF_16BE), |octets| {
        of_encoding_rs(encoding_rs::UTF_16BE, octets)
    }),
    work("UTF-16BE decode", "glibc", Input::In(Charset::UTF_16BE), |octets| {
        converted!(iconv, c"UTF-8", c"UTF-16BE", octets)
    }),
    work("UTF-16BE decode", "ICU", Input::In(Charset::UTF_16BE), |octets| {
        converted!(icu, c"UTF-8", c"UTF-16BE", octets)
    }),
    work("UTF-16BE decode", COPY, Input::In(Charset::UTF_16BE), copy),
    work("UTF-16BE encode", "mailutf", Input::In(Charset::UTF_8), |octets| encode(Charset::UTF_16BE, octets)),
    work("UTF-16BE encode", "glibc", Input::In(Charset::UTF_8), |octets| {
        converted!(iconv, c"UTF-16BE", c"UTF-8", octets)
    }),
    work("UTF-16BE encode", "ICU", Input::In(Charset::UTF_8), |octets| {
        converted!(icu, c"UTF-16BE", c"UTF-8", octets)
    }),
    work("UTF-16BE encode", COPY, Input::In(Charset::UTF_8), copy),
    work("UTF-32LE decode", "mailutf", Input::In(Charset::UTF_32LE), |octets| {
        ours(Charset::UTF_32LE, octets)
    }),
    work("UTF-32LE decode", "simdutf", Input::In(Charset::UTF_32LE), |octets| {
        libraries::simdutf_from_utf32(octets)
    }),
    work("UTF-32LE decode", "glibc", Input::In(Charset::UTF_32LE), |octets| {
        converted!(iconv, c"UTF-8", c"UTF-32LE", octets)
    }),
    work("UTF-32LE decode", "ICU", Input::In(Charset::UTF_32LE), |octets| {
        converted!(icu, c"UTF-8", c"UTF-32LE", octets)
    }),
    work("UTF-32LE decode", COPY, Input::In(Charset::UTF_32LE), copy),
    work("UTF-32LE encode", "mailutf", Input::In(Charset::UTF_8), |octets| encode(Charset::UTF_32LE, octets)),
    work("UTF-32LE encode", "simdutf", Input::In(Charset::UTF_8), |octets| {
        libraries::simdutf_to_utf32(&octets.text)
    }),
    work("UTF-32LE encode", "glibc", Input::In(Charset::UTF_8), |octets| {
        converted!(iconv, c"UTF-32LE", c"UTF-8", octets)
    }),
    work("UTF-32LE encode", "ICU", Input::In(Charset::UTF_8), |octets| {
        converted!(icu, c"UTF-32LE", c"UTF-8", octets)
    }),
    work("UTF-32LE encode", COPY, Input::In(Charset::UTF_8), copy),
    work("UTF-8 validate", "mailutf", Input::In(Charset::UTF_8), |octets| {
        utf8::valid(octets).map_or(0, str::len)
    }),
    work("UTF-8 validate", "simdutf", Input::In(Charset::UTF_8), |octets| {
        usize::from(simdutf::validate_utf8(octets))
    }),
    work("UTF-8 validate", "simdutf8", Input::In(Charset::UTF_8), |octets| {
        simdutf8::basic::from_utf8(octets).map_or(0, str::len)
    }),
    work("UTF-8 validate", "std", Input::In(Charset::UTF_8), |octets| {
        std::str::from_utf8(octets).map_or(0, str::len)
    }),
    work("UTF-8 validate", COPY, Input::In(Charset::UTF_8), copy),
    work("UTF-8 decode, 1 % spoilt", "mailutf", Input::Spoilt, |octets| ours(Charset::UTF_8, octets)),
    work("UTF-8 decode, 1 % spoilt", "std", Input::Spoilt, |octets| String::from_utf8_lossy(octets).len()),
    work("UTF-8 decode, 1 % spoilt", "encoding_rs", Input::Spoilt, |octets| {
        of_encoding_rs(encoding_rs::UTF_8, octets)
    }),
    work("UTF-8 decode, 1 % spoilt", COPY, Input::Spoilt, copy),
];

fn legacy(label: &str) -> Charset {
    Charset::for_label(label.as_bytes()).unwrap()
}

/// The text, with question marks for the characters that a charset lacks.
fn within(label: &str, text: &str) -> String {
    let charset = legacy(label);
    let has = |character: char| charset.encode(character.encode_utf8(&mut [0; 4])).is_ok();
    // The whole text is tried first, because it is slow to encode each character on its own.
    if charset.encode(text).is_ok() {
        return text.to_owned();
    }
    text.chars().map(|character| if has(character) { character } else { '?' }).collect()
}

fn prepare(input: Input, text: &str) -> Piece {
    let octets = match input {
        Input::In(charset) => charset.encode(text).unwrap().into_owned(),
        Input::Legacy(label) => legacy(label).encode(&within(label, text)).unwrap().into_owned(),
        Input::Within(label) => within(label, text).into_bytes(),
        Input::Base64 => base64::encode_body(text.as_bytes(), b"\r\n"),
        Input::QuotedPrintable => quoted_printable::encode_body(text.as_bytes(), b"\r\n"),
        Input::Spoilt => {
            let mut octets = text.as_bytes().to_vec();
            octets.iter_mut().step_by(100).for_each(|octet| *octet = 0xE9);
            octets
        }
    };
    let text = String::from_utf8(octets.clone()).unwrap_or_default();
    Piece { octets, text }
}

/// Cuts a text in the language into pieces of `size` octets. There are so many pieces that a branch predictor
/// cannot learn them.
fn pieces(language: usize, size: usize) -> Vec<String> {
    let text = text(language, size.max(1 << 18));
    let (mut rest, mut pieces) = (text.as_str(), Vec::new());
    while !rest.is_empty() {
        let end = (0..=size.min(rest.len())).rev().find(|end| rest.is_char_boundary(*end)).unwrap();
        let (piece, after) = rest.split_at(end);
        pieces.push(piece.to_owned());
        rest = after;
    }
    pieces
}

/// The number of octets of input whose conversion is timed as a whole. The number is so small that in at least one of
/// several repetitions, no other program interrupts the conversion.
const TOGETHER: usize = 16 << 10;

/// The seconds per octet that each work needs, or `None` if the work cannot convert the pieces. The pieces are
/// measured in groups, in several rounds that alternate between the works. For each group, the best round counts.
fn best(works: &[&Work], language: usize, size: usize) -> Vec<Option<f64>> {
    let pieces = pieces(language, size);
    // All works get the same input.
    let inputs: Vec<_> = pieces.iter().map(|piece| prepare(works[0].input, piece)).collect();
    let octets: usize = inputs.iter().map(|input| input.len()).sum();
    let groups: Vec<_> = inputs.chunks(TOGETHER.div_ceil(size)).collect();
    // The peer utf7-imap takes quadratic time, so it gets no large texts.
    let ends = |work: &Work| size <= 4 << 10 || work.who != "utf7-imap";
    let converts = |work: &Work| inputs.iter().all(|input| (work.run)(input) > 0);
    let can: Vec<bool> = works.iter().map(|work| ends(work) && converts(work)).collect();
    let mut best = vec![vec![f64::MAX; works.len()]; groups.len()];
    let deadline = Instant::now() + Duration::from_millis(10 * works.len() as u64);
    let mut rounds = 0;
    while rounds < 5 || Instant::now() < deadline {
        for (group, best) in groups.iter().zip(&mut best) {
            for ((work, best), _) in works.iter().zip(best).zip(&can).filter(|(_, can)| **can) {
                let start = Instant::now();
                for input in *group {
                    black_box((work.run)(black_box(input)));
                }
                *best = best.min(start.elapsed().as_secs_f64());
            }
        }
        rounds += 1;
    }
    let time = |who: usize| best.iter().map(|best| best[who]).sum::<f64>() / octets as f64;
    (0..works.len()).map(|who| can[who].then(|| time(who))).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let logarithms: Vec<f64> = values.map(f64::ln).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}

/// The languages that are written in the charset of an input, as indices of `LANGUAGES`.
fn languages_of(input: Input) -> &'static [usize] {
    match input {
        Input::Legacy("koi8-r") | Input::Within("koi8-r") => &[2],
        Input::Legacy("gbk" | "big5" | "euc-tw") | Input::Within("gbk" | "big5" | "euc-tw") => &[5],
        Input::Legacy("shift_jis" | "euc-jp" | "iso-2022-jp")
        | Input::Within("shift_jis" | "euc-jp" | "iso-2022-jp") => &[4],
        Input::Legacy("euc-kr" | "iso-2022-kr") | Input::Within("euc-kr" | "iso-2022-kr") => &[6],
        Input::Legacy(_) | Input::Within(_) => &[0, 1],
        _ => &[0, 1, 2, 3, 4, 5, 6, 7, 8],
    }
}

/// The seconds per octet that each work of a group needs, for each language that the charset of the group can write.
fn times(group: &[&Work], size: usize) -> Vec<Vec<Option<f64>>> {
    languages_of(group[0].input).iter().map(|language| best(group, *language, size)).collect()
}

/// How many times as fast our work is as the work with the index `who` in its group, or `None` if that work cannot
/// convert a text.
fn ratio(times: &[Vec<Option<f64>>], who: usize) -> Option<f64> {
    let each: Option<Vec<f64>> = times.iter().map(|times| Some(times[who]? / times[0]?)).collect();
    each.map(|each| mean(each.into_iter()))
}

fn groups(filter: &str) -> impl Iterator<Item = Vec<&'static Work>> {
    let groups =
        WORKS.chunk_by(|a, b| a.codec == b.codec).filter(move |group| group[0].codec.contains(filter));
    groups.map(|group| group.iter().collect())
}

/// For each group, prints the speed of each work in each language, in GB/s of input. Also prints how many times as
/// fast our work is as the work of each peer.
fn ratios(filter: &str) {
    for group in groups(filter) {
        for (name, size) in SIZES {
            let times = times(&group, size);
            print!("{:24} {name:9}", group[0].codec);
            for (who, work) in group.iter().enumerate() {
                print!("  {} x{:.2}", work.who, ratio(&times, who).unwrap_or(f64::NAN));
            }
            println!();
            for (language, times) in languages_of(group[0].input).iter().zip(&times) {
                print!("    {:10}", LANGUAGES[*language].0);
                times.iter().for_each(|time| print!(" {:7.2}", 1e-9 / time.unwrap_or(f64::NAN)));
                println!();
            }
        }
    }
}

/// Prints the table of `results.md`, with a row for each size and each codec whose name contains the filter.
fn table(filter: &str) {
    let languages = LANGUAGES.map(|language| format!(" {} |", language.0)).concat();
    println!("| codec | octets |{languages} mean | of memcpy | to the best peer | to others |");
    println!("|---|--:|{}--:|--:|---|---|", "--:|".repeat(LANGUAGES.len()));
    for group in groups(filter) {
        for (_, size) in SIZES {
            let (of, times) = (languages_of(group[0].input), times(&group, size));
            print!("| {} | {size} |", group[0].codec);
            for language in 0..LANGUAGES.len() {
                match of.iter().position(|other| *other == language).and_then(|at| times[at][0]) {
                    Some(time) => print!(" {:.2} |", 1e-9 / time),
                    None => print!(" |"),
                }
            }
            let copy = group.len() - 1;
            let mut peers: Vec<_> =
                (1..copy).filter_map(|who| Some((ratio(&times, who)?, group[who].who))).collect();
            peers.sort_by(|a, b| a.0.total_cmp(&b.0));
            let peers: Vec<_> = peers.iter().map(|(ratio, who)| format!("{ratio:.2} × {who}")).collect();
            let (best, others) =
                peers.split_first().map_or(("", &[][..]), |(best, others)| (best.as_str(), others));
            println!(
                " {:.2} | {:.3} | {best} | {} |",
                mean(times.iter().filter_map(|times| Some(1e-9 / times[0]?))),
                ratio(&times, copy).unwrap_or(f64::NAN),
                others.join(", "),
            );
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &*arguments.iter().map(String::as_str).collect::<Vec<_>>() {
        ["ratios"] => ratios(""),
        ["ratios", filter] => ratios(filter),
        [filter] => table(filter),
        _ => table(""),
    }
}
