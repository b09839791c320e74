fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:warning=about to fail");
    panic!("no such library");
}
