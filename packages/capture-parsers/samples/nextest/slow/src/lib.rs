#[cfg(test)]
mod tests {
    use std::{process::Command, thread::sleep, time::Duration};

    #[test]
    fn quick() {}

    #[test]
    fn takes_a_while() {
        sleep(Duration::from_millis(1_500));
    }

    #[test]
    fn hangs() {
        sleep(Duration::from_secs(30));
    }

    #[test]
    fn leaves_a_child() {
        Command::new("sleep").arg("5").spawn().unwrap();
    }
}
