/// ```
/// assert!(true);
/// ```
pub fn documented() {}

#[test]
fn same() {
    assert!(std::env::var("BETA_OK").is_ok(), "only beta fails");
}
