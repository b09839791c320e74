import { testPreset } from '@flow/core/testing';
import { describe, test } from 'vitest';
import { rust } from './index.js';

describe('M7 M9 the Rust preset', () => {
  const tests = testPreset(rust, {
    projects: [{ 'Cargo.toml': '[package]\n' }, { 'crates/cart/Cargo.toml': '' }],
    others: [{ 'target/package/x/Cargo.toml': '' }, { 'main.rs': '' }],
    paths: {
      source: ['src/lib.rs', 'crates/cart/src/cart.rs'],
      test: ['tests/cart.rs', 'crates/cart/benches/sum.rs'],
      build: ['Cargo.toml', 'crates/cart/Cargo.lock', 'build.rs'],
      generated: ['target/debug/x.rs'],
      document: ['README.md', 'docs/a.txt'],
      other: ['.env'],
    },
  });
  for (const { name, run } of tests) test(name, run);
});
