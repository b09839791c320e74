import type { PresetConvention } from '@flow/core';

const FILES = ['*.rs'];
/** Where programs are made, which may print and give up. */
const PROGRAMS = ['main.rs', 'build.rs', 'bin/**', '**/bin/**', 'examples/**', '**/examples/**', 'xtask/**', 'cli.rs'];
/** Tests within a file of sources look like these, so that what only tests may do is not told there. */
const TESTS_INSIDE = '#[cfg(test)]';

/** What reviewers of Rust say most often, as far as one line shows it. A comment on the line excuses where there can be a reason. */
export const conventions: readonly PresetConvention[] = [
  {
    name: 'no-dbg',
    files: FILES,
    tests: true,
    message: 'A `dbg!` was left behind.',
    severity: 'warn',
    how: { pattern: '\\bdbg!\\(' },
  },
  {
    name: 'no-todo',
    files: FILES,
    tests: false,
    message: 'What is not written panics where it is reached: write it, or return an error.',
    severity: 'warn',
    how: { pattern: '\\b(?:todo|unimplemented)!\\(', unless: '//' },
  },
  {
    name: 'no-print',
    files: FILES,
    except: PROGRAMS,
    unlessFile: 'fn main(',
    tests: false,
    message: 'A library returns or logs; printing is for programs.',
    severity: 'warn',
    how: { pattern: '^\\s*e?print(?:ln)?!\\(', unless: '//' },
  },
  {
    name: 'no-unwrap',
    files: FILES,
    except: PROGRAMS,
    unlessFile: TESTS_INSIDE,
    tests: false,
    message: 'A library returns an error; where there can be none, `expect` says why.',
    severity: 'warn',
    how: { text: '.unwrap()', unless: '//' },
  },
  {
    name: 'no-ignored-test-without-reason',
    files: FILES,
    tests: true,
    message: 'A test that is left out says why: #[ignore = "…"].',
    severity: 'warn',
    how: { pattern: '^\\s*#\\[ignore\\]' },
  },
];
