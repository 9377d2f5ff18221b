//! The languages of the model, and where in `costs.bin`, `trigrams.bin` and `east_asia.bin` the costs of each stand.
//! Made by `tools/letters.py`, which names the texts and their licences: do not edit.

use super::costs::{Alphabet, Common};

pub(super) const ALPHABETS: [Alphabet; 63] = [
    Alphabet { language: "en", letters: "abcdefghijklmnopqrstuvwxyzåéíóü", start: 0, trigrams: 0 },
    Alphabet {
        language: "de", letters: "abcdefghijklmnopqrstuvwxyzßäéíöü", start: 545, trigrams: 4928
    },
    Alphabet {
        language: "fr",
        letters: "abcdefghijklmnopqrstuvwxyzàâçèéêëîïñóôùûüœ",
        start: 1123,
        trigrams: 9970,
    },
    Alphabet {
        language: "es", letters: "abcdefghijklmnopqrstuvwxyzáéíñóúü", start: 2091, trigrams: 15116
    },
    Alphabet {
        language: "pt",
        letters: "abcdefghijklmnopqrstuvwxyzàáâãçéêíóôõú",
        start: 2704,
        trigrams: 20100,
    },
    Alphabet {
        language: "it", letters: "abcdefghijklmnopqrstuvwxyzàåèéìíòùü", start: 3504, trigrams: 25204
    },
    Alphabet {
        language: "nl", letters: "abcdefghijklmnopqrstuvwxyzåèéëïóöü", start: 4189, trigrams: 30158
    },
    Alphabet {
        language: "da", letters: "abcdefghijklmnopqrstuvwxyzåæéøü", start: 4837, trigrams: 35262
    },
    Alphabet {
        language: "sv", letters: "abcdefghijklmnopqrstuvwxyzáäåéíóöü", start: 5382, trigrams: 40250
    },
    Alphabet {
        language: "nb",
        letters: "abcdefghijklmnopqrstuvwxyzáãåæéêíóøü",
        start: 6030,
        trigrams: 45224,
    },
    Alphabet {
        language: "fi",
        letters: "abcdefghijklmnopqrstuvwxyzáäåéíóöüıšž",
        start: 6752,
        trigrams: 50258,
    },
    Alphabet {
        language: "is",
        letters: "abcdefghijklmnopqrstuvwxyzáæéíðóöúýþ",
        start: 7513,
        trigrams: 55182,
    },
    Alphabet {
        language: "fo",
        letters: "abcdefghijklmnopqrstuvwxyzáæçèéíðñóøúüýāōǐ",
        start: 8235,
        trigrams: 60340,
    },
    Alphabet {
        language: "ca",
        letters: "abcdefghijklmnopqrstuvwxyzàáåçèéíïòóúü",
        start: 9203,
        trigrams: 65584,
    },
    Alphabet {
        language: "gl", letters: "abcdefghijklmnopqrstuvwxyzáåéíñóúü", start: 10003, trigrams: 70738
    },
    Alphabet {
        language: "eu", letters: "abcdefghijklmnopqrstuvwxyzáåéíñóüō", start: 10651, trigrams: 75774
    },
    Alphabet {
        language: "ga",
        letters: "abcdefghijklmnopqrstuvwxyzáãåéíñóúü",
        start: 11299,
        trigrams: 80758,
    },
    Alphabet {
        language: "cy",
        letters: "abcdefghijklmnopqrstuvwxyzáâãäèéêëíîïñóôŵŷ",
        start: 11984,
        trigrams: 85630,
    },
    Alphabet { language: "sq", letters: "abcdefghijklmnopqrstuvwxyzçëôē", start: 12952, trigrams: 90862 },
    Alphabet {
        language: "et",
        letters: "abcdefghijklmnopqrstuvwxyzáäéíõöüšž",
        start: 13464,
        trigrams: 95746,
    },
    Alphabet {
        language: "lv",
        letters: "abcdefghijklmnopqrstuvwxyzāčēģīķļņšūž",
        start: 14149,
        trigrams: 100726,
    },
    Alphabet {
        language: "lt",
        letters: "abcdefghijklmnopqrstuvwxyząčėęįšūųž",
        start: 14910,
        trigrams: 105878,
    },
    Alphabet {
        language: "pl",
        letters: "abcdefghijklmnopqrstuvwxyzéóąćęłńśźż",
        start: 15595,
        trigrams: 110926,
    },
    Alphabet {
        language: "cs",
        letters: "abcdefghijklmnopqrstuvwxyzáéíóúüýčďěňřšťůž",
        start: 16317,
        trigrams: 116042,
    },
    Alphabet {
        language: "sk",
        letters: "abcdefghijklmnopqrstuvwxyzáäéíóôúýčďĺľňšťž",
        start: 17285,
        trigrams: 121418,
    },
    Alphabet {
        language: "hu",
        letters: "abcdefghijklmnopqrstuvwxyzáéíóöúüőű",
        start: 18253,
        trigrams: 126886,
    },
    Alphabet {
        language: "ro",
        letters: "abcdefghijklmnopqrstuvwxyzâéíîüăşţ",
        start: 18938,
        trigrams: 132124,
    },
    Alphabet {
        language: "hr",
        letters: "abcdefghijklmnopqrstuvwxyzáéíôýćčđěřšž",
        start: 19586,
        trigrams: 136988,
    },
    Alphabet { language: "sl", letters: "abcdefghijklmnopqrstuvwxyzčšž", start: 20386, trigrams: 141912 },
    Alphabet {
        language: "tr",
        letters: "abcdefghijklmnopqrstuvwxyzâçéöüğış",
        start: 20867,
        trigrams: 146758,
    },
    Alphabet {
        language: "az",
        letters: "abcdefghijklmnopqrstuvwxyzçöüāğışə",
        start: 21515,
        trigrams: 151746,
    },
    Alphabet {
        language: "mt",
        letters: "abcdefghijklmnopqrstuvwxyzàãçèéêìíñòùċġħōż",
        start: 22163,
        trigrams: 156878,
    },
    Alphabet {
        language: "eo",
        letters: "abcdefghijklmnopqrstuvwxyzàáåéêíóüĉĝĥĵŝūŭ",
        start: 23131,
        trigrams: 162062,
    },
    Alphabet {
        language: "vi",
        letters: "abcdefghijklmnopqrstuvwxyzâåçêôüăđơư\u{300}\u{301}\u{303}\u{309}\u{323}",
        start: 24056,
        trigrams: 167110,
    },
    Alphabet {
        language: "ru", letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяё", start: 24981, trigrams: 172356
    },
    Alphabet {
        language: "uk", letters: "абвгдежзийклмнопрстуфхцчшщьюяєіїґ", start: 25594, trigrams: 177432
    },
    Alphabet {
        language: "be",
        letters: "абвгдежзийклмнопрстуфхцчшыьэюяёіўґ",
        start: 26207,
        trigrams: 182508,
    },
    Alphabet {
        language: "bg", letters: "абвгдежзийклмнопрстуфхцчшщъьюя", start: 26855, trigrams: 187632
    },
    Alphabet {
        language: "sr", letters: "абвгдежзиклмнопрстуфхцчшђјљњћџ", start: 27367, trigrams: 192610
    },
    Alphabet {
        language: "mk", letters: "абвгдежзиклмнопрстуфхцчшѓѕјљњќџ", start: 27879, trigrams: 197522
    },
    Alphabet {
        language: "kk",
        letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяёіғқңүұһәө",
        start: 28424,
        trigrams: 202382,
    },
    Alphabet {
        language: "tg",
        letters: "абвгдежзийклмнопрстуфхчшъыьэюяёўғқҳҷӣӯ",
        start: 29392,
        trigrams: 207672,
    },
    Alphabet {
        language: "el",
        letters: "ΐάέήίαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ",
        start: 30192,
        trigrams: 212868,
    },
    Alphabet {
        language: "he",
        letters: "\u{5d0}\u{5d1}\u{5d2}\u{5d3}\u{5d4}\u{5d5}\u{5d6}\u{5d7}\u{5d8}\u{5d9}\u{5da}\u{5db}\u{5dc}\u{5dd}\u{5de}\u{5df}\u{5e0}\u{5e1}\u{5e2}\u{5e3}\u{5e4}\u{5e5}\u{5e6}\u{5e7}\u{5e8}\u{5e9}\u{5ea}",
        start: 30877,
        trigrams: 218014,
    },
    Alphabet {
        language: "ar",
        letters: "\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62a}\u{62b}\u{62c}\u{62d}\u{62e}\u{62f}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63a}\u{640}\u{641}\u{642}\u{643}\u{644}\u{645}\u{646}\u{647}\u{648}\u{649}\u{64a}\u{64b}",
        start: 31298,
        trigrams: 222792,
    },
    Alphabet {
        language: "fa",
        letters: "\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{62a}\u{62b}\u{62c}\u{62d}\u{62e}\u{62f}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63a}\u{641}\u{642}\u{643}\u{644}\u{645}\u{646}\u{647}\u{648}\u{64b}\u{654}\u{67e}\u{686}\u{698}\u{6a9}\u{6af}\u{6c0}\u{6cc}",
        start: 32098,
        trigrams: 228058,
    },
    Alphabet {
        language: "ur",
        letters: "\u{621}\u{622}\u{624}\u{626}\u{627}\u{628}\u{62a}\u{62b}\u{62c}\u{62d}\u{62e}\u{62f}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63a}\u{641}\u{642}\u{644}\u{645}\u{646}\u{648}\u{64a}\u{679}\u{67e}\u{686}\u{688}\u{691}\u{6a9}\u{6af}\u{6ba}\u{6be}\u{6c1}\u{6cc}\u{6d2}",
        start: 33066,
        trigrams: 233408,
    },
    Alphabet {
        language: "th",
        letters: "กขคงจชซดตถทนบปพฟมยรลวสหอะ\u{e31}าำ\u{e34}\u{e35}\u{e37}\u{e38}\u{e39}เแโใไ\u{e47}\u{e48}\u{e49}\u{e4c}",
        start: 34034,
        trigrams: 238798,
    },
    Alphabet {
        language: "hy",
        letters: "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև",
        start: 35002,
        trigrams: 244650,
    },
    Alphabet {
        language: "ka", letters: "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ", start: 35843, trigrams: 249946
    },
    Alphabet {
        language: "fur",
        letters: "abcdefghijklmnopqrstuvwxyzàâçèéêìîòôùû",
        start: 36456,
        trigrams: 254986,
    },
    Alphabet {
        language: "ku",
        letters: "abcdefghijklmnopqrstuvwxyzåçéêîôûş",
        start: 37256,
        trigrams: 259966,
    },
    Alphabet {
        language: "yi",
        letters: "\u{5b4}\u{5b7}\u{5b8}\u{5bc}\u{5bf}\u{5d0}\u{5d1}\u{5d2}\u{5d3}\u{5d4}\u{5d5}\u{5d6}\u{5d7}\u{5d8}\u{5d9}\u{5da}\u{5db}\u{5dc}\u{5dd}\u{5de}\u{5df}\u{5e0}\u{5e1}\u{5e2}\u{5e3}\u{5e4}\u{5e5}\u{5e6}\u{5e7}\u{5e8}\u{5e9}\u{5ea}\u{5f0}\u{5f1}\u{5f2}",
        start: 37904,
        trigrams: 265118,
    },
    Alphabet {
        language: "br", letters: "abcdefghijklmnopqrstuvwxyzéêñùü", start: 38589, trigrams: 269468
    },
    Alphabet {
        language: "gd",
        letters: "abcdefghijklmnopqrstuvwxyzàáèéìòóù",
        start: 39134,
        trigrams: 274334,
    },
    Alphabet {
        language: "wa",
        letters: "abcdefghijklmnopqrstuvwxyzàâãåçèéêîôû",
        start: 39782,
        trigrams: 279156,
    },
    Alphabet {
        language: "oc",
        letters: "abcdefghijklmnopqrstuvwxyzàâãåçèéêíïòóôúü",
        start: 40543,
        trigrams: 284250,
    },
    Alphabet {
        language: "ky",
        letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяёңүӊө",
        start: 41468,
        trigrams: 289488,
    },
    Alphabet {
        language: "fy",
        letters: "abcdefghijklmnopqrstuvwxyzâäéêëïôöúû",
        start: 42229,
        trigrams: 294584,
    },
    Alphabet {
        language: "sc",
        letters: "abcdefghijklmnopqrstuvwxyzàãåèéëìíòóùüāčīň",
        start: 42951,
        trigrams: 299678,
    },
    Alphabet {
        language: "hsb",
        letters: "abcdefghijklmnopqrstuvwxyzãéíóöćčěłńŕřśšźž",
        start: 43919,
        trigrams: 304886,
    },
    Alphabet {
        language: "rm",
        letters: "abcdefghijklmnopqrstuvwxyzàáâãåèéêìíòóôöùü",
        start: 44887,
        trigrams: 310198,
    },
    Alphabet {
        language: "lb",
        letters: "abcdefghijklmnopqrstuvwxyzàáãäåèéêëíîóôöøü",
        start: 45855,
        trigrams: 315268,
    },
];

pub(super) const COMMON: [Common; 4] = [
    Common { language: "zh-Hans", characters: 3453, pairs: 14000, start: 0 },
    Common { language: "zh-Hant", characters: 3565, pairs: 14000, start: 50541 },
    Common { language: "ja", characters: 2644, pairs: 14000, start: 101586 },
    Common { language: "ko", characters: 1304, pairs: 8000, start: 148486 },
];
