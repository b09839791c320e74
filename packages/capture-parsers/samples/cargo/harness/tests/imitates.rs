fn main() {
    println!("\nrunning 2 tests");
    println!("test [parse] first ... ok");
    println!("test second        ... ok");
    println!("\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n");
}
