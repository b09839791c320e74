#![deny(clippy::unwrap_used)]
#![warn(missing_docs)]
//! Sample.

pub fn first(list: &[i32]) -> i32 {
    let never = 0;
    *list.first().unwrap()
}

/// Compares with itself, which clippy takes for a mistake.
pub fn odd(value: i32) -> bool {
    value == value
}
