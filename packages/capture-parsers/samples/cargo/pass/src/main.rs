fn main() {}

#[test]
fn in_main() {}
