#[test]
fn a_before() {}

#[test]
fn b_overflows() {
    #[allow(unconditional_recursion)]
    fn deeper(from: &[u8; 4096]) -> usize {
        let here = [from[0]; 4096];
        deeper(std::hint::black_box(&here)) + here.len()
    }
    assert!(deeper(&[1; 4096]) > 0);
}

#[test]
fn c_segfaults() {
    unsafe { std::ptr::null_mut::<u32>().wrapping_add(1).write_volatile(1) };
}

#[test]
fn d_is_killed() {
    let id = std::process::id().to_string();
    std::process::Command::new("kill").args(["-9", &id]).status().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(5));
}

#[test]
fn e_exits() {
    std::process::exit(3);
}

#[test]
fn f_exits_well() {
    std::process::exit(0);
}

#[test]
fn g_aborts() {
    struct Again;
    impl Drop for Again {
        fn drop(&mut self) {
            panic!("again");
        }
    }
    let _again = Again;
    panic!("first");
}

#[test]
fn h_allocates() {
    std::alloc::handle_alloc_error(std::alloc::Layout::new::<[u8; 4096]>());
}

#[test]
fn z_after() {}
