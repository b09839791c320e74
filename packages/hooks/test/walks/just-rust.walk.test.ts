import { fromPyPI, needs } from './fetched.js';
import { walks } from './walk.js';

walks({
  name: 'U2 just, Rust, the package installed globally',
  way: 'global',
  flags: '--config',
  files: {
    '.gitignore': 'target\nCargo.lock\n',
    justfile: 'test: check\n    cargo test --offline\n\ncheck:\n    cargo check --offline\n',
    'flow.config.yaml': 'suites: [{ root: ., command: just test }]\n',
    'Cargo.toml': '[package]\nname = "cart"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': 'pub fn total(a: i32, b: i32) -> i32 { a + b }\n',
    'tests/total.rs': '#[test]\nfn adds_prices() { assert_eq!(cart::total(1, 2), 3); }\n',
  },
  test: 'just test',
  broken: ['src/lib.rs', 'pub fn total(a: i32, b: i32) -> i32 { a - b }\n'],
  fixed: ['src/lib.rs', 'pub fn total(a: i32, b: i32) -> i32 { b + a }\n'],
  runner: ['justfile', 'test:\n    cargo test --offline --workspace\n'],
  fetch() {
    needs('cargo --version');
    return [fromPyPI('rust-just', '1.57.0', 'just')];
  },
});
