fn main() {}

#[test]
fn adds() {}
