#![feature(test)]
extern crate test;

#[bench]
fn adds(bencher: &mut test::Bencher) {
    bencher.iter(|| test::black_box(1) + 1);
}

#[bench]
fn copies(bencher: &mut test::Bencher) {
    let from = vec![1u8; 1024];
    bencher.bytes = 1024;
    bencher.iter(|| from.clone());
}

#[test]
fn plain() {}
