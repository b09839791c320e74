#[test]
fn of_gamma() {}
