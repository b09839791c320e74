#[test]
fn a_before() {}

#[test]
fn b_aborts() {
    std::process::abort();
}

#[test]
fn c_never() {}
