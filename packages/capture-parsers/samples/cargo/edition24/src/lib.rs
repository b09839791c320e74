/// ```
/// assert_eq!(sample_edition24::one(), 1);
/// ```
pub fn one() -> i32 {
    1
}

/// ```standalone_crate
/// assert_eq!(sample_edition24::two(), 2);
/// ```
pub fn two() -> i32 {
    2
}

/// ```should_panic
/// panic!("as expected");
/// ```
pub fn three() {}

/// ```compile_fail
/// let x: i32 = "x";
/// ```
pub fn four() {}
