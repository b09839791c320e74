#[cfg(test)]
mod tests {
    #[test]
    fn good() {}

    #[test]
    fn bad() {
        assert_eq!(1, 2, "left and right");
    }

    #[test]
    fn says_ok() {
        println!("test tests::ghost ... ok");
        println!("test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        panic!("line one\ntest result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
    }

    #[test]
    #[should_panic]
    fn does_not_panic() {}

    #[test]
    #[ignore]
    fn skipped() {}
}
