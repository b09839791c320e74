#[cfg(test)]
mod tests {
    fn attempt() -> u32 {
        std::env::var("NEXTEST_ATTEMPT").map_or(1, |text| text.parse().unwrap())
    }

    #[test]
    fn first() {}

    #[test]
    fn second_time() {
        assert!(attempt() >= 2, "attempt {}", attempt());
    }

    #[test]
    fn third_time() {
        assert!(attempt() >= 3, "attempt {}", attempt());
    }
}
