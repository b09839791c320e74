use std::collections::HashMap;

pub fn one() -> i32 {
    let unused = 1;
    1
}

#[cfg(test)]
mod tests {
    #[test]
    fn one() {
        let mut never = 2;
        assert_eq!(super::one(), 1);
    }
}
