//! The lamps of the coast, one test each.
use lamp::{chart, twins, Character, ParseError, Phase};

#[test]
fn amrum_fits_in_its_period() {
    let c = Character::parse("Fl 6s").expect("amrum");
    println!("amrum: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 60, "amrum has {sum} tenths");
}

#[test]
fn amrum_is_seen_from_the_bridge() {
    let r = chart::range_nm(12.0, 15.0);
    println!("amrum is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn bokum_fits_in_its_period() {
    let c = Character::parse("Fl(2) 7s").expect("bokum");
    println!("bokum: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 70, "bokum has {sum} tenths");
}

#[test]
fn bokum_is_seen_from_the_bridge() {
    let r = chart::range_nm(15.0, 15.0);
    println!("bokum is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn cape_dorn_fits_in_its_period() {
    let c = Character::parse("Fl(3) 8s").expect("cape_dorn");
    println!("cape_dorn: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 80, "cape_dorn has {sum} tenths");
}

#[test]
fn cape_dorn_is_seen_from_the_bridge() {
    let r = chart::range_nm(18.0, 15.0);
    println!("cape_dorn is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn dagerort_fits_in_its_period() {
    let c = Character::parse("Fl(4) 9s").expect("dagerort");
    println!("dagerort: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 90, "dagerort has {sum} tenths");
}

#[test]
fn dagerort_is_seen_from_the_bridge() {
    let r = chart::range_nm(21.0, 15.0);
    println!("dagerort is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn eigg_fits_in_its_period() {
    let c = Character::parse("Fl 10s").expect("eigg");
    println!("eigg: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 100, "eigg has {sum} tenths");
}

#[test]
fn eigg_is_seen_from_the_bridge() {
    let r = chart::range_nm(24.0, 15.0);
    println!("eigg is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn fanoe_fits_in_its_period() {
    let c = Character::parse("Fl(2) 11s").expect("fanoe");
    println!("fanoe: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 110, "fanoe has {sum} tenths");
}

#[test]
fn fanoe_is_seen_from_the_bridge() {
    let r = chart::range_nm(27.0, 15.0);
    println!("fanoe is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn greifswald_fits_in_its_period() {
    let c = Character::parse("Fl(3) 12s").expect("greifswald");
    println!("greifswald: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 120, "greifswald has {sum} tenths");
}

#[test]
fn greifswald_is_seen_from_the_bridge() {
    let r = chart::range_nm(30.0, 15.0);
    println!("greifswald is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn hook_fits_in_its_period() {
    let c = Character::parse("Fl(4) 13s").expect("hook");
    println!("hook: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 130, "hook has {sum} tenths");
}

#[test]
fn hook_is_seen_from_the_bridge() {
    let r = chart::range_nm(33.0, 15.0);
    println!("hook is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn isle_of_may_fits_in_its_period() {
    let c = Character::parse("Fl 14s").expect("isle_of_may");
    println!("isle_of_may: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 140, "isle_of_may has {sum} tenths");
}

#[test]
fn isle_of_may_is_seen_from_the_bridge() {
    let r = chart::range_nm(36.0, 15.0);
    println!("isle_of_may is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn jomfruland_fits_in_its_period() {
    let c = Character::parse("Fl(2) 6s").expect("jomfruland");
    println!("jomfruland: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 60, "jomfruland has {sum} tenths");
}

#[test]
fn jomfruland_is_seen_from_the_bridge() {
    let r = chart::range_nm(39.0, 15.0);
    println!("jomfruland is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn kullen_fits_in_its_period() {
    let c = Character::parse("Fl(3) 7s").expect("kullen");
    println!("kullen: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 70, "kullen has {sum} tenths");
}

#[test]
fn kullen_is_seen_from_the_bridge() {
    let r = chart::range_nm(42.0, 15.0);
    println!("kullen is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn lista_fits_in_its_period() {
    let c = Character::parse("Fl(4) 6s").expect("lista");
    println!("lista: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 60, "lista has {sum} tenths");
}

#[test]
fn lista_is_seen_from_the_bridge() {
    let r = chart::range_nm(45.0, 15.0);
    println!("lista is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn marstrand_fits_in_its_period() {
    let c = Character::parse("Fl 9s").expect("marstrand");
    println!("marstrand: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 90, "marstrand has {sum} tenths");
}

#[test]
fn marstrand_is_seen_from_the_bridge() {
    let r = chart::range_nm(48.0, 15.0);
    println!("marstrand is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn norderney_fits_in_its_period() {
    let c = Character::parse("Fl(2) 10s").expect("norderney");
    println!("norderney: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 100, "norderney has {sum} tenths");
}

#[test]
fn norderney_is_seen_from_the_bridge() {
    let r = chart::range_nm(51.0, 15.0);
    println!("norderney is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn oxelosund_fits_in_its_period() {
    let c = Character::parse("Fl(3) 11s").expect("oxelosund");
    println!("oxelosund: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 110, "oxelosund has {sum} tenths");
}

#[test]
fn oxelosund_is_seen_from_the_bridge() {
    let r = chart::range_nm(54.0, 15.0);
    println!("oxelosund is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn pellworm_fits_in_its_period() {
    let c = Character::parse("Fl(4) 12s").expect("pellworm");
    println!("pellworm: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 120, "pellworm has {sum} tenths");
}

#[test]
fn pellworm_is_seen_from_the_bridge() {
    let r = chart::range_nm(57.0, 15.0);
    println!("pellworm is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn quern_fits_in_its_period() {
    let c = Character::parse("Fl 13s").expect("quern");
    println!("quern: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 130, "quern has {sum} tenths");
}

#[test]
fn quern_is_seen_from_the_bridge() {
    let r = chart::range_nm(60.0, 15.0);
    println!("quern is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn roter_sand_fits_in_its_period() {
    let c = Character::parse("Fl(2) 14s").expect("roter_sand");
    println!("roter_sand: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 140, "roter_sand has {sum} tenths");
}

#[test]
fn roter_sand_is_seen_from_the_bridge() {
    let r = chart::range_nm(63.0, 15.0);
    println!("roter_sand is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn svenner_fits_in_its_period() {
    let c = Character::parse("Fl(3) 6s").expect("svenner");
    println!("svenner: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 60, "svenner has {sum} tenths");
}

#[test]
fn svenner_is_seen_from_the_bridge() {
    let r = chart::range_nm(66.0, 15.0);
    println!("svenner is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn timmendorf_fits_in_its_period() {
    let c = Character::parse("Fl(4) 7s").expect("timmendorf");
    println!("timmendorf: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 70, "timmendorf has {sum} tenths");
}

#[test]
fn timmendorf_is_seen_from_the_bridge() {
    let r = chart::range_nm(69.0, 15.0);
    println!("timmendorf is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn utklippan_fits_in_its_period() {
    let c = Character::parse("Fl 8s").expect("utklippan");
    println!("utklippan: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 80, "utklippan has {sum} tenths");
}

#[test]
fn utklippan_is_seen_from_the_bridge() {
    let r = chart::range_nm(72.0, 15.0);
    println!("utklippan is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn vinga_fits_in_its_period() {
    let c = Character::parse("Fl(2) 9s").expect("vinga");
    println!("vinga: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 90, "vinga has {sum} tenths");
}

#[test]
fn vinga_is_seen_from_the_bridge() {
    let r = chart::range_nm(75.0, 15.0);
    println!("vinga is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn westerhever_fits_in_its_period() {
    let c = Character::parse("Fl(3) 10s").expect("westerhever");
    println!("westerhever: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 100, "westerhever has {sum} tenths");
}

#[test]
fn westerhever_is_seen_from_the_bridge() {
    let r = chart::range_nm(78.0, 15.0);
    println!("westerhever is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn ystad_fits_in_its_period() {
    let c = Character::parse("Fl(4) 11s").expect("ystad");
    println!("ystad: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 110, "ystad has {sum} tenths");
}

#[test]
fn ystad_is_seen_from_the_bridge() {
    let r = chart::range_nm(81.0, 15.0);
    println!("ystad is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn zingst_fits_in_its_period() {
    let c = Character::parse("Fl 12s").expect("zingst");
    println!("zingst: {:?}", c);
    let sum: u32 = c.phases().iter().map(|p| match p { Phase::Light(d) | Phase::Dark(d) => *d }).sum();
    assert_eq!(sum, 120, "zingst has {sum} tenths");
}

#[test]
fn zingst_is_seen_from_the_bridge() {
    let r = chart::range_nm(84.0, 15.0);
    println!("zingst is seen at {r:.1} miles");
    assert!(r > 15.0);
}

#[test]
fn error_without_period() {
    assert_eq!(Character::parse("Fl(2)"), Err(ParseError::NoPeriod("Fl(2)".into())));
}

#[test]
fn failure_of_a_zero_group_is_reported() {
    assert_eq!(Character::parse("Fl(0) 5s"), Err(ParseError::Zero));
}

#[test]
fn half_seconds_survive() {
    assert_eq!(Character::parse("Fl(2) 8.7s").unwrap().period_ds, 87);
    assert_eq!(Character::parse("Fl 0.29s").unwrap().period_ds, 3);
}

#[test]
fn neighbours_differ() {
    let t = twins(&[("vinga", "Fl(2) 30s"), ("hook", "Fl 3s"), ("lista", "Fl 4s"), ("svenner", "Fl(2) 30s")]);
    assert!(t.is_empty(), "twins on one coast: {t:?}");
}
