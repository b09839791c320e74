fn main() {
    let unused = 1;
    println!("{}", "warning: 5 errors");
}
