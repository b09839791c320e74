macro_rules! cases {
    ($($name:ident: $sum:expr,)*) => {
        mod totals {
            $(#[test] fn $name() { assert!($sum > 0); })*
        }
    };
}

cases! {
    case_1_one: 1,
    case_2_two: 1 + 1,
}

#[test]
fn is_empty() {}
