#[test]
fn same() {}

#[test]
#[ignore = "slow"]
fn of_it() {}
