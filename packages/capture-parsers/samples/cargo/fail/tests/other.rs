#[test]
fn other_good() {}
