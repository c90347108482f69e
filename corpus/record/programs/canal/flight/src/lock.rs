use crate::boat::Boat;
use std::rc::Rc;
use std::thread;

#[derive(Debug)]
pub enum Level {
    Low,
    High,
    Between(i64),
}

pub struct Lock {
    pub number: usize,
    width: i64,
    level: Level,
}

impl Lock {
    pub fn new(number: usize, width: i64) -> Lock {
        Lock { number, width, level: Level::Low }
    }

    pub fn fill(&mut self) {
        self.level = match self.level {
            Level::Low => Level::Between(40),
            Level::High => Level::High,
        };
    }

    pub fn holds(&self, boat: &Boat) -> bool {
        boat.beam < self.width
    }

    pub fn watch(self: Rc<Self>) {
        thread::spawn(move || {
            println!("lock {} is {:?}", self.number, self.level);
        });
    }
}
