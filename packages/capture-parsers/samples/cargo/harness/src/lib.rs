#[test]
fn unit() {}
