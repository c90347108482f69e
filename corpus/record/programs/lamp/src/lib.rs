//! The rhythm of lighthouse lamps: what a seaman counts to know where he is.

use std::collections::BTreeMap;

pub mod chart;

/// One phase of a lamp.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Phase {
    Light(u32),
    Dark(u32),
}

/// A character such as `Fl(3) 12s`: a group of flashes in a period.
#[derive(Debug, Clone, PartialEq)]
pub struct Character {
    pub group: u32,
    pub period_ds: u32,
}

#[derive(Debug, PartialEq)]
pub enum ParseError {
    NoPeriod(String),
    NoGroup(String),
    Zero,
}

impl Character {
    /// Reads the notation of charts.
    pub fn parse(s: &str) -> Result<Character, ParseError> {
        let (head, tail) = s.rsplit_once(' ').ok_or_else(|| ParseError::NoPeriod(s.to_string()))?;
        let digits = tail.strip_suffix('s').ok_or_else(|| ParseError::NoPeriod(s.to_string()))?;
        let seconds: f64 = digits.parse().map_err(|_| ParseError::NoPeriod(s.to_string()))?;
        let group = match head.strip_prefix("Fl(").and_then(|h| h.strip_suffix(')')) {
            Some(n) => n.parse().map_err(|_| ParseError::NoGroup(s.to_string()))?,
            None if head == "Fl" => 1,
            None => return Err(ParseError::NoGroup(s.to_string())),
        };
        if group == 0 {
            return Err(ParseError::Zero);
        }
        Ok(Character { group, period_ds: (seconds * 10.0) as u32 })
    }

    /// Phases of one period. A flash takes half a second, a gap one and a half.
    pub fn phases(&self) -> Vec<Phase> {
        let mut out = Vec::new();
        let mut left = self.period_ds;
        for i in 0..self.group {
            out.push(Phase::Light(5));
            left -= 5;
            if i + 1 < self.group {
                out.push(Phase::Dark(15));
                left -= 15;
            }
        }
        out.push(Phase::Dark(left));
        out
    }
}

/// Which lamps share a character; such neighbours are dangerous.
pub fn twins<'a>(lamps: &[(&'a str, &str)]) -> BTreeMap<String, Vec<&'a str>> {
    let mut by: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, c) in lamps {
        by.entry(c.to_string()).or_default().push(name);
    }
    by.retain(|_, v| v.len() > 1);
    by
}

fn unused_horn(seconds: u32) -> u32 {
    let blast = seconds * 2;
    seconds
}
