#[test]
fn same() {
    assert!(std::env::var("STORE_OK").is_ok(), "the store is closed");
}
