#[test]
fn runs() {}
