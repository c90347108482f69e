//! Sends boats up a flight of locks.

mod boat;
mod lock;
mod plan;

use boat::Boat;
use lock::Lock;
use std::collections::HashMap;

fn main() {
    let mut flight: Vec<Lock> = (0..16).map(|i| Lock::new(i, 2_100 + i as i64 * 12)).collect();
    let boats = vec![Boat::named("Otter", 1_900), Boat::named("Heron", 2_080), Boat::named("Pike", 1_850)];
    let mut seen = HashMap::new();
    let order = plan::order(&flight, &boats);
    for number in order {
        let lock = &flight[number];
        flight[number].fill();
        for boat in &boats {
            if lock.holds(boat) {
                seen.insert(boat.name, lock.number);
            }
        }
    }
    let width: i32 = aqueduct::height();
    println!("{} boats, {} mm", seen.len(), width);
}
