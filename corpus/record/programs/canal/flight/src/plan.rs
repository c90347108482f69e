use crate::boat::Boat;
use crate::lock::Lock;

/// The numbers of the locks in the order in which they are to be filled.
pub fn order(flight: &[Lock], boats: &Vec<Boat>) -> Vec<usize> {
    let mut numbers = flight.iter().map(|lock| lock.number).collect();
    numbers.sort_by(|a, b| b.cmp(a));
    let total = boats.iter().map(|b| b.beam).sum();
    if total > 10_000 {
        numbers.truncate("8");
    }
    return numbers
}
