//! ```
//! assert!(true);
//! ```

/// ```
/// assert_eq!(sample_doc::one(), 1);
/// ```
///
/// ```no_run
/// loop {}
/// ```
///
/// ```compile_fail
/// let x: i32 = "x";
/// ```
///
/// ```should_panic
/// panic!("as expected");
/// ```
///
/// ```ignore
/// never
/// ```
pub fn one() -> i32 {
    1
}

pub mod deep {
    /// ```
    /// assert_eq!(1, 2);
    /// ```
    pub fn wrong() {}

    /// ```
    /// let x: i32 = "not an int";
    /// ```
    pub fn broken() {}
}
