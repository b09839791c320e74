import { readSelection } from '@flow/core';
import { testPreset } from '@flow/core/testing';
import { describe, expect, test } from 'vitest';
import { rust } from './index.js';

describe('M7 M9 M10 36.4 the Rust preset', () => {
  const tests = testPreset(rust, {
    projects: [{ 'Cargo.toml': '[package]\n' }, { 'crates/cart/Cargo.toml': '' }],
    others: [{ 'target/package/x/Cargo.toml': '' }, { 'main.rs': '' }],
    paths: {
      source: ['src/lib.rs', 'crates/cart/src/cart.rs'],
      test: ['tests/cart.rs', 'crates/cart/benches/sum.rs', 'src/cart/tests.rs', 'fuzz/fuzz_targets/sum.rs'],
      build: ['Cargo.toml', 'crates/cart/Cargo.lock', 'build.rs'],
      generated: ['target/debug/x.rs'],
      document: ['README.md', 'docs/a.txt'],
      other: ['.env'],
    },
    conventions: {
      'no-dbg': {
        file: 'src/cart.rs',
        breaks: ['    dbg!(total);', '    let a = dbg!(b) + 1;'],
        holds: ['    debug!("{total}");', '    let dbg = 1;'],
      },
      'no-todo': {
        file: 'src/cart.rs',
        breaks: ['    todo!()', '    _ => unimplemented!("later"),'],
        holds: ['    // todo', '    todo!() // behind the flag', '    let todos = 1;'],
        leaves: ['tests/cart.rs'],
      },
      'no-print': {
        file: 'src/cart.rs',
        breaks: ['    println!("{total}");', '    eprint!("x");'],
        holds: ['    writeln!(out, "{total}")?;', '    // println!("x");', '    log::info!("println!(");'],
        leaves: ['src/main.rs', 'src/bin/cart.rs', 'examples/sum.rs', 'build.rs', 'tests/cart.rs'],
      },
      'no-unwrap': {
        file: 'src/cart.rs',
        breaks: ['    let a = text.parse::<u32>().unwrap();'],
        holds: ['    let a = b.unwrap_or(1);', '    let a = b.expect("a cart");', '    b.unwrap() // never empty'],
        leaves: ['src/main.rs', 'tests/cart.rs'],
      },
      'no-ignored-test-without-reason': {
        file: 'tests/cart.rs',
        breaks: ['    #[ignore]'],
        holds: ['    #[ignore = "needs a server"]', '    #[test]'],
      },
    },
  });
  for (const { name, run } of tests) test(name, run);
});

test('M7 only a plain run of nextest is of the whole', () => {
  const nextest = rust.runners.find(({ id }) => id === 'nextest')!;
  const kind = (words: string) => readSelection(words.split(' '), nextest, { root: '.', directory: '.' }).kind;
  for (const words of ['--workspace', '--no-fail-fast --retries 2', '-j 4 --status-level all', '--cargo-profile ci'])
    expect(kind(words), words).toBe('whole');
  for (const words of [
    '-p cart',
    'adds',
    '-P quick',
    '--profile=quick',
    '--partition=count:1/2',
    '-E test(a)',
    '-Etest(a)',
    '--filterset=test(a)',
    '--rerun=latest',
    '--run-ignored only',
    '--archive-file=x.tar.zst',
    '-- --skip adds',
  ])
    expect(kind(words), words).toBe('names');
  expect(kind('--no-run')).toBe('nothing');
});
