//! The languages of the model, and where in `costs.bin` the costs of each stand.
//! Made by `tools/letters.py`, which names the texts and their licences: do not edit.

use super::costs::{Alphabet, Common};

pub(super) const ALPHABETS: [Alphabet; 50] = [
    Alphabet {
        language: "en", letters: "abcdefghijklmnopqrstuvwxyzãåçèéêíñóôüāıōş", start: 0
    },
    Alphabet { language: "de", letters: "abcdefghijklmnopqrstuvwxyzßäåéíñöüş", start: 925 },
    Alphabet {
        language: "fr", letters: "abcdefghijklmnopqrstuvwxyzàâçèéêëîïñóôùûüœ", start: 1610
    },
    Alphabet { language: "es", letters: "abcdefghijklmnopqrstuvwxyzáåéíñóúü", start: 2578 },
    Alphabet {
        language: "pt", letters: "abcdefghijklmnopqrstuvwxyzàáâãåçéêíóôõúü", start: 3226
    },
    Alphabet {
        language: "it", letters: "abcdefghijklmnopqrstuvwxyzàáåèéìíñòóøùüčış", start: 4108
    },
    Alphabet { language: "nl", letters: "abcdefghijklmnopqrstuvwxyzáåèéëíîïóöüı", start: 5076 },
    Alphabet { language: "da", letters: "abcdefghijklmnopqrstuvwxyzãåæèéóøüō", start: 5876 },
    Alphabet { language: "sv", letters: "abcdefghijklmnopqrstuvwxyzáäåçéíñóöü", start: 6561 },
    Alphabet { language: "nb", letters: "abcdefghijklmnopqrstuvwxyzáåæçéêíñóøüśș", start: 7283 },
    Alphabet { language: "fi", letters: "abcdefghijklmnopqrstuvwxyzáäåéíñóöüışšž", start: 8124 },
    Alphabet { language: "is", letters: "abcdefghijklmnopqrstuvwxyzáæéíðñóöúýþ", start: 8965 },
    Alphabet {
        language: "fo", letters: "abcdefghijklmnopqrstuvwxyzáæçèéíðñóøúüýāōǐ", start: 9726
    },
    Alphabet {
        language: "ca", letters: "abcdefghijklmnopqrstuvwxyzàáãåçèéíïòóöøúüş", start: 10694
    },
    Alphabet { language: "gl", letters: "abcdefghijklmnopqrstuvwxyzáãåéíñóøúüő", start: 11662 },
    Alphabet {
        language: "eu", letters: "abcdefghijklmnopqrstuvwxyzáãåçèéíñóüāōǐ", start: 12423
    },
    Alphabet { language: "ga", letters: "abcdefghijklmnopqrstuvwxyzáãåéíñóúü", start: 13264 },
    Alphabet {
        language: "cy", letters: "abcdefghijklmnopqrstuvwxyzáâäèéêëíîïñóôōŵŷ", start: 13949
    },
    Alphabet { language: "sq", letters: "abcdefghijklmnopqrstuvwxyzçëôē", start: 14917 },
    Alphabet { language: "et", letters: "abcdefghijklmnopqrstuvwxyzáäéíõöüšž", start: 15429 },
    Alphabet { language: "lv", letters: "abcdefghijklmnopqrstuvwxyzāčēģīķļņšūž", start: 16114 },
    Alphabet { language: "lt", letters: "abcdefghijklmnopqrstuvwxyząčėęįšūųž", start: 16875 },
    Alphabet {
        language: "pl", letters: "abcdefghijklmnopqrstuvwxyzäåéóüąćęłńśźż", start: 17560
    },
    Alphabet {
        language: "cs", letters: "abcdefghijklmnopqrstuvwxyzáéíóúüýčďěňřšťůž", start: 18401
    },
    Alphabet {
        language: "sk", letters: "abcdefghijklmnopqrstuvwxyzáäéíóôúýčďĺľňšťž", start: 19369
    },
    Alphabet { language: "hu", letters: "abcdefghijklmnopqrstuvwxyzáåéíóöúüőű", start: 20337 },
    Alphabet { language: "ro", letters: "abcdefghijklmnopqrstuvwxyzâåéíîñóüăşţ", start: 21059 },
    Alphabet {
        language: "hr", letters: "abcdefghijklmnopqrstuvwxyzáåéíôüýćčđěōřšž", start: 21820
    },
    Alphabet { language: "sl", letters: "abcdefghijklmnopqrstuvwxyzöčšž", start: 22745 },
    Alphabet { language: "tr", letters: "abcdefghijklmnopqrstuvwxyzâåçéöüğış", start: 23257 },
    Alphabet { language: "az", letters: "abcdefghijklmnopqrstuvwxyzçöüāğışə", start: 23942 },
    Alphabet {
        language: "mt", letters: "abcdefghijklmnopqrstuvwxyzàãçèéêìíñòùċġħōż", start: 24590
    },
    Alphabet {
        language: "eo", letters: "abcdefghijklmnopqrstuvwxyzàáåéêíóüĉĝĥĵŝŭ", start: 25558
    },
    Alphabet {
        language: "vi",
        letters: "abcdefghijklmnopqrstuvwxyzâåçêôüăđōơư\u{300}\u{301}\u{303}\u{309}\u{323}",
        start: 26440,
    },
    Alphabet {
        language: "ru", letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяё", start: 27408
    },
    Alphabet {
        language: "uk", letters: "абвгдежзийклмнопрстуфхцчшщьюяєіїґ", start: 28021
    },
    Alphabet {
        language: "be", letters: "абвгдежзийклмнопрстуфхцчшыьэюяёіўґ", start: 28634
    },
    Alphabet {
        language: "bg", letters: "абвгдежзийклмнопрстуфхцчшщъьюя", start: 29282
    },
    Alphabet {
        language: "sr", letters: "абвгдежзиклмнопрстуфхцчшђјљњћџ", start: 29794
    },
    Alphabet {
        language: "mk", letters: "абвгдежзиклмнопрстуфхцчшѓѕјљњќџ", start: 30306
    },
    Alphabet {
        language: "kk", letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяёіғқңүұһәө", start: 30851
    },
    Alphabet {
        language: "tg", letters: "абвгдежзийклмнопрстуфхчшъыьэюяёўғқҳҷӣӯ", start: 31819
    },
    Alphabet {
        language: "el", letters: "ΐάέήίαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ", start: 32619
    },
    Alphabet {
        language: "he",
        letters: "\u{5b0}\u{5b4}\u{5b5}\u{5b6}\u{5b7}\u{5b8}\u{5b9}\u{5bc}\u{5d0}\u{5d1}\u{5d2}\u{5d3}\u{5d4}\u{5d5}\u{5d6}\u{5d7}\u{5d8}\u{5d9}\u{5da}\u{5db}\u{5dc}\u{5dd}\u{5de}\u{5df}\u{5e0}\u{5e1}\u{5e2}\u{5e3}\u{5e4}\u{5e5}\u{5e6}\u{5e7}\u{5e8}\u{5e9}\u{5ea}",
        start: 33304,
    },
    Alphabet {
        language: "ar",
        letters: "\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62a}\u{62b}\u{62c}\u{62d}\u{62e}\u{62f}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63a}\u{641}\u{642}\u{643}\u{644}\u{645}\u{646}\u{647}\u{648}\u{649}\u{64a}\u{64b}\u{64d}\u{64e}\u{64f}\u{650}\u{651}",
        start: 33989,
    },
    Alphabet {
        language: "fa",
        letters: "\u{621}\u{622}\u{623}\u{626}\u{627}\u{628}\u{62a}\u{62b}\u{62c}\u{62d}\u{62e}\u{62f}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63a}\u{641}\u{642}\u{644}\u{645}\u{646}\u{647}\u{648}\u{64b}\u{64e}\u{64f}\u{650}\u{651}\u{654}\u{67e}\u{686}\u{698}\u{6a9}\u{6af}\u{6cc}",
        start: 34957,
    },
    Alphabet {
        language: "ur",
        letters: "\u{622}\u{624}\u{626}\u{627}\u{628}\u{62a}\u{62c}\u{62d}\u{62e}\u{62f}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63a}\u{641}\u{642}\u{644}\u{645}\u{646}\u{648}\u{64f}\u{650}\u{651}\u{679}\u{67e}\u{686}\u{688}\u{691}\u{6a9}\u{6af}\u{6ba}\u{6be}\u{6c1}\u{6cc}\u{6d2}",
        start: 35925,
    },
    Alphabet {
        language: "th",
        letters: "กขคงจชซดตถทนบปผพมยรลวสหอะ\u{e31}าำ\u{e34}\u{e35}\u{e37}\u{e38}\u{e39}เแโใไ\u{e47}\u{e48}\u{e49}\u{e4c}",
        start: 36893,
    },
    Alphabet {
        language: "hy", letters: "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև", start: 37861
    },
    Alphabet {
        language: "ka", letters: "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ", start: 38702
    },
];

pub(super) const COMMON: [Common; 4] = [
    Common { language: "zh-Hans", characters: 1800, start: 39315 },
    Common { language: "zh-Hant", characters: 1800, start: 43815 },
    Common { language: "ja", characters: 1500, start: 48315 },
    Common { language: "ko", characters: 1100, start: 52065 },
];
