//! The normalization form NFKC of Unicode (UAX 15). In this form, letters of full and half width, ligatures, and
//! letters with separate accents become the usual letters.

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{self, Ast, ClassSetItem, Visitor};
use std::borrow::Cow;
use std::ops::Range;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// Returns the text in the normalization form NFKC.
pub(super) fn normalized(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        return text.into();
    }
    text.nfkc().collect::<String>().into()
}

/// Returns the regular expression with its literal characters in the normalization form NFKC. The normal form of a
/// character never becomes an operator: for example, the normal form of `（` is a literal parenthesis and does not
/// open a group.
///
/// # Errors
/// The pattern is not a regular expression.
pub(super) fn normalized_pattern(pattern: &str) -> Result<String, Box<ast::Error>> {
    let parsed = Parser::new().parse(pattern)?;
    // The visitor never fails, so the default is not used.
    let literals = ast::visit(&parsed, Literals::default()).unwrap_or_default();
    let (mut normal, mut copied) = (String::new(), 0);
    for Literal { span, text, is_alone } in literals {
        let form: String = text.nfkc().collect();
        if form == text {
            continue;
        }
        normal += pattern.get(copied..span.start).unwrap_or_default();
        let is_group = is_alone && form.chars().nth(1).is_some();
        let escaped = regex::escape(&form);
        normal += &if is_group { format!("(?:{escaped})") } else { escaped };
        copied = span.end;
    }
    normal += pattern.get(copied..).unwrap_or_default();
    Ok(normal)
}

/// Consecutive characters of an expression that stand for themselves.
struct Literal {
    span: Range<usize>,
    text: String,
    /// Whether the literal is repeated or stands in a class. If so, its normal form must be a single item of the
    /// expression: a character or a group.
    is_alone: bool,
}

/// Collects the literals of an expression, in order.
#[derive(Default)]
struct Literals {
    found: Vec<Literal>,
    /// The offset at which the operand of the last repetition starts. If a literal starts at this offset, the
    /// literal is repeated.
    repeated: Option<usize>,
}

impl Literals {
    fn add(&mut self, literal: &ast::Literal) {
        let span = literal.span.start.offset..literal.span.end.offset;
        let is_alone = self.repeated.take_if(|start| *start == span.start).is_some();
        match self.found.last_mut().filter(|last| !is_alone && !last.is_alone && last.span.end == span.start)
        {
            Some(last) => {
                last.text.push(literal.c);
                last.span.end = span.end;
            }
            None => self.found.push(Literal { span, text: literal.c.into(), is_alone }),
        }
    }

    /// Adds a character of a class, if its normal form is a single character.
    fn add_of_class(&mut self, literal: &ast::Literal) {
        let mut form = std::iter::once(literal.c).nfkc();
        if let (Some(_), None) = (form.next(), form.next()) {
            let span = literal.span.start.offset..literal.span.end.offset;
            self.found.push(Literal { span, text: literal.c.into(), is_alone: true });
        }
    }
}

impl Visitor for Literals {
    type Output = Vec<Literal>;
    type Err = std::convert::Infallible;

    fn finish(self) -> Result<Vec<Literal>, Self::Err> {
        Ok(self.found)
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), Self::Err> {
        match ast {
            Ast::Repetition(repetition) => self.repeated = Some(repetition.ast.span().start.offset),
            Ast::Literal(literal) => self.add(literal),
            _ => {}
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Self::Err> {
        match item {
            ClassSetItem::Literal(literal) => self.add_of_class(literal),
            ClassSetItem::Range(range) => {
                self.add_of_class(&range.start);
                self.add_of_class(&range.end);
            }
            _ => {}
        }
        Ok(())
    }
}
