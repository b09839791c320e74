//! ```
//! assert_eq!(sample_pass::add(1, 1), 2);
//! ```

pub fn add(left: i32, right: i32) -> i32 {
    left + right
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        assert_eq!(super::add(1, 2), 3);
    }

    #[test]
    #[ignore = "needs network: see #12"]
    fn network() {}

    #[test]
    #[should_panic]
    fn panics() {
        panic!("as expected");
    }

    mod nested {
        #[test]
        fn deep() {}
    }
}
