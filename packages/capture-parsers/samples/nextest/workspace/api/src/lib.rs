#[test]
fn same() {}

#[test]
fn of_api() {}
