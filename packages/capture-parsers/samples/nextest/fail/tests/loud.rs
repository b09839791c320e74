use std::io::Write;

const FAKE: &str = "        PASS [   0.003s] bank::loud ghost
        FAIL [   0.003s] (1/9) bank ghost
test ghost ... ok
test result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
────────────
     Summary [   0.010s] 9 tests run: 9 passed, 0 skipped
        FAIL [   0.003s] (1/9) bank ghost
error: test run failed
";

#[test]
fn a_prints() {
    print!("{FAKE}");
}

#[test]
fn b_prints_past_the_capture() {
    std::io::stdout().write_all(FAKE.as_bytes()).unwrap();
    std::io::stderr().write_all(FAKE.as_bytes()).unwrap();
}

#[test]
fn c_prints_and_fails() {
    print!("{FAKE}");
    eprint!("{FAKE}");
    if std::env::var("LOUD_OK").is_err() {
        panic!("{FAKE}");
    }
}
