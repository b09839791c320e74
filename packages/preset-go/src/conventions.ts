import type { PresetConvention } from '@flow/core';

const FILES = ['*.go'];
/** Where programs are made, which may print and give up. */
const PROGRAMS = ['main.go', 'cmd/**', '**/cmd/**', 'examples/**', '**/examples/**', 'scripts/**', 'tools/**'];
const MAIN = 'package main';

/** What reviewers of Go say most often, as far as one line shows it. A comment on the line excuses where there can be a reason. */
export const conventions: readonly PresetConvention[] = [
  {
    name: 'no-print',
    files: FILES,
    except: PROGRAMS,
    unlessFile: MAIN,
    tests: false,
    message: 'A package returns values or logs; printing is for the main package.',
    severity: 'warn',
    how: { pattern: '^\\s*(?:fmt\\.Print(?:f|ln)?|print(?:ln)?)\\(', unless: '//nolint' },
  },
  {
    name: 'no-panic',
    files: FILES,
    except: PROGRAMS,
    unlessFile: MAIN,
    tests: false,
    message: 'A package returns an error; where it cannot go on, a comment on the line says why.',
    severity: 'warn',
    how: { pattern: '^\\s*panic\\(', unless: '//' },
  },
  {
    name: 'no-ignored-error',
    files: FILES,
    tests: false,
    message: 'An error that is thrown away hides a failure: handle it, or say in a comment on the line why not.',
    severity: 'warn',
    how: { pattern: '^\\s*_ = [\\w.]*\\w\\(', unless: '//' },
  },
  {
    name: 'no-sleep-in-tests',
    files: ['*_test.go'],
    tests: true,
    message: 'A test that sleeps is slow, and fails on a busy machine: wait for what has to happen.',
    severity: 'warn',
    how: { text: 'time.Sleep(', unless: '//' },
  },
];
