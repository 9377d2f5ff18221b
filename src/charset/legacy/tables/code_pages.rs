//! The code pages. Written by `tools/code_pages.py`, which names the source of each.

use crate::charset::legacy::code_page::CodePage;

#[rustfmt::skip]
pub(crate) static ISO_8859_1: CodePage = CodePage {
    name: "ISO-8859-1",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯",
        "°±²³´µ¶·¸¹º»¼½¾¿",
        "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ",
        "ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß",
        "àáâãäåæçèéêëìíîï",
        "ðñòóôõö÷øùúûüýþÿ",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO_8859_9: CodePage = CodePage {
    name: "ISO-8859-9",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯",
        "°±²³´µ¶·¸¹º»¼½¾¿",
        "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ",
        "ĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß",
        "àáâãäåæçèéêëìíîï",
        "ğñòóôõö÷øùúûüışÿ",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO_8859_11: CodePage = CodePage {
    name: "ISO-8859-11",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{a0}กขฃคฅฆงจฉชซฌญฎฏ",
        "ฐฑฒณดตถทธนบปผฝพฟ",
        "ภมยรฤลฦวศษสหฬอฮฯ",
        "ะ\u{e31}าำ\u{e34}\u{e35}\u{e36}\u{e37}\u{e38}\u{e39}\u{e3a}\u{fffd}\u{fffd}\u{fffd}\u{fffd}฿",
        "เแโใไๅๆ\u{e47}\u{e48}\u{e49}\u{e4a}\u{e4b}\u{e4c}\u{e4d}\u{e4e}๏",
        "๐๑๒๓๔๕๖๗๘๙๚๛\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM437: CodePage = CodePage {
    name: "IBM437",
    low: None,
    high: concat!(
        "ÇüéâäàåçêëèïîìÄÅ",
        "ÉæÆôöòûùÿÖÜ¢£¥₧ƒ",
        "áíóúñÑªº¿⌐¬½¼¡«»",
        "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
        "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
        "αßΓπΣσµτΦΘΩδ∞φε∩",
        "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM720: CodePage = CodePage {
    name: "DOS-720",
    low: None,
    high: concat!(
        "\u{80}\u{81}éâ\u{84}à\u{86}çêëèïî\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{651}\u{652}ô¤\u{640}ûù\u{621}\u{622}\u{623}\u{624}£\u{625}\u{626}\u{627}",
        "\u{628}\u{629}\u{62a}\u{62b}\u{62c}\u{62d}\u{62e}\u{62f}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}«»",
        "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
        "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
        "\u{636}\u{637}\u{638}\u{639}\u{63a}\u{641}µ\u{642}\u{643}\u{644}\u{645}\u{646}\u{647}\u{648}\u{649}\u{64a}",
        "≡\u{64b}\u{64c}\u{64d}\u{64e}\u{64f}\u{650}≈°∙·√ⁿ²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM737: CodePage = CodePage {
    name: "IBM737",
    low: None,
    high: concat!(
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠ",
        "ΡΣΤΥΦΧΨΩαβγδεζηθ",
        "ικλμνξοπρσςτυφχψ",
        "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
        "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
        "ωάέήϊίόύϋώΆΈΉΊΌΎ",
        "Ώ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM775: CodePage = CodePage {
    name: "IBM775",
    low: None,
    high: concat!(
        "ĆüéāäģåćłēŖŗīŹÄÅ",
        "ÉæÆōöĢ¢ŚśÖÜø£Ø×¤",
        "ĀĪóŻżź”¦©®¬½¼Ł«»",
        "░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐",
        "└┴┬├─┼ŲŪ╚╔╩╦╠═╬Ž",
        "ąčęėįšųūž┘┌█▄▌▐▀",
        "ÓßŌŃõÕµńĶķĻļņĒŅ’",
        "\u{ad}±“¾¶§÷„°∙·¹³²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM850: CodePage = CodePage {
    name: "IBM850",
    low: None,
    high: concat!(
        "ÇüéâäàåçêëèïîìÄÅ",
        "ÉæÆôöòûùÿÖÜø£Ø×ƒ",
        "áíóúñÑªº¿®¬½¼¡«»",
        "░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
        "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤",
        "ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀",
        "ÓßÔÒõÕµþÞÚÛÙýÝ¯´",
        "\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM851: CodePage = CodePage {
    name: "IBM851",
    low: None,
    high: concat!(
        "ÇüéâäàΆçêëèïîΈÄΉ",
        "Ί\u{fffd}ΌôöΎûùΏÖÜά£έήί",
        "ϊΐόύΑΒΓΔΕΖΗ½ΘΙ«»",
        "░▒▓│┤ΚΛΝΜ╣║╗╝ΞΟ┐",
        "└┴┬├─┼ΠΡ╚╔╩╦╠═╬Σ",
        "ΤΥΦΧΨΩαβγ┘┌█▄δε▀",
        "ζηθικλμνξοπρσςτ´",
        "\u{ad}±υφχ§ψ˛°¨ωϋΰώ■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM852: CodePage = CodePage {
    name: "IBM852",
    low: None,
    high: concat!(
        "ÇüéâäůćçłëŐőîŹÄĆ",
        "ÉĹĺôöĽľŚśÖÜŤťŁ×č",
        "áíóúĄąŽžĘę¬źČş«»",
        "░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐",
        "└┴┬├─┼Ăă╚╔╩╦╠═╬¤",
        "đĐĎËďŇÍÎě┘┌█▄ŢŮ▀",
        "ÓßÔŃńňŠšŔÚŕŰýÝţ´",
        "\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM855: CodePage = CodePage {
    name: "IBM855",
    low: None,
    high: concat!(
        "ђЂѓЃёЁєЄѕЅіІїЇјЈ",
        "љЉњЊћЋќЌўЎџЏюЮъЪ",
        "аАбБцЦдДеЕфФгГ«»",
        "░▒▓│┤хХиИ╣║╗╝йЙ┐",
        "└┴┬├─┼кК╚╔╩╦╠═╬¤",
        "лЛмМнНоОп┘┌█▄Пя▀",
        "ЯрРсСтТуУжЖвВьЬ№",
        "\u{ad}ыЫзЗшШэЭщЩчЧ§■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM856: CodePage = CodePage {
    name: "IBM856",
    low: None,
    high: concat!(
        "\u{5d0}\u{5d1}\u{5d2}\u{5d3}\u{5d4}\u{5d5}\u{5d6}\u{5d7}\u{5d8}\u{5d9}\u{5da}\u{5db}\u{5dc}\u{5dd}\u{5de}\u{5df}",
        "\u{5e0}\u{5e1}\u{5e2}\u{5e3}\u{5e4}\u{5e5}\u{5e6}\u{5e7}\u{5e8}\u{5e9}\u{5ea}\u{fffd}£\u{fffd}×\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}®¬½¼\u{fffd}«»",
        "░▒▓│┤\u{fffd}\u{fffd}\u{fffd}©╣║╗╝¢¥┐",
        "└┴┬├─┼\u{fffd}\u{fffd}╚╔╩╦╠═╬¤",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}┘┌█▄¦\u{fffd}▀",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}µ\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}¯´",
        "\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM857: CodePage = CodePage {
    name: "IBM857",
    low: None,
    high: concat!(
        "ÇüéâäàåçêëèïîıÄÅ",
        "ÉæÆôöòûùİÖÜø£ØŞş",
        "áíóúñÑĞğ¿®¬½¼¡«»",
        "░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
        "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤",
        "ºªÊËÈ\u{fffd}ÍÎÏ┘┌█▄¦Ì▀",
        "ÓßÔÒõÕµ\u{fffd}×ÚÛÙìÿ¯´",
        "\u{ad}±\u{fffd}¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM858: CodePage = CodePage {
    name: "IBM00858",
    low: None,
    high: concat!(
        "ÇüéâäàåçêëèïîìÄÅ",
        "ÉæÆôöòûùÿÖÜø£Ø×ƒ",
        "áíóúñÑªº¿®¬½¼¡«»",
        "░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
        "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤",
        "ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀",
        "ÓßÔÒõÕµþÞÚÛÙýÝ¯´",
        "\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM860: CodePage = CodePage {
    name: "IBM860",
    low: None,
    high: concat!(
        "ÇüéâãàÁçêÊèÍÔìÃÂ",
        "ÉÀÈôõòÚùÌÕÜ¢£Ù₧Ó",
        "áíóúñÑªº¿Ò¬½¼¡«»",
        "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
        "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
        "αßΓπΣσµτΦΘΩδ∞φε∩",
        "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM861: CodePage = CodePage {
    name: "IBM861",
    low: None,
    high: concat!(
        "ÇüéâäàåçêëèÐðÞÄÅ",
        "ÉæÆôöþûÝýÖÜø£Ø₧ƒ",
        "áíóúÁÍÓÚ¿⌐¬½¼¡«»",
        "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
        "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
        "αßΓπΣσµτΦΘΩδ∞φε∩",
        "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM862: CodePage = CodePage {
    name: "IBM862",
    low: None,
    high: concat!(
        "\u{5d0}\u{5d1}\u{5d2}\u{5d3}\u{5d4}\u{5d5}\u{5d6}\u{5d7}\u{5d8}\u{5d9}\u{5da}\u{5db}\u{5dc}\u{5dd}\u{5de}\u{5df}",
        "\u{5e0}\u{5e1}\u{5e2}\u{5e3}\u{5e4}\u{5e5}\u{5e6}\u{5e7}\u{5e8}\u{5e9}\u{5ea}¢£¥₧ƒ",
        "áíóúñÑªº¿⌐¬½¼¡«»",
        "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
        "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
        "αßΓπΣσµτΦΘΩδ∞φε∩",
        "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM863: CodePage = CodePage {
    name: "IBM863",
    low: None,
    high: concat!(
        "ÇüéâÂà¶çêëèïî‗À§",
        "ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ",
        "¦´óú¨¸³¯Î⌐¬½¼¾«»",
        "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
        "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
        "αßΓπΣσµτΦΘΩδ∞φε∩",
        "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM864: CodePage = CodePage {
    name: "IBM864",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$٪&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ[\\]^_",
        "`abcdefghijklmno",
        "pqrstuvwxyz{|}~\u{7f}",
    )),
    high: concat!(
        "°·∙√▒─│┼┤┬├┴┐┌└┘",
        "β∞φ±½¼≈«»\u{fef7}\u{fef8}\u{fffd}\u{fffd}\u{fefb}\u{fefc}\u{fffd}",
        "\u{a0}\u{ad}\u{fe82}£¤\u{fe84}\u{fffd}\u{fffd}\u{fe8e}\u{fe8f}\u{fe95}\u{fe99}،\u{fe9d}\u{fea1}\u{fea5}",
        "\u{660}\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667}\u{668}\u{669}\u{fed1}\u{61b}\u{feb1}\u{feb5}\u{feb9}\u{61f}",
        "¢\u{fe80}\u{fe81}\u{fe83}\u{fe85}\u{feca}\u{fe8b}\u{fe8d}\u{fe91}\u{fe93}\u{fe97}\u{fe9b}\u{fe9f}\u{fea3}\u{fea7}\u{fea9}",
        "\u{feab}\u{fead}\u{feaf}\u{feb3}\u{feb7}\u{febb}\u{febf}\u{fec1}\u{fec5}\u{fecb}\u{fecf}¦¬÷×\u{fec9}",
        "\u{640}\u{fed3}\u{fed7}\u{fedb}\u{fedf}\u{fee3}\u{fee7}\u{feeb}\u{feed}\u{feef}\u{fef3}\u{febd}\u{fecc}\u{fece}\u{fecd}\u{fee1}",
        "\u{fe7d}\u{651}\u{fee5}\u{fee9}\u{feec}\u{fef0}\u{fef2}\u{fed0}\u{fed5}\u{fef5}\u{fef6}\u{fedd}\u{fed9}\u{fef1}■\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM865: CodePage = CodePage {
    name: "IBM865",
    low: None,
    high: concat!(
        "ÇüéâäàåçêëèïîìÄÅ",
        "ÉæÆôöòûùÿÖÜø£Ø₧ƒ",
        "áíóúñÑªº¿⌐¬½¼¡«¤",
        "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
        "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
        "αßΓπΣσµτΦΘΩδ∞φε∩",
        "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM869: CodePage = CodePage {
    name: "IBM869",
    low: None,
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}Ά\u{fffd}·¬¦‘’Έ―Ή",
        "ΊΪΌ\u{fffd}\u{fffd}ΎΫ©Ώ²³ά£έήί",
        "ϊΐόύΑΒΓΔΕΖΗ½ΘΙ«»",
        "░▒▓│┤ΚΛΜΝ╣║╗╝ΞΟ┐",
        "└┴┬├─┼ΠΡ╚╔╩╦╠═╬Σ",
        "ΤΥΦΧΨΩαβγ┘┌█▄δε▀",
        "ζηθικλμνξοπρσςτ΄",
        "\u{ad}±υφχ§ψ΅°¨ωϋΰώ■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1006: CodePage = CodePage {
    name: "IBM1006",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{a0}۰۱۲۳۴۵۶۷۸۹،\u{61b}\u{ad}\u{61f}\u{fe81}",
        "\u{fe8d}\u{fe8e}\u{fe8e}\u{fe8f}\u{fe91}\u{fb56}\u{fb58}\u{fe93}\u{fe95}\u{fe97}\u{fb66}\u{fb68}\u{fe99}\u{fe9b}\u{fe9d}\u{fe9f}",
        "\u{fb7a}\u{fb7c}\u{fea1}\u{fea3}\u{fea5}\u{fea7}\u{fea9}\u{fb84}\u{feab}\u{fead}\u{fb8c}\u{feaf}\u{fb8a}\u{feb1}\u{feb3}\u{feb5}",
        "\u{feb7}\u{feb9}\u{febb}\u{febd}\u{febf}\u{fec1}\u{fec5}\u{fec9}\u{feca}\u{fecb}\u{fecc}\u{fecd}\u{fece}\u{fecf}\u{fed0}\u{fed1}",
        "\u{fed3}\u{fed5}\u{fed7}\u{fed9}\u{fedb}\u{fb92}\u{fb94}\u{fedd}\u{fedf}\u{fee0}\u{fee1}\u{fee3}\u{fb9e}\u{fee5}\u{fee7}\u{fe85}",
        "\u{feed}\u{fba6}\u{fba8}\u{fba9}\u{fbaa}\u{fe80}\u{fe89}\u{fe8a}\u{fe8b}\u{fef1}\u{fef2}\u{fef3}\u{fbb0}\u{fbae}\u{fe7c}\u{fe7d}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1046: CodePage = CodePage {
    name: "IBM1046",
    low: None,
    high: concat!(
        "\u{fe88}×÷\u{feb1}\u{feb5}\u{feb9}\u{febd}\u{fe71}\u{88}■│─┐┌└┘",
        "\u{fe79}\u{fe7b}\u{fe7d}\u{fe7f}\u{fe77}\u{fe8a}\u{fef0}\u{fef3}\u{fef2}\u{fece}\u{fecf}\u{fed0}\u{fef6}\u{fef8}\u{fefa}\u{fefc}",
        "\u{a0}\u{fe82}\u{fe84}\u{fe88}¤\u{fe8e}\u{fe8b}\u{fe91}\u{fe97}\u{fe9b}\u{fe9f}\u{fea3}،\u{ad}\u{fea7}\u{feb3}",
        "\u{660}\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667}\u{668}\u{669}\u{feb7}\u{61b}\u{febb}\u{febf}\u{feca}\u{61f}",
        "\u{fecb}\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62a}\u{62b}\u{62c}\u{62d}\u{62e}\u{62f}",
        "\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63a}\u{fecc}\u{fe82}\u{fe84}\u{fe8e}\u{fed3}",
        "\u{640}\u{641}\u{642}\u{643}\u{644}\u{645}\u{646}\u{647}\u{648}\u{649}\u{64a}\u{64b}\u{64c}\u{64d}\u{64e}\u{64f}",
        "\u{650}\u{651}\u{652}\u{fed7}\u{fedb}\u{fedf}\u{200b}\u{fef5}\u{fef7}\u{fef9}\u{fefb}\u{fee3}\u{fee7}\u{feec}\u{fee9}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1124: CodePage = CodePage {
    name: "IBM1124",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{a0}ЁЂҐЄЅІЇЈЉЊЋЌ\u{ad}ЎЏ",
        "АБВГДЕЖЗИЙКЛМНОП",
        "РСТУФХЦЧШЩЪЫЬЭЮЯ",
        "абвгдежзийклмноп",
        "рстуфхцчшщъыьэюя",
        "№ёђґєѕіїјљњћќ§ўџ",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1125: CodePage = CodePage {
    name: "IBM1125",
    low: None,
    high: concat!(
        "АБВГДЕЖЗИЙКЛМНОП",
        "РСТУФХЦЧШЩЪЫЬЭЮЯ",
        "абвгдежзийклмноп",
        "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
        "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
        "рстуфхцчшщъыьэюя",
        "ЁёҐґЄєІіЇї·√№¤■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1129: CodePage = CodePage {
    name: "IBM1129",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{a0}¡¢£¤¥¦§œ©ª«¬\u{ad}®¯",
        "°±²³Ÿµ¶·Œ¹º»¼½¾¿",
        "ÀÁÂĂÄÅÆÇÈÉÊË\u{300}ÍÎÏ",
        "ĐÑ\u{309}ÓÔƠÖ×ØÙÚÛÜƯ\u{303}ß",
        "àáâăäåæçèéêë\u{301}íîï",
        "đñ\u{323}óôơö÷øùúûüư₫ÿ",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1133: CodePage = CodePage {
    name: "IBM1133",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{fffd}ກຂຄງຈສຊຍດຕຖທນບປ",
        "ຜຝພຟມຢຣລວຫອຮ\u{fffd}\u{fffd}\u{fffd}ຯ",
        "ະາຳ\u{eb4}\u{eb5}\u{eb6}\u{eb7}\u{eb8}\u{eb9}\u{ebc}\u{eb1}\u{ebb}ຽ\u{fffd}\u{fffd}\u{fffd}",
        "ເແໂໃໄ\u{ec8}\u{ec9}\u{eca}\u{ecb}\u{ecc}\u{ecd}ໆ\u{fffd}ໜໝk",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "໐໑໒໓໔໕໖໗໘໙\u{fffd}\u{fffd}¢¬¦\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static MIK: CodePage = CodePage {
    name: "MIK",
    low: None,
    high: concat!(
        "АБВГДЕЖЗИЙКЛМНОП",
        "РСТУФХЦЧШЩЪЫЬЭЮЯ",
        "абвгдежзийклмноп",
        "рстуфхцчшщъыьэюя",
        "└┴┬├─┼╣║╚╔╩╦╠═╬┐",
        "░▒▓│┤№§╗╝┘┌█▄▌▐▀",
        "αßΓπΣσµτΦΘΩδ∞φε∩",
        "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
};

#[rustfmt::skip]
pub(crate) static ARMSCII_8: CodePage = CodePage {
    name: "ARMSCII-8",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{a0}\u{fffd}և։)(»«—.՝,-֊…՜",
        "՛՞ԱաԲբԳգԴդԵեԶզԷէ",
        "ԸըԹթԺժԻիԼլԽխԾծԿկ",
        "ՀհՁձՂղՃճՄմՅյՆնՇշ",
        "ՈոՉչՊպՋջՌռՍսՎվՏտ",
        "ՐրՑցՒւՓփՔքՕօՖֆ՚\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static DEC_MCS: CodePage = CodePage {
    name: "DEC-MCS",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{fffd}¡¢£\u{fffd}¥\u{fffd}§¤©ª«\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "°±²³\u{fffd}µ¶·\u{fffd}¹º»¼½\u{fffd}¿",
        "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ",
        "\u{fffd}ÑÒÓÔÕÖŒØÙÚÛÜŸ\u{fffd}ß",
        "àáâãäåæçèéêëìíîï",
        "\u{fffd}ñòóôõöœøùúûüÿ\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ECMA_CYRILLIC: CodePage = CodePage {
    name: "ECMA-cyrillic",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{a0}ђѓёєѕіїјљњћќ\u{ad}ўџ",
        "№ЂЃЁЄЅІЇЈЉЊЋЌ¤ЎЏ",
        "юабцдефгхийклмно",
        "пярстужвьызшэщчъ",
        "ЮАБЦДЕФГХИЙКЛМНО",
        "ПЯРСТУЖВЬЫЗШЭЩЧЪ",
    ),
};

#[rustfmt::skip]
pub(crate) static GEORGIAN_ACADEMY: CodePage = CodePage {
    name: "Georgian-Academy",
    low: None,
    high: concat!(
        "\u{80}\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}\u{8e}\u{8f}",
        "\u{90}‘’“”•–—˜™š›œ\u{9d}\u{9e}Ÿ",
        "\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯",
        "°±²³´µ¶·¸¹º»¼½¾¿",
        "აბგდევზთიკლმნოპჟ",
        "რსტუფქღყშჩცძწჭხჯ",
        "ჰჱჲჳჴჵჶçèéêëìíîï",
        "ðñòóôõö÷øùúûüýþÿ",
    ),
};

#[rustfmt::skip]
pub(crate) static GEORGIAN_PS: CodePage = CodePage {
    name: "Georgian-PS",
    low: None,
    high: concat!(
        "\u{80}\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}\u{8e}\u{8f}",
        "\u{90}‘’“”•–—˜™š›œ\u{9d}\u{9e}Ÿ",
        "\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯",
        "°±²³´µ¶·¸¹º»¼½¾¿",
        "აბგდევზჱთიკლმნჲო",
        "პჟრსტჳუფქღყშჩცძწ",
        "ჭხჴჯჰჵæçèéêëìíîï",
        "ðñòóôõö÷øùúûüýþÿ",
    ),
};

#[rustfmt::skip]
pub(crate) static HP_ROMAN8: CodePage = CodePage {
    name: "hp-roman8",
    low: None,
    high: concat!(
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}",
        "\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}",
        "\u{a0}ÀÂÈÊËÎÏ´ˋˆ¨˜ÙÛ₤",
        "¯Ýý°ÇçÑñ¡¿¤£¥§ƒ¢",
        "âêôûáéóúàèòùäëöü",
        "ÅîØÆåíøæÄìÖÜÉïßÔ",
        "ÁÃãÐðÍÌÓÒÕõŠšÚŸÿ",
        "Þþ·µ¶¾—¼½ªº«■»±\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISIRI_3342: CodePage = CodePage {
    name: "ISIRI-3342",
    low: None,
    high: concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}\u{200c}\u{200d}!¤٪.\u{66c})(×+،-\u{66b}/",
        "۰۱۲۳۴۵۶۷۸۹:\u{61b}<=>\u{61f}",
        "\u{622}\u{627}\u{621}\u{628}\u{67e}\u{62a}\u{62b}\u{62c}\u{686}\u{62d}\u{62e}\u{62f}\u{630}\u{631}\u{632}\u{698}",
        "\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63a}\u{641}\u{642}\u{6a9}\u{6af}\u{644}\u{645}\u{646}\u{648}",
        "\u{647}\u{6cc}][}{«»*\u{640}|\\\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{64e}\u{650}\u{64f}\u{64b}\u{64d}\u{64c}\u{651}\u{652}\u{623}\u{624}\u{625}\u{626}\u{629}\u{643}\u{64a}\u{7f}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO_IR_197: CodePage = CodePage {
    name: "ISO-IR-197",
    low: None,
    high: concat!(
        "\u{fffd}\u{fffd}‚ƒ„…¬≠£‰¿≤Œ\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}‘’“”•–—®™¡≥œ\u{fffd}\u{fffd}Ÿ",
        "\u{a0}ČčĐđǤǥ§Ǧ©ǧ«Ǩ\u{ad}ǩŊ",
        "°ŋŠš´Ŧ¶·ŧŽž»ƷʒǮǯ",
        "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ",
        "ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß",
        "àáâãäåæçèéêëìíîï",
        "ðñòóôõö÷øùúûüýþÿ",
    ),
};

#[rustfmt::skip]
pub(crate) static KOI8_T: CodePage = CodePage {
    name: "KOI8-T",
    low: None,
    high: concat!(
        "қғ‚Ғ„…†‡\u{fffd}‰ҳ‹ҲҷҶ\u{fffd}",
        "Қ‘’“”•–—\u{fffd}™\u{fffd}›\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}ӯӮё¤ӣ¦§\u{fffd}\u{fffd}\u{fffd}«¬\u{ad}®\u{fffd}",
        "°±²Ё\u{fffd}Ӣ¶·\u{fffd}№\u{fffd}»\u{fffd}\u{fffd}\u{fffd}©",
        "юабцдефгхийклмно",
        "пярстужвьызшэщчъ",
        "ЮАБЦДЕФГХИЙКЛМНО",
        "ПЯРСТУЖВЬЫЗШЭЩЧЪ",
    ),
};

#[rustfmt::skip]
pub(crate) static KZ_1048: CodePage = CodePage {
    name: "KZ-1048",
    low: None,
    high: concat!(
        "ЂЃ‚ѓ„…†‡€‰Љ‹ЊҚҺЏ",
        "ђ‘’“”•–—\u{fffd}™љ›њқһџ",
        "\u{a0}ҰұӘ¤Ө¦§Ё©Ғ«¬\u{ad}®Ү",
        "°±Ііөµ¶·ё№ғ»әҢңү",
        "АБВГДЕЖЗИЙКЛМНОП",
        "РСТУФХЦЧШЩЪЫЬЭЮЯ",
        "абвгдежзийклмноп",
        "рстуфхцчшщъыьэюя",
    ),
};

#[rustfmt::skip]
pub(crate) static NEXTSTEP: CodePage = CodePage {
    name: "NEXTSTEP",
    low: None,
    high: concat!(
        "\u{a0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏ",
        "ÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷",
        "©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ",
        "®–†‡·¦¶•‚„”»…‰¬¿",
        "¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ",
        "—±¼½¾àáâãäåçèéêë",
        "ìÆíªîïðñŁØŒºòóôõ",
        "öæùúûıüýłøœßþÿ\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static PTCP154: CodePage = CodePage {
    name: "PTCP154",
    low: None,
    high: concat!(
        "ҖҒӮғ„…ҶҮҲүҠӢҢҚҺҸ",
        "җ‘’“”•–—ҳҷҡӣңқһҹ",
        "\u{a0}ЎўЈӨҘҰ§Ё©Ә«¬ӯ®Ҝ",
        "°ұІіҙө¶·ё№ә»јҪҫҝ",
        "АБВГДЕЖЗИЙКЛМНОП",
        "РСТУФХЦЧШЩЪЫЬЭЮЯ",
        "абвгдежзийклмноп",
        "рстуфхцчшщъыьэюя",
    ),
};

#[rustfmt::skip]
pub(crate) static TCVN: CodePage = CodePage {
    name: "TCVN",
    low: Some(concat!(
        "\u{0}ÚỤ\u{3}ỪỬỮ\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}ỨỰỲỶỸÝỴ\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ[\\]^_",
        "`abcdefghijklmno",
        "pqrstuvwxyz{|}~\u{7f}",
    )),
    high: concat!(
        "ÀẢÃÁẠẶẬÈẺẼÉẸỆÌỈĨ",
        "ÍỊÒỎÕÓỌỘỜỞỠỚỢÙỦŨ",
        "\u{a0}ĂÂÊÔƠƯĐăâêôơưđẰ",
        "\u{300}\u{309}\u{303}\u{301}\u{323}àảãáạẲằẳẵắẴ",
        "ẮẦẨẪẤỀặầẩẫấậèỂẻẽ",
        "éẹềểễếệìỉỄẾỒĩíịò",
        "Ổỏõóọồổỗốộờởỡớợù",
        "ỖủũúụừửữứựỳỷỹýỵỐ",
    ),
};

#[rustfmt::skip]
pub(crate) static VISCII: CodePage = CodePage {
    name: "VISCII",
    low: Some(concat!(
        "\u{0}\u{1}Ẳ\u{3}\u{4}ẴẪ\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}Ỷ\u{15}\u{16}\u{17}\u{18}Ỹ\u{1a}\u{1b}\u{1c}\u{1d}Ỵ\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ[\\]^_",
        "`abcdefghijklmno",
        "pqrstuvwxyz{|}~\u{7f}",
    )),
    high: concat!(
        "ẠẮẰẶẤẦẨẬẼẸẾỀỂỄỆỐ",
        "ỒỔỖỘỢỚỜỞỊỎỌỈỦŨỤỲ",
        "Õắằặấầẩậẽẹếềểễệố",
        "ồổỗỠƠộờởịỰỨỪỬơớƯ",
        "ÀÁÂÃẢĂẳẵÈÉÊẺÌÍĨỳ",
        "ĐứÒÓÔạỷừửÙÚỹỵÝỡư",
        "àáâãảăữẫèéêẻìíĩỉ",
        "đựòóôõỏọụùúũủýợỮ",
    ),
};

#[rustfmt::skip]
pub(crate) static WIN_SAMI_2: CodePage = CodePage {
    name: "WIN-SAMI-2",
    low: None,
    high: concat!(
        "€\u{fffd}ČƒčƷʒǮǯĐŠ‹Œ\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}‘’“”•–—đǦš›œ\u{fffd}\u{fffd}Ÿ",
        "\u{a0}ǧǤ£¤ǥ¦§¨©Ȟ«¬\u{ad}®ȟ",
        "°±Ǩǩ´µ¶·ŊŋŦ»ŧ½Žž",
        "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ",
        "ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß",
        "àáâãäåæçèéêëìíîï",
        "ðñòóôõö÷øùúûüýþÿ",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_ARABIC: CodePage = CodePage {
    name: "x-mac-arabic",
    low: None,
    high: concat!(
        "Ä\u{a0}ÇÉÑÖÜáàâä\u{6ba}«çéè",
        "êëí…îïñó»ôö÷úùûü",
        "\u{20}!\"#$٪&'()*+،-./",
        "\u{660}\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667}\u{668}\u{669}:\u{61b}<=>\u{61f}",
        "❊\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62a}\u{62b}\u{62c}\u{62d}\u{62e}\u{62f}",
        "\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63a}[\\]^_",
        "\u{640}\u{641}\u{642}\u{643}\u{644}\u{645}\u{646}\u{647}\u{648}\u{649}\u{64a}\u{64b}\u{64c}\u{64d}\u{64e}\u{64f}",
        "\u{650}\u{651}\u{652}\u{67e}\u{679}\u{686}\u{6d5}\u{6a4}\u{6af}\u{688}\u{691}{|}\u{698}\u{6d2}",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_CENTRAL_EUROPE: CodePage = CodePage {
    name: "x-mac-ce",
    low: None,
    high: concat!(
        "ÄĀāÉĄÖÜáąČäčĆćéŹ",
        "źĎíďĒēĖóėôöõúĚěü",
        "†°Ę£§•¶ß®©™ę¨≠ģĮ",
        "įĪ≤≥īĶ∂∑łĻļĽľĹĺŅ",
        "ņŃ¬√ńŇ∆«»…\u{a0}ňŐÕőŌ",
        "–—“”‘’÷◊ōŔŕŘ‹›řŖ",
        "ŗŠ‚„šŚśÁŤťÍŽžŪÓÔ",
        "ūŮÚůŰűŲųÝýķŻŁżĢˇ",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_CROATIAN: CodePage = CodePage {
    name: "x-mac-croatian",
    low: None,
    high: concat!(
        "ÄÅÇÉÑÖÜáàâäãåçéè",
        "êëíìîïñóòôöõúùûü",
        "†°¢£§•¶ß®Š™´¨≠ŽØ",
        "∞±≤≥∆µ∂∑∏š∫ªºΩžø",
        "¿¡¬√ƒ≈Ć«Č…\u{a0}ÀÃÕŒœ",
        "Đ—“”‘’÷◊\u{f8ff}©⁄€‹›Æ»",
        "–·‚„‰ÂćÁčÈÍÎÏÌÓÔ",
        "đÒÚÛÙıˆ˜¯πË˚¸Êæˇ",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_FARSI: CodePage = CodePage {
    name: "x-mac-farsi",
    low: None,
    high: concat!(
        "Ä\u{a0}ÇÉÑÖÜáàâä\u{6ba}«çéè",
        "êëí…îïñó»ôö÷úùûü",
        "\u{20}!\"#$٪&'()*+،-./",
        "۰۱۲۳۴۵۶۷۸۹:\u{61b}<=>\u{61f}",
        "❊\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62a}\u{62b}\u{62c}\u{62d}\u{62e}\u{62f}",
        "\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63a}[\\]^_",
        "\u{640}\u{641}\u{642}\u{643}\u{644}\u{645}\u{646}\u{647}\u{648}\u{649}\u{64a}\u{64b}\u{64c}\u{64d}\u{64e}\u{64f}",
        "\u{650}\u{651}\u{652}\u{67e}\u{679}\u{686}\u{6d5}\u{6a4}\u{6af}\u{688}\u{691}{|}\u{698}\u{6d2}",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_GREEK: CodePage = CodePage {
    name: "x-mac-greek",
    low: None,
    high: concat!(
        "Ä¹²É³ÖÜ΅àâä΄¨çéè",
        "êë£™îï•½‰ôö¦€ùûü",
        "†ΓΔΘΛΞΠß®©ΣΪ§≠°·",
        "Α±≤≥¥ΒΕΖΗΙΚΜΦΫΨΩ",
        "άΝ¬ΟΡ≈Τ«»…\u{a0}ΥΧΆΈœ",
        "–―“”‘’÷ΉΊΌΎέήίόΏ",
        "ύαβψδεφγηιξκλμνο",
        "πώρστθωςχυζϊϋΐΰ\u{ad}",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_HEBREW: CodePage = CodePage {
    name: "x-mac-hebrew",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}&\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ\u{fffd}\\\u{fffd}^_",
        "`abcdefghijklmno",
        "pqrstuvwxyz\u{fffd}\u{fffd}\u{fffd}~\u{fffd}",
    )),
    high: concat!(
        "Ä\u{fffd}ÇÉÑÖÜáàâäãåçéè",
        "êëíìîïñóòôöõúùûü",
        "\u{20}!\"#$%₪')(*+,-./",
        "0123456789:;<=>?",
        "\u{fffd}„\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{5bc}\u{fb4b}\u{fb35}…\u{a0}\u{5b8}\u{5b7}\u{5b5}\u{5b6}\u{5b4}",
        "–—“”‘’\u{fb2a}\u{fb2b}\u{5bf}\u{5b0}\u{5b2}\u{5b1}\u{5bb}\u{5b9}\u{5b8}\u{5b3}",
        "\u{5d0}\u{5d1}\u{5d2}\u{5d3}\u{5d4}\u{5d5}\u{5d6}\u{5d7}\u{5d8}\u{5d9}\u{5da}\u{5db}\u{5dc}\u{5dd}\u{5de}\u{5df}",
        "\u{5e0}\u{5e1}\u{5e2}\u{5e3}\u{5e4}\u{5e5}\u{5e6}\u{5e7}\u{5e8}\u{5e9}\u{5ea}}]{[|",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_ICELANDIC: CodePage = CodePage {
    name: "x-mac-icelandic",
    low: None,
    high: concat!(
        "ÄÅÇÉÑÖÜáàâäãåçéè",
        "êëíìîïñóòôöõúùûü",
        "Ý°¢£§•¶ß®©™´¨≠ÆØ",
        "∞±≤≥¥µ∂∑∏π∫ªºΩæø",
        "¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ",
        "–—“”‘’÷◊ÿŸ⁄€ÐðÞþ",
        "ý·‚„‰ÂÊÁËÈÍÎÏÌÓÔ",
        "\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_ROMANIAN: CodePage = CodePage {
    name: "x-mac-romanian",
    low: None,
    high: concat!(
        "ÄÅÇÉÑÖÜáàâäãåçéè",
        "êëíìîïñóòôöõúùûü",
        "†°¢£§•¶ß®©™´¨≠ĂȘ",
        "∞±≤≥¥µ∂∑∏π∫ªºΩăș",
        "¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ",
        "–—“”‘’÷◊ÿŸ⁄€‹›Țț",
        "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ",
        "\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_SAMI: CodePage = CodePage {
    name: "x-mac-sami",
    low: None,
    high: concat!(
        "ÄÅÇÉÑÖÜáàâäãåçéè",
        "êëíìîïñóòôöõúùûü",
        "Ý°Č£§•¶ß®©™´¨≠ÆØ",
        "ĐŊȞȟŠŦ∂Žčđŋšŧžæø",
        "¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ",
        "–—“”‘’÷◊ÿŸ⁄¤ÐðÞþ",
        "ý·‚„‰ÂÊÁËÈÍÎÏÌÓÔ",
        "\u{f8ff}ÒÚÛÙıƷʒǮǯǤǥǦǧǨǩ",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_THAI: CodePage = CodePage {
    name: "x-mac-thai",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ[\\]^_",
        "`abcdefghijklmno",
        "pqrstuvwxyz{|}~\u{fffd}",
    )),
    high: concat!(
        "«»…\u{e48}\u{e49}\u{e4a}\u{e4b}\u{e4c}\u{e48}\u{e49}\u{e4a}\u{e4b}\u{e4c}“”\u{e4d}",
        "\u{fffd}•\u{e31}\u{e47}\u{e34}\u{e35}\u{e36}\u{e37}\u{e48}\u{e49}\u{e4a}\u{e4b}\u{e4c}‘’\u{fffd}",
        "\u{a0}กขฃคฅฆงจฉชซฌญฎฏ",
        "ฐฑฒณดตถทธนบปผฝพฟ",
        "ภมยรฤลฦวศษสหฬอฮฯ",
        "ะ\u{e31}าำ\u{e34}\u{e35}\u{e36}\u{e37}\u{e38}\u{e39}\u{e3a}\u{2060}\u{200b}–—฿",
        "เแโใไๅๆ\u{e47}\u{e48}\u{e49}\u{e4a}\u{e4b}\u{e4c}\u{e4d}™๏",
        "๐๑๒๓๔๕๖๗๘๙®©\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static MAC_TURKISH: CodePage = CodePage {
    name: "x-mac-turkish",
    low: None,
    high: concat!(
        "ÄÅÇÉÑÖÜáàâäãåçéè",
        "êëíìîïñóòôöõúùûü",
        "†°¢£§•¶ß®©™´¨≠ÆØ",
        "∞±≤≥¥µ∂∑∏π∫ªºΩæø",
        "¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ",
        "–—“”‘’÷◊ÿŸĞğİıŞş",
        "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ",
        "\u{f8ff}ÒÚÛÙ\u{f8a0}ˆ˜¯˘˙˚¸˝˛ˇ",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_CA: CodePage = CodePage {
    name: "CSA_Z243.4-1985-1",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "àABCDEFGHIJKLMNO",
        "PQRSTUVWXYZâçêî_",
        "ôabcdefghijklmno",
        "pqrstuvwxyzéùèû\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_CA2: CodePage = CodePage {
    name: "CSA_Z243.4-1985-2",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "àABCDEFGHIJKLMNO",
        "PQRSTUVWXYZâçêÉ_",
        "ôabcdefghijklmno",
        "pqrstuvwxyzéùèû\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_CN: CodePage = CodePage {
    name: "GB_1988-80",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#¥%&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ[\\]^_",
        "`abcdefghijklmno",
        "pqrstuvwxyz{|}‾\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_DE: CodePage = CodePage {
    name: "DIN_66003",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "§ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZÄÖÜ^_",
        "`abcdefghijklmno",
        "pqrstuvwxyzäöüß\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_DK: CodePage = CodePage {
    name: "DS_2089",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZÆØÅ^_",
        "`abcdefghijklmno",
        "pqrstuvwxyzæøå~\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_ES: CodePage = CodePage {
    name: "ES",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"£$%&'()*+,-./",
        "0123456789:;<=>?",
        "§ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ¡Ñ¿^_",
        "`abcdefghijklmno",
        "pqrstuvwxyz°ñç~\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_ES2: CodePage = CodePage {
    name: "ES2",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "•ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ¡ÑÇ¿_",
        "`abcdefghijklmno",
        "pqrstuvwxyz´ñç¨\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_FR: CodePage = CodePage {
    name: "NF_Z_62-010",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"£$%&'()*+,-./",
        "0123456789:;<=>?",
        "àABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ°ç§^_",
        "µabcdefghijklmno",
        "pqrstuvwxyzéùè¨\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_GB: CodePage = CodePage {
    name: "BS_4730",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"£$%&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ[\\]^_",
        "`abcdefghijklmno",
        "pqrstuvwxyz{|}‾\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_HU: CodePage = CodePage {
    name: "MSZ_7795.3",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#¤%&'()*+,-./",
        "0123456789:;<=>?",
        "ÁABCDEFGHIJKLMNO",
        "PQRSTUVWXYZÉÖÜ^_",
        "áabcdefghijklmno",
        "pqrstuvwxyzéöü˝\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_IT: CodePage = CodePage {
    name: "IT",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"£$%&'()*+,-./",
        "0123456789:;<=>?",
        "§ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ°çé^_",
        "ùabcdefghijklmno",
        "pqrstuvwxyzàòèì\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_JP: CodePage = CodePage {
    name: "JIS_C6220-1969-ro",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZ[¥]^_",
        "`abcdefghijklmno",
        "pqrstuvwxyz{|}‾\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_NO: CodePage = CodePage {
    name: "NS_4551-1",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZÆØÅ^_",
        "`abcdefghijklmno",
        "pqrstuvwxyzæøå‾\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_NO2: CodePage = CodePage {
    name: "NS_4551-2",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"§$%&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZÆØÅ^_",
        "`abcdefghijklmno",
        "pqrstuvwxyzæøå|\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_PT: CodePage = CodePage {
    name: "PT",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "§ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZÃÇÕ^_",
        "`abcdefghijklmno",
        "pqrstuvwxyzãçõ°\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_SE: CodePage = CodePage {
    name: "SEN_850200_B",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#¤%&'()*+,-./",
        "0123456789:;<=>?",
        "@ABCDEFGHIJKLMNO",
        "PQRSTUVWXYZÄÖÅ^_",
        "`abcdefghijklmno",
        "pqrstuvwxyzäöå‾\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_SE2: CodePage = CodePage {
    name: "SEN_850200_C",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#¤%&'()*+,-./",
        "0123456789:;<=>?",
        "ÉABCDEFGHIJKLMNO",
        "PQRSTUVWXYZÄÖÅÜ_",
        "éabcdefghijklmno",
        "pqrstuvwxyzäöåü\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static ISO646_YU: CodePage = CodePage {
    name: "JUS_I.B1.002",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{1a}\u{1b}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{20}!\"#$%&'()*+,-./",
        "0123456789:;<=>?",
        "ŽABCDEFGHIJKLMNO",
        "PQRSTUVWXYZŠĐĆČ_",
        "žabcdefghijklmno",
        "pqrstuvwxyzšđćč\u{7f}",
    )),
    high: concat!(
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM037: CodePage = CodePage {
    name: "IBM037",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåçñ¢.<(+|",
        "&éêëèíîïìß!$*);¬",
        "-/ÂÄÀÁÃÅÇÑ¦,%_>?",
        "øÉÊËÈÍÎÏÌ`:#@'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ¤",
        "µ~stuvwxyz¡¿ÐÝÞ®",
        "^£¥·©§¶¼½¾[]¯¨´×",
        "{ABCDEFGHI\u{ad}ôöòóõ",
        "}JKLMNOPQR¹ûüùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM273: CodePage = CodePage {
    name: "IBM273",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}â{àáãåçñÄ.<(+!",
        "&éêëèíîïì~Ü$*);^",
        "-/Â[ÀÁÃÅÇÑö,%_>?",
        "øÉÊËÈÍÎÏÌ`:#§'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ¤",
        "µßstuvwxyz¡¿ÐÝÞ®",
        "¢£¥·©@¶¼½¾¬|¯¨´×",
        "äABCDEFGHI\u{ad}ô¦òóõ",
        "üJKLMNOPQR¹û}ùúÿ",
        "Ö÷STUVWXYZ²Ô\\ÒÓÕ",
        "0123456789³Û]ÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM277: CodePage = CodePage {
    name: "IBM277",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáã}çñ#.<(+!",
        "&éêëèíîïìß¤Å*);^",
        "-/ÂÄÀÁÃ$ÇÑø,%_>?",
        "¦ÉÊËÈÍÎÏÌ`:ÆØ'=\"",
    )),
    high: concat!(
        "@abcdefghi«»ðýþ±",
        "°jklmnopqrªº{¸[]",
        "µüstuvwxyz¡¿ÐÝÞ®",
        "¢£¥·©§¶¼½¾¬|¯¨´×",
        "æABCDEFGHI\u{ad}ôöòóõ",
        "åJKLMNOPQR¹û~ùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM278: CodePage = CodePage {
    name: "IBM278",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}â{àáã}çñ§.<(+!",
        "&`êëèíîïìß¤Å*);^",
        "-/Â#ÀÁÃ$ÇÑö,%_>?",
        "ø\\ÊËÈÍÎÏÌé:ÄÖ'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ]",
        "µüstuvwxyz¡¿ÐÝÞ®",
        "¢£¥·©[¶¼½¾¬|¯¨´×",
        "äABCDEFGHI\u{ad}ô¦òóõ",
        "åJKLMNOPQR¹û~ùúÿ",
        "É÷STUVWXYZ²Ô@ÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM280: CodePage = CodePage {
    name: "IBM280",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âä{áãå\\ñ°.<(+!",
        "&]êë}íîï~ßé$*);^",
        "-/ÂÄÀÁÃÅÇÑò,%_>?",
        "øÉÊËÈÍÎÏÌù:£§'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "[jklmnopqrªºæ¸Æ¤",
        "µìstuvwxyz¡¿ÐÝÞ®",
        "¢#¥·©@¶¼½¾¬|¯¨´×",
        "àABCDEFGHI\u{ad}ôö¦óõ",
        "èJKLMNOPQR¹ûü`úÿ",
        "ç÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM284: CodePage = CodePage {
    name: "IBM284",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåç¦[.<(+|",
        "&éêëèíîïìß]$*);¬",
        "-/ÂÄÀÁÃÅÇ#ñ,%_>?",
        "øÉÊËÈÍÎÏÌ`:Ñ@'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ¤",
        "µ¨stuvwxyz¡¿ÐÝÞ®",
        "¢£¥·©§¶¼½¾^!¯~´×",
        "{ABCDEFGHI\u{ad}ôöòóõ",
        "}JKLMNOPQR¹ûüùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM285: CodePage = CodePage {
    name: "IBM285",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåçñ$.<(+|",
        "&éêëèíîïìß!£*);¬",
        "-/ÂÄÀÁÃÅÇÑ¦,%_>?",
        "øÉÊËÈÍÎÏÌ`:#@'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ¤",
        "µ¯stuvwxyz¡¿ÐÝÞ®",
        "¢[¥·©§¶¼½¾^]~¨´×",
        "{ABCDEFGHI\u{ad}ôöòóõ",
        "}JKLMNOPQR¹ûüùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM297: CodePage = CodePage {
    name: "IBM297",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âä@áãå\\ñ°.<(+!",
        "&{êë}íîïìß§$*);^",
        "-/ÂÄÀÁÃÅÇÑù,%_>?",
        "øÉÊËÈÍÎÏÌµ:£à'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "[jklmnopqrªºæ¸Æ¤",
        "`¨stuvwxyz¡¿ÐÝÞ®",
        "¢#¥·©]¶¼½¾¬|¯~´×",
        "éABCDEFGHI\u{ad}ôöòóõ",
        "èJKLMNOPQR¹ûü¦úÿ",
        "ç÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM420: CodePage = CodePage {
    name: "IBM420",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}\u{651}\u{fe7d}\u{640}\u{fffd}\u{621}\u{622}\u{fe82}\u{623}¢.<(+|",
        "&\u{fe84}\u{624}\u{fffd}\u{fffd}\u{626}\u{627}\u{fe8e}\u{628}\u{fe91}!$*);¬",
        "-/\u{629}\u{62a}\u{fe97}\u{62b}\u{fe9b}\u{62c}\u{fe9f}\u{62d}¦,%_>?",
        "\u{fea3}\u{62e}\u{fea7}\u{62f}\u{630}\u{631}\u{632}\u{633}\u{feb3}،:#@'=\"",
    )),
    high: concat!(
        "\u{634}abcdefghi\u{feb7}\u{635}\u{febb}\u{636}\u{febf}\u{637}",
        "\u{638}jklmnopqr\u{639}\u{feca}\u{fecb}\u{fecc}\u{63a}\u{fece}",
        "\u{fecf}÷stuvwxyz\u{fed0}\u{641}\u{fed3}\u{642}\u{fed7}\u{643}",
        "\u{fedb}\u{644}\u{fef5}\u{fef6}\u{fef7}\u{fef8}\u{fffd}\u{fffd}\u{fefb}\u{fefc}\u{fedf}\u{645}\u{fee3}\u{646}\u{fee7}\u{647}",
        "\u{61b}ABCDEFGHI\u{ad}\u{feeb}\u{fffd}\u{feec}\u{fffd}\u{648}",
        "\u{61f}JKLMNOPQR\u{649}\u{fef0}\u{64a}\u{fef2}\u{fef3}\u{660}",
        "×\u{fffd}STUVWXYZ\u{661}\u{662}\u{fffd}\u{663}\u{664}\u{665}",
        "0123456789\u{fffd}\u{666}\u{667}\u{668}\u{669}\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM423: CodePage = CodePage {
    name: "IBM423",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}ΑΒΓΔΕΖΗΘΙ[.<(+!",
        "&ΚΛΜΝΞΟΠΡΣ]$*);^",
        "-/ΤΥΦΧΨΩ\u{fffd}\u{fffd}\u{fffd},%_>?",
        "\u{fffd}ΆΈΉ\u{fffd}ΊΌΎΏ`:£§'=\"",
    )),
    high: concat!(
        "Äabcdefghiαβγδεζ",
        "Öjklmnopqrηθικλμ",
        "Ü¨stuvwxyzνξοπρς",
        "\u{fffd}άέήϊίόύϋώστυφχψ",
        "¸ABCDEFGHI\u{fffd}ωÂàäê",
        "´JKLMNOPQR±éèëîï",
        "°\u{fffd}STUVWXYZ½öôûùü",
        "0123456789ÿçÇ\u{fffd}\u{fffd}\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM424: CodePage = CodePage {
    name: "IBM424",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{5d0}\u{5d1}\u{5d2}\u{5d3}\u{5d4}\u{5d5}\u{5d6}\u{5d7}\u{5d8}¢.<(+|",
        "&\u{5d9}\u{5da}\u{5db}\u{5dc}\u{5dd}\u{5de}\u{5df}\u{5e0}\u{5e1}!$*);¬",
        "-/\u{5e2}\u{5e3}\u{5e4}\u{5e5}\u{5e6}\u{5e7}\u{5e8}\u{5e9}¦,%_>?",
        "\u{fffd}\u{5ea}\u{fffd}\u{fffd}\u{a0}\u{fffd}\u{fffd}\u{fffd}‗`:#@'=\"",
    )),
    high: concat!(
        "\u{fffd}abcdefghi«»\u{fffd}\u{fffd}\u{fffd}±",
        "°jklmnopqr\u{fffd}\u{fffd}\u{fffd}¸\u{fffd}¤",
        "µ~stuvwxyz\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}®",
        "^£¥·©§¶¼½¾[]¯¨´×",
        "{ABCDEFGHI\u{ad}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "}JKLMNOPQR¹\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "\\÷STUVWXYZ²\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        "0123456789³\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM500: CodePage = CodePage {
    name: "IBM500",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåçñ[.<(+!",
        "&éêëèíîïìß]$*);^",
        "-/ÂÄÀÁÃÅÇÑ¦,%_>?",
        "øÉÊËÈÍÎÏÌ`:#@'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ¤",
        "µ~stuvwxyz¡¿ÐÝÞ®",
        "¢£¥·©§¶¼½¾¬|¯¨´×",
        "{ABCDEFGHI\u{ad}ôöòóõ",
        "}JKLMNOPQR¹ûüùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM870: CodePage = CodePage {
    name: "IBM870",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäţáăčçć[.<(+!",
        "&éęëůíîľĺß]$*);^",
        "-/ÂÄ˝ÁĂČÇĆ|,%_>?",
        "ˇÉĘËŮÍÎĽĹ`:#@'=\"",
    )),
    high: concat!(
        "˘abcdefghiśňđýřş",
        "°jklmnopqrłńš¸˛¤",
        "ą~stuvwxyzŚŇĐÝŘŞ",
        "·ĄżŢŻ§žźŽŹŁŃŠ¨´×",
        "{ABCDEFGHI\u{ad}ôöŕóő",
        "}JKLMNOPQRĚűüťúě",
        "\\÷STUVWXYZďÔÖŔÓŐ",
        "0123456789ĎŰÜŤÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM871: CodePage = CodePage {
    name: "IBM871",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåçñÞ.<(+!",
        "&éêëèíîïìßÆ$*);Ö",
        "-/ÂÄÀÁÃÅÇÑ¦,%_>?",
        "øÉÊËÈÍÎÏÌð:#Ð'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»`ý{±",
        "°jklmnopqrªº}¸]¤",
        "µöstuvwxyz¡¿@Ý[®",
        "¢£¥·©§¶¼½¾¬|¯¨\\×",
        "þABCDEFGHI\u{ad}ô~òóõ",
        "æJKLMNOPQR¹ûüùúÿ",
        "´÷STUVWXYZ²Ô^ÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM875: CodePage = CodePage {
    name: "IBM875",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}ΑΒΓΔΕΖΗΘΙ[.<(+!",
        "&ΚΛΜΝΞΟΠΡΣ]$*);^",
        "-/ΤΥΦΧΨΩΪΫ|,%_>?",
        "¨ΆΈΉ\u{a0}ΊΌΎΏ`:#@'=\"",
    )),
    high: concat!(
        "΅abcdefghiαβγδεζ",
        "°jklmnopqrηθικλμ",
        "´~stuvwxyzνξοπρσ",
        "£άέήϊίόύϋώςτυφχψ",
        "{ABCDEFGHI\u{ad}ωΐΰ‘―",
        "}JKLMNOPQR±½\u{fffd}·’¦",
        "\\\u{fffd}STUVWXYZ²§\u{fffd}\u{fffd}«¬",
        "0123456789³©\u{fffd}\u{fffd}»\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM880: CodePage = CodePage {
    name: "IBM880",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{fffd}ђѓё\u{fffd}ѕіїј[.<(+!",
        "&љњћќ\u{fffd}џЪ№Ђ]$*);^",
        "-/ЃЁ\u{fffd}ЅІЇЈЉ¦,%_>?",
        "ЊЋЌ\u{fffd}\u{fffd}Џюаб\u{fffd}:#@'=\"",
    )),
    high: concat!(
        "цabcdefghiдефгхи",
        "йjklmnopqrклмноп",
        "я\u{fffd}stuvwxyzрстужв",
        "ьызшэщчъЮАБЦДЕФГ",
        "\u{fffd}ABCDEFGHIХИЙКЛМ",
        "\u{fffd}JKLMNOPQRНОПЯРС",
        "\\¤STUVWXYZТУЖВЬЫ",
        "0123456789ЗШЭЩЧ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM905: CodePage = CodePage {
    name: "IBM905",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{fffd}âäàá\u{fffd}ċ{ñÇ.<(+!",
        "&éêëèíîïìßĞİ*);^",
        "-/ÂÄÀÁ\u{fffd}Ċ[Ñş,%_>?",
        "\u{fffd}ÉÊËÈÍÎÏÌı:ÖŞ'=Ü",
    )),
    high: concat!(
        "˘abcdefghiħĉŝŭ\u{fffd}|",
        "°jklmnopqrĥĝĵ˛\u{fffd}¤",
        "µöstuvwxyzĦĈŜŬ\u{fffd}@",
        "·£ż}Ż§]\u{fffd}½$ĤĜĴ¨´×",
        "çABCDEFGHI\u{ad}ô~òóġ",
        "ğJKLMNOPQR`û\\ùú\u{fffd}",
        "ü÷STUVWXYZ²Ô#ÒÓĠ",
        "0123456789³Û\"ÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1025: CodePage = CodePage {
    name: "IBM1025",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}ђѓёєѕіїј[.<(+!",
        "&љњћќўџЪ№Ђ]$*);^",
        "-/ЃЁЄЅІЇЈЉ|,%_>?",
        "ЊЋЌ\u{ad}ЎЏюаб`:#@'=\"",
    )),
    high: concat!(
        "цabcdefghiдефгхи",
        "йjklmnopqrклмноп",
        "я~stuvwxyzрстужв",
        "ьызшэщчъЮАБЦДЕФГ",
        "{ABCDEFGHIХИЙКЛМ",
        "}JKLMNOPQRНОПЯРС",
        "\\§STUVWXYZТУЖВЬЫ",
        "0123456789ЗШЭЩЧ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1026: CodePage = CodePage {
    name: "IBM1026",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãå{ñÇ.<(+!",
        "&éêëèíîïìßĞİ*);^",
        "-/ÂÄÀÁÃÅ[Ñş,%_>?",
        "øÉÊËÈÍÎÏÌı:ÖŞ'=Ü",
    )),
    high: concat!(
        "Øabcdefghi«»}`¦±",
        "°jklmnopqrªºæ¸Æ¤",
        "µöstuvwxyz¡¿]$@®",
        "¢£¥·©§¶¼½¾¬|¯¨´×",
        "çABCDEFGHI\u{ad}ô~òóõ",
        "ğJKLMNOPQR¹û\\ùúÿ",
        "ü÷STUVWXYZ²Ô#ÒÓÕ",
        "0123456789³Û\"ÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1047: CodePage = CodePage {
    name: "IBM1047",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåçñ¢.<(+|",
        "&éêëèíîïìß!$*);^",
        "-/ÂÄÀÁÃÅÇÑ¦,%_>?",
        "øÉÊËÈÍÎÏÌ`:#@'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ¤",
        "µ~stuvwxyz¡¿Ð[Þ®",
        "¬£¥·©§¶¼½¾Ý¨¯]´×",
        "{ABCDEFGHI\u{ad}ôöòóõ",
        "}JKLMNOPQR¹ûüùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1140: CodePage = CodePage {
    name: "IBM01140",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåçñ¢.<(+|",
        "&éêëèíîïìß!$*);¬",
        "-/ÂÄÀÁÃÅÇÑ¦,%_>?",
        "øÉÊËÈÍÎÏÌ`:#@'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ€",
        "µ~stuvwxyz¡¿ÐÝÞ®",
        "^£¥·©§¶¼½¾[]¯¨´×",
        "{ABCDEFGHI\u{ad}ôöòóõ",
        "}JKLMNOPQR¹ûüùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1141: CodePage = CodePage {
    name: "IBM01141",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}â{àáãåçñÄ.<(+!",
        "&éêëèíîïì~Ü$*);^",
        "-/Â[ÀÁÃÅÇÑö,%_>?",
        "øÉÊËÈÍÎÏÌ`:#§'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ€",
        "µßstuvwxyz¡¿ÐÝÞ®",
        "¢£¥·©@¶¼½¾¬|¯¨´×",
        "äABCDEFGHI\u{ad}ô¦òóõ",
        "üJKLMNOPQR¹û}ùúÿ",
        "Ö÷STUVWXYZ²Ô\\ÒÓÕ",
        "0123456789³Û]ÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1142: CodePage = CodePage {
    name: "IBM01142",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáã}çñ#.<(+!",
        "&éêëèíîïìß€Å*);^",
        "-/ÂÄÀÁÃ$ÇÑø,%_>?",
        "¦ÉÊËÈÍÎÏÌ`:ÆØ'=\"",
    )),
    high: concat!(
        "@abcdefghi«»ðýþ±",
        "°jklmnopqrªº{¸[]",
        "µüstuvwxyz¡¿ÐÝÞ®",
        "¢£¥·©§¶¼½¾¬|¯¨´×",
        "æABCDEFGHI\u{ad}ôöòóõ",
        "åJKLMNOPQR¹û~ùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1143: CodePage = CodePage {
    name: "IBM01143",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}â{àáã}çñ§.<(+!",
        "&`êëèíîïìß€Å*);^",
        "-/Â#ÀÁÃ$ÇÑö,%_>?",
        "ø\\ÊËÈÍÎÏÌé:ÄÖ'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ]",
        "µüstuvwxyz¡¿ÐÝÞ®",
        "¢£¥·©[¶¼½¾¬|¯¨´×",
        "äABCDEFGHI\u{ad}ô¦òóõ",
        "åJKLMNOPQR¹û~ùúÿ",
        "É÷STUVWXYZ²Ô@ÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1144: CodePage = CodePage {
    name: "IBM01144",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âä{áãå\\ñ°.<(+!",
        "&]êë}íîï~ßé$*);^",
        "-/ÂÄÀÁÃÅÇÑò,%_>?",
        "øÉÊËÈÍÎÏÌù:£§'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "[jklmnopqrªºæ¸Æ€",
        "µìstuvwxyz¡¿ÐÝÞ®",
        "¢#¥·©@¶¼½¾¬|¯¨´×",
        "àABCDEFGHI\u{ad}ôö¦óõ",
        "èJKLMNOPQR¹ûü`úÿ",
        "ç÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1145: CodePage = CodePage {
    name: "IBM01145",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåç¦[.<(+|",
        "&éêëèíîïìß]$*);¬",
        "-/ÂÄÀÁÃÅÇ#ñ,%_>?",
        "øÉÊËÈÍÎÏÌ`:Ñ@'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ€",
        "µ¨stuvwxyz¡¿ÐÝÞ®",
        "¢£¥·©§¶¼½¾^!¯~´×",
        "{ABCDEFGHI\u{ad}ôöòóõ",
        "}JKLMNOPQR¹ûüùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1146: CodePage = CodePage {
    name: "IBM01146",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåçñ$.<(+|",
        "&éêëèíîïìß!£*);¬",
        "-/ÂÄÀÁÃÅÇÑ¦,%_>?",
        "øÉÊËÈÍÎÏÌ`:#@'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ€",
        "µ¯stuvwxyz¡¿ÐÝÞ®",
        "¢[¥·©§¶¼½¾^]~¨´×",
        "{ABCDEFGHI\u{ad}ôöòóõ",
        "}JKLMNOPQR¹ûüùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1147: CodePage = CodePage {
    name: "IBM01147",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âä@áãå\\ñ°.<(+!",
        "&{êë}íîïìß§$*);^",
        "-/ÂÄÀÁÃÅÇÑù,%_>?",
        "øÉÊËÈÍÎÏÌµ:£à'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "[jklmnopqrªºæ¸Æ€",
        "`¨stuvwxyz¡¿ÐÝÞ®",
        "¢#¥·©]¶¼½¾¬|¯~´×",
        "éABCDEFGHI\u{ad}ôöòóõ",
        "èJKLMNOPQR¹ûü¦úÿ",
        "ç÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1148: CodePage = CodePage {
    name: "IBM01148",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåçñ[.<(+!",
        "&éêëèíîïìß]$*);^",
        "-/ÂÄÀÁÃÅÇÑ¦,%_>?",
        "øÉÊËÈÍÎÏÌ`:#@'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»ðýþ±",
        "°jklmnopqrªºæ¸Æ€",
        "µ~stuvwxyz¡¿ÐÝÞ®",
        "¢£¥·©§¶¼½¾¬|¯¨´×",
        "{ABCDEFGHI\u{ad}ôöòóõ",
        "}JKLMNOPQR¹ûüùúÿ",
        "\\÷STUVWXYZ²ÔÖÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

#[rustfmt::skip]
pub(crate) static IBM1149: CodePage = CodePage {
    name: "IBM01149",
    low: Some(concat!(
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}",
        "\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}",
        "\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}",
        "\u{20}\u{a0}âäàáãåçñÞ.<(+!",
        "&éêëèíîïìßÆ$*);Ö",
        "-/ÂÄÀÁÃÅÇÑ¦,%_>?",
        "øÉÊËÈÍÎÏÌð:#Ð'=\"",
    )),
    high: concat!(
        "Øabcdefghi«»`ý{±",
        "°jklmnopqrªº}¸]€",
        "µöstuvwxyz¡¿@Ý[®",
        "¢£¥·©§¶¼½¾¬|¯¨\\×",
        "þABCDEFGHI\u{ad}ô~òóõ",
        "æJKLMNOPQR¹ûüùúÿ",
        "´÷STUVWXYZ²Ô^ÒÓÕ",
        "0123456789³ÛÜÙÚ\u{9f}",
    ),
};

/// Every code page.
pub(crate) static ALL: &[&CodePage] = &[
    &ISO_8859_1,
    &ISO_8859_9,
    &ISO_8859_11,
    &IBM437,
    &IBM720,
    &IBM737,
    &IBM775,
    &IBM850,
    &IBM851,
    &IBM852,
    &IBM855,
    &IBM856,
    &IBM857,
    &IBM858,
    &IBM860,
    &IBM861,
    &IBM862,
    &IBM863,
    &IBM864,
    &IBM865,
    &IBM869,
    &IBM1006,
    &IBM1046,
    &IBM1124,
    &IBM1125,
    &IBM1129,
    &IBM1133,
    &MIK,
    &ARMSCII_8,
    &DEC_MCS,
    &ECMA_CYRILLIC,
    &GEORGIAN_ACADEMY,
    &GEORGIAN_PS,
    &HP_ROMAN8,
    &ISIRI_3342,
    &ISO_IR_197,
    &KOI8_T,
    &KZ_1048,
    &NEXTSTEP,
    &PTCP154,
    &TCVN,
    &VISCII,
    &WIN_SAMI_2,
    &MAC_ARABIC,
    &MAC_CENTRAL_EUROPE,
    &MAC_CROATIAN,
    &MAC_FARSI,
    &MAC_GREEK,
    &MAC_HEBREW,
    &MAC_ICELANDIC,
    &MAC_ROMANIAN,
    &MAC_SAMI,
    &MAC_THAI,
    &MAC_TURKISH,
    &ISO646_CA,
    &ISO646_CA2,
    &ISO646_CN,
    &ISO646_DE,
    &ISO646_DK,
    &ISO646_ES,
    &ISO646_ES2,
    &ISO646_FR,
    &ISO646_GB,
    &ISO646_HU,
    &ISO646_IT,
    &ISO646_JP,
    &ISO646_NO,
    &ISO646_NO2,
    &ISO646_PT,
    &ISO646_SE,
    &ISO646_SE2,
    &ISO646_YU,
    &IBM037,
    &IBM273,
    &IBM277,
    &IBM278,
    &IBM280,
    &IBM284,
    &IBM285,
    &IBM297,
    &IBM420,
    &IBM423,
    &IBM424,
    &IBM500,
    &IBM870,
    &IBM871,
    &IBM875,
    &IBM880,
    &IBM905,
    &IBM1025,
    &IBM1026,
    &IBM1047,
    &IBM1140,
    &IBM1141,
    &IBM1142,
    &IBM1143,
    &IBM1144,
    &IBM1145,
    &IBM1146,
    &IBM1147,
    &IBM1148,
    &IBM1149,
];
