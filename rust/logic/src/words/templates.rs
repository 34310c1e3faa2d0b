//! Templates: what a language says, with places for facts in braces.

/// The wordings of a template: one for a number, or for all others (None).
pub type Wordings = Vec<(Option<usize>, String)>;

macro_rules! keys {
    ($($key:ident = $name:literal,)*) => {
        /// A text that steps are told with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Key { $(#[doc = $name] $key,)* }

        impl Key {
            /// The names of all texts in the file of a language.
            pub const NAMES: &[&str] = &[$($name,)*];
        }
    };
}

keys! {
    And = "and",
    Or = "or",
    On = "clause.on",
    Off = "clause.off",
    IfOn = "clause.if.on",
    IfOff = "clause.if.off",
    ThenOn = "clause.then.on",
    ThenOff = "clause.then.off",
    Candidate = "candidate",
    LineCells = "line.cells",
    LineFins = "line.fins",
    LineNoDigit = "line.no_digit",
    LineNoPlace = "line.no_place",
    LineClash = "line.clash",
    ChainIf = "chain.if",
    ChainSo = "chain.so",
    CountNeeds = "count.needs",
    CountRoom = "count.room",
    CountFull = "count.full",
    CountTooMany = "count.too_many",
    CountTooFew = "count.too_few",
    NeedCell = "need.cell",
    NeedDigit = "need.digit",
    NeedLoop = "need.loop",
    NeedBoard = "need.board",
    NeedExtra = "need.extra",
    RoomCell = "room.cell",
    RoomDigits = "room.digits",
    OnlyCell = "only.cell",
    OnlyHouse = "only.house",
    OnlyLine = "only.line",
    OnlyExtra = "only.extra",
    Sees = "sees",
    EmptyCell = "empty.cell",
    EmptyHouse = "empty.house",
    EmptyExtra = "empty.extra",
    Clash = "clash",
    Suppose = "suppose",
    SupposeEnd = "suppose.end",
    Case = "case",
    CaseShown = "case.shown",
    CasesEnd = "cases.end",
    CasesRest = "cases.rest",
    CasesNone = "cases.none",
    EitherEnd = "either.end",
    Conclusion = "conclusion",
    ConclusionAll = "conclusion.all",
    ConclusionPlaced = "conclusion.placed",
    ConclusionRemoved = "conclusion.removed",
}

/// The templates of a language, read once.
pub struct Templates {
    /// By key, then by number.
    all: Vec<Vec<(Option<usize>, Vec<Piece>)>>,
}

enum Piece {
    Text(String),
    Place(String),
}

impl Templates {
    /// Reads the wordings of every key, in the order of [`Key::NAMES`].
    ///
    /// # Errors
    /// If one has no wording for all other numbers.
    pub fn new(wordings: Vec<Wordings>) -> Result<Templates, String> {
        if wordings.len() != Key::NAMES.len() {
            return Err(format!("expected {} texts", Key::NAMES.len()));
        }
        for (name, one) in Key::NAMES.iter().zip(&wordings) {
            if !one.iter().any(|(number, _)| number.is_none()) {
                return Err(format!("{name}: expected a wording for 'many'"));
            }
        }
        let read = |one: Wordings| one.into_iter().map(|(n, text)| (n, pieces(&text)));
        Ok(Templates {
            all: wordings
                .into_iter()
                .map(|one| read(one).collect())
                .collect(),
        })
    }

    /// A template with its places filled.
    pub fn say(&self, key: Key, facts: &[(&str, &str)]) -> String {
        self.fill(key, None, facts)
    }

    /// The same where a number chooses the wording; it is also the fact `count`.
    pub fn say_count(&self, key: Key, count: usize, facts: &[(&str, &str)]) -> String {
        let text = count.to_string();
        self.fill(key, Some(count), &[facts, &[("count", &text)]].concat())
    }

    fn fill(&self, key: Key, count: Option<usize>, facts: &[(&str, &str)]) -> String {
        let wordings = &self.all[key as usize];
        let chosen = wordings
            .iter()
            .find(|(number, _)| number.is_some() && *number == count)
            .or_else(|| wordings.iter().find(|(number, _)| number.is_none()));
        let mut text = String::new();
        for piece in chosen.map_or(&[][..], |(_, pieces)| pieces) {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Place(name) => {
                    let fact = facts.iter().find(|(known, _)| known == name);
                    text.push_str(fact.map_or("", |(_, fact)| fact));
                }
            }
        }
        text
    }

    /// Parts as a list whose last two are joined by the word for "and" or "or".
    pub fn list(&self, word: Key, parts: &[impl AsRef<str>]) -> String {
        let Some((last, rest)) = parts.split_last() else {
            return String::new();
        };
        if rest.is_empty() {
            return last.as_ref().to_owned();
        }
        let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
        self.say(word, &[("rest", &rest.join(", ")), ("last", last.as_ref())])
    }
}

/// Cuts a template at its places, such as {cells}.
fn pieces(template: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut text = String::new();
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        text.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
        match after.find(|sign| !is_word(sign)) {
            Some(end) if end > 0 && after[end..].starts_with('}') => {
                found.push(Piece::Text(std::mem::take(&mut text)));
                found.push(Piece::Place(after[..end].to_owned()));
                rest = &after[end + 1..];
            }
            _ => {
                text.push('{');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    found.push(Piece::Text(text));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Templates that show their key and the facts they would be filled with.
    fn plain() -> Templates {
        let wording = |name: &&str| match *name {
            "and" => vec![(None, "{rest} & {last}".to_owned())],
            "clause.on" => vec![(None, "{cells}={digit}".to_owned())],
            "count.needs" => vec![
                (Some(1), "{who} needs {what}".to_owned()),
                (None, "{count}: {who} need {what}".to_owned()),
            ],
            _ => vec![(None, (*name).to_owned())],
        };
        Templates::new(Key::NAMES.iter().map(wording).collect()).unwrap()
    }

    #[test]
    fn places_are_filled_and_a_number_chooses_the_wording() {
        let said = plain();
        let facts = [("cells", "r1c2"), ("digit", "5")];
        assert_eq!(said.say(Key::On, &facts), "r1c2=5");
        let facts = [("who", "row 1"), ("what", "a 5")];
        assert_eq!(
            said.say_count(Key::CountNeeds, 1, &facts),
            "row 1 needs a 5"
        );
        let many = said.say_count(Key::CountNeeds, 3, &facts);
        assert_eq!(many, "3: row 1 need a 5");
    }

    #[test]
    fn lists_join_their_last_two_parts() {
        let said = plain();
        assert_eq!(said.list(Key::And, &["a"]), "a");
        assert_eq!(said.list(Key::And, &["a", "b", "c"]), "a, b & c");
        assert_eq!(said.list(Key::And, &[] as &[&str]), "");
    }

    #[test]
    fn braces_without_a_name_are_text() {
        let found = pieces("{ {a-b} {x}}");
        let texts = found.iter().map(|piece| match piece {
            Piece::Text(text) => format!("<{text}>"),
            Piece::Place(name) => name.clone(),
        });
        assert_eq!(texts.collect::<String>(), "<{ {a-b} >x<}>");
    }

    #[test]
    fn a_language_that_lacks_a_text_is_refused() {
        assert!(Templates::new(Vec::new()).is_err());
        let named = |_: &&str| vec![(Some(1), String::new())];
        assert!(Templates::new(Key::NAMES.iter().map(named).collect()).is_err());
    }
}
