/// A boat with its beam in millimetres.
pub struct Boat {
    pub name: String,
    pub beam: i64,
    cargo: Vec<String>,
    draught: i64,
}

impl Boat {
    pub fn named(name: &str, beam: i64) -> Boat {
        Boat { name: name.to_string(), beam, cargo: Vec::new(), draught: 0 }
    }

    pub fn load(&self, what: String) {
        self.cargo.push(what);
    }

    pub fn heaviest(&self, other: &Boat) -> &String {
        if self.cargo.len() > other.cargo.len() { &self.name } else { &other.name }
    }

    fn freeboard(&self, depth: i64) -> i64 {
        let unused = depth;
        900
    }
}
