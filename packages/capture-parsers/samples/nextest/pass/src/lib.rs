pub fn add(a: i32, b: i32) -> i32 {
    a + b
}

#[cfg(test)]
mod tests {
    use super::add;

    #[test]
    fn adds() {
        println!("adding");
        assert_eq!(add(1, 2), 3);
    }

    #[test]
    #[should_panic(expected = "no money")]
    fn panics() {
        panic!("no money");
    }

    #[test]
    #[ignore = "needs a bank"]
    fn pays() {}

    mod größe {
        #[test]
        fn r#match() -> Result<(), String> {
            Ok(())
        }
    }
}
