#[test]
fn quick() {}

#[test]
fn sleeps() {
    std::thread::sleep(std::time::Duration::from_secs(62));
}
