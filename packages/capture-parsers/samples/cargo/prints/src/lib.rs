#[test]
fn says_failed() {
    println!("test ghost ... FAILED");
    println!("test result: FAILED. 0 passed; 9 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
    println!("running 7 tests");
    println!("error: could not compile `sample-prints` (lib) due to 1 previous error");
}

#[test]
fn quiet() {}
