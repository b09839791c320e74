import type { PresetConvention } from '@flow/core';

const FILES = ['*.py'];
/** Where programs are made, which may print. */
const PROGRAMS = [
  '__main__.py',
  'cli.py',
  'manage.py',
  'setup.py',
  'noxfile.py',
  'tasks.py',
  'cli/**',
  '**/cli/**',
  'bin/**',
  'examples/**',
  '**/examples/**',
  'scripts/**',
  '**/scripts/**',
  'tools/**',
];

/** What reviewers of Python say most often, as far as one line shows it. A comment on the line excuses where there can be a reason. */
export const conventions: readonly PresetConvention[] = [
  {
    name: 'no-print',
    files: FILES,
    except: PROGRAMS,
    unlessFile: '__main__',
    tests: false,
    message: 'A library logs or returns; printing is for programs.',
    severity: 'warn',
    how: { pattern: '^\\s*print\\(', unless: 'file=' },
  },
  {
    name: 'no-bare-except',
    files: FILES,
    tests: true,
    message: 'A bare `except` catches the end of the program, too: name the exceptions.',
    severity: 'warn',
    how: { pattern: '^\\s*except\\s*:', unless: '#' },
  },
  {
    name: 'no-mutable-default',
    files: FILES,
    tests: false,
    message: 'All calls share one default: use None, and make the value inside.',
    severity: 'warn',
    how: { pattern: '^ *(?:async )?def \\w+\\([^)]*= ?(?:\\[|\\{|(?:list|dict|set)\\(\\))', unless: '# noqa' },
  },
  {
    name: 'no-breakpoint',
    files: FILES,
    tests: true,
    message: 'A breakpoint was left behind.',
    severity: 'warn',
    how: { pattern: '^\\s*(?:breakpoint\\(\\)|import i?pdb\\b|from i?pdb import|i?pdb\\.set_trace\\()' },
  },
];
