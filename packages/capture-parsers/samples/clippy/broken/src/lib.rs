use std::collections::HashMap;

pub fn number() -> i32 {
    "x"
}

pub fn other() -> String {
    let text: String = 5;
    missing(text)
}
