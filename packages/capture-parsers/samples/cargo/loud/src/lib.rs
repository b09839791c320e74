use std::io::Write;

#[test]
fn a_says_ok() {
    println!("test ghost ... ok");
    println!("test tests::ghost ... FAILED");
    println!("ok");
}

#[test]
fn b_no_newline() {
    print!("working");
    std::io::stdout().flush().unwrap();
}

#[test]
fn c_result() {
    println!("\nrunning 1 test\ntest ghost ... ok\n");
    println!("test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n");
}

#[test]
fn d_error() {
    eprintln!("error: test failed, to rerun pass `--lib`");
    eprintln!("thread 'ghost' panicked at src/lib.rs:1:1:\nnot really");
}

#[test]
fn e_past_the_capture() {
    writeln!(std::io::stdout(), "test ghost ... FAILED\nfailures:\n    ghost").unwrap();
}

#[test]
fn f_fails() {
    println!("test result: ok. 6 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
    assert!(std::env::var("LOUD_OK").is_ok(), "fails");
}
