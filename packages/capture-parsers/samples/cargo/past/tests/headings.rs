use std::io::Write;

#[test]
fn a_failures() {
    std::io::stdout().write_all(b"\nfailures:\n\n---- ghost stdout ----\nboo\n\nfailures:\n    ghost\n\n").unwrap();
}

#[test]
fn b_target() {
    std::io::stderr().write_all(b"\n     Running tests/ghost.rs (target/debug/deps/ghost-0123456789abcdef)\n").unwrap();
}

#[test]
fn c_plain() {}
