pub fn number() -> i32 {
    "x"
}

#[test]
fn uses() {
    missing();
}
