#[test]
fn whole() {
    assert_eq!(sample_pass::add(2, 2), 4);
}
