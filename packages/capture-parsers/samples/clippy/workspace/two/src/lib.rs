pub fn two(text: &String) -> usize {
    text.len()
}

#[test]
fn of_two() {
    let x = 1;
    assert!(true);
}
