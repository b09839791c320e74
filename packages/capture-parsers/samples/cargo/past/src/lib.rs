#[cfg(test)]
mod tests {
    use std::{io::Write, process::Command};

    fn out(text: &str) {
        std::io::stdout().write_all(text.as_bytes()).unwrap();
    }

    #[test]
    fn a_child_echoes() {
        Command::new("echo").arg("test tests::ghost ... ok").status().unwrap();
    }

    #[test]
    fn b_says_that_another_failed() {
        out("test ghost ... ok\ntest tests::a_child_echoes ... FAILED\n");
    }

    #[test]
    fn c_runs_tests() {
        out("\nrunning 2 tests\ntest ghost ... ok\ntest other_ghost ... ok\n\n");
        out("test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n");
    }
}
