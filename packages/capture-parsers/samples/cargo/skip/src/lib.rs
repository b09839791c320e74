#[test]
#[ignore]
fn only() {}
