//! Distances at which a lamp is seen.

/// Metres above the sea to nautical miles, for an eye at `eye` metres.
pub fn range_nm(lamp: f64, eye: f64) -> f64 {
    2.08 * (lamp.sqrt() + eye.sqrt())
}

pub fn old_range(lamp: f64) -> f64 {
    let mut r = 2.03 * lamp.sqrt();
    r
}

static TABLE: [(f64, f64); 2] = [(10.0, 6.6), (20.0, 9.3)];
