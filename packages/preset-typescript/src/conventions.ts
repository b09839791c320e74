import type { PresetConvention } from '@flow/core';

const FILES = ['*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte}'];
/** Where programs are made, which may print. */
const PROGRAMS = [
  ...['bin', 'cli', 'scripts', 'tools', 'examples'].flatMap((folder) => [`${folder}/**`, `**/${folder}/**`]),
  ...['cli.*', '*.config.*', '.*rc.*', 'server.*'],
];

/** What reviewers of TypeScript say most often, as far as one line shows it. A comment on the line excuses where there can be a reason. */
export const conventions: readonly PresetConvention[] = [
  {
    name: 'no-console',
    files: FILES,
    except: PROGRAMS,
    unlessFile: '#!/usr/bin/env node',
    tests: false,
    message: 'A module logs or returns; printing is for programs.',
    severity: 'warn',
    how: { pattern: '^\\s*console\\.(?:log|debug|info|dir|table)\\(', unless: '//' },
  },
  {
    name: 'no-debugger',
    files: FILES,
    tests: true,
    message: 'A breakpoint was left behind.',
    severity: 'warn',
    how: { pattern: '^\\s*debugger\\b' },
  },
  {
    name: 'no-focused-test',
    files: FILES,
    tests: true,
    message: 'A focused test leaves all others out.',
    severity: 'warn',
    how: { pattern: '^\\s*(?:it|test|describe|suite|context)\\.only\\(|^\\s*(?:fit|fdescribe)\\(' },
  },
  {
    name: 'no-ts-ignore',
    files: ['*.{ts,tsx,mts,cts}'],
    tests: true,
    message: 'It stays when nothing is wrong any more: @ts-expect-error, with the reason.',
    severity: 'warn',
    how: { pattern: '^\\s*(?://|/\\*) *@ts-(?:ignore|nocheck)\\b' },
  },
  {
    name: 'no-empty-catch',
    files: FILES,
    tests: true,
    message: 'An error that is thrown away hides a failure: handle it, or say in the block why not.',
    severity: 'warn',
    how: { pattern: '\\bcatch ?(?:\\([^()]*\\) ?)?\\{ *\\}' },
  },
];
