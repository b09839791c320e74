#[cfg(test)]
mod tests {
    #[test]
    fn a_passes() {}

    #[test]
    fn b_fails() {
        eprintln!("to stderr");
        assert_eq!(1 + 1, 3, "sums");
    }

    #[test]
    fn c_returns_an_error() -> Result<(), String> {
        Err("no such account".into())
    }

    #[test]
    #[should_panic]
    fn d_does_not_panic() {}

    #[test]
    fn e_aborts() {
        std::process::abort();
    }

    #[test]
    fn f_exits() {
        std::process::exit(7);
    }

    #[test]
    #[ignore]
    fn g_ignored() {
        panic!();
    }
}
