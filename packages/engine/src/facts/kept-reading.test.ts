import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { effectsOf, type ShellContext } from '@flow/shell-effects';
import { nodeContext } from '@flow/shell-effects/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type KeptReading, notedContext, readingAgain } from './kept-reading.js';

/** A context over files that a test holds, with the variables of an environment. */
const contextOf = (
  files: Record<string, string> = {},
  env: Record<string, string> = { PATH: '/bin' },
): ShellContext => ({
  ...{ cwd: '/r', home: '/h', env },
  readFile: (file) => files[file],
  listDirectory: (folder) => {
    const names = Object.keys(files).flatMap((file) =>
      file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/', 1) : [],
    );
    return names.length > 0 ? [...new Set(names)] : undefined;
  },
  fileFacts: (file) => (files[file] === undefined ? undefined : { modified: 1, size: files[file].length }),
  gitAlias: () => undefined,
});

/** What is kept of a line, as it comes back from the disk. */
function kept(command: string, context: ShellContext): KeptReading | null {
  const noted = notedContext(context);
  const reading = noted.keep(command, effectsOf(command, noted.context));
  return reading && (JSON.parse(JSON.stringify(reading)) as KeptReading);
}

const PACKAGE = '{ "scripts": { "test": "CI=1 vitest run", "pretest": "tsc" } }';
const FILES = { '/r/package.json': PACKAGE, '/r/run.sh': 'go test ./...\n', '/r/conftest.py': 'import os\n' };
const RUNS = [
  'npx vitest run',
  'npm test',
  'CI=1 npm test -- --bail | tail -5',
  'sh run.sh',
  'go test ./...',
  'pytest -q',
];

describe('35.3 a line that was read when the call began', () => {
  test.each(RUNS)('is not read again at its end: %s', (command) => {
    const context = contextOf(FILES);
    expect(readingAgain(kept(command, context), command, context)).toEqual(effectsOf(command, context));
  });

  test('whatever line is kept comes back as it would be read, prototypes and all', () => {
    const text = readFileSync(new URL('../../../shell-effects/fixtures/fresh.jsonl', import.meta.url), 'utf8');
    const lines = text.split('\n').filter(Boolean);
    let found = 0;
    for (const line of lines) {
      const { command } = (JSON.parse(line) as { input?: { command?: unknown } }).input ?? {};
      if (typeof command !== 'string') continue;
      const context = contextOf(FILES);
      const again = readingAgain(kept(command, context), command, context);
      if (!again) continue;
      found += 1;
      expect(again, command).toStrictEqual(effectsOf(command, context));
    }
    expect(found).toBeGreaterThan(50);
  });

  test('is read again where what it follows from has changed: a script, its absence, the environment, the folder, the line', () => {
    const context = contextOf(FILES);
    for (const command of ['npm test', 'sh run.sh', 'pytest -q']) {
      const reading = kept(command, context);
      const changed = { ...FILES, '/r/run.sh': 'git push\n', '/r/package.json': '{}', '/r/conftest.py': 'pass\n' };
      expect(readingAgain(reading, command, contextOf(changed)), command).toBeUndefined();
      expect(readingAgain(reading, command, contextOf({})), command).toBeUndefined();
      expect(readingAgain(reading, command, contextOf(FILES, { PATH: '/r/bin' }))).toBeUndefined();
      expect(readingAgain(reading, command, { ...context, cwd: '/r/b' })).toBeUndefined();
      expect(readingAgain(reading, `${command} -x`, context)).toBeUndefined();
      expect(readingAgain({ ...reading!, reader: 'another' }, command, context)).toBeUndefined();
    }
  });

  test('is not kept where git was asked, where it cannot be read, and where it says too much', () => {
    expect(kept('git hello', contextOf())).toBeNull();
    expect(kept('npm test "', contextOf())).toBeNull();
    expect(kept(`npm test ${'a '.repeat(9000)}`, contextOf())).toBeNull();
  });
});

describe('35.3 on a disk, whatever is done to what a line was read from, its end judges what is there', () => {
  const GREEN = 'npx vitest run\n';
  const PUSH = 'git push      \n';
  const MARKED = new Date(1_700_000_000_000);

  /** A folder with a script of tests, one of the same size and time that pushes, and links to both. */
  function disk() {
    const root = mkdtempSync(path.join(tmpdir(), 'flow-reading-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const at = (name: string) => path.join(root, name);
    for (const [name, text] of [
      ['run.sh', GREEN],
      ['other.sh', PUSH],
      ['in/run.sh', GREEN],
      ['in-other/run.sh', PUSH],
    ] as const) {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), text);
      utimesSync(at(name), MARKED, MARKED);
    }
    symlinkSync('run.sh', at('link.sh'));
    symlinkSync('in', at('folder'));
    expect(statSync(at('run.sh')).size).toBe(statSync(at('other.sh')).size);
    return { at, context: () => nodeContext({ cwd: root, home: root, env: { PATH: '/bin' } }) };
  }

  test.each<[name: string, command: string, tamper: ((at: (name: string) => string) => void) | null, isAgain: boolean]>(
    [
      ['nothing', 'sh run.sh', null, true],
      ['its time set back', 'sh run.sh', (at) => utimesSync(at('run.sh'), 1, 1), true],
      [
        'another text of the same size, touched back',
        'sh run.sh',
        (at) => {
          writeFileSync(at('run.sh'), PUSH);
          utimesSync(at('run.sh'), MARKED, MARKED);
        },
        false,
      ],
      [
        'one of the same size and time renamed over',
        'sh run.sh',
        (at) => renameSync(at('other.sh'), at('run.sh')),
        false,
      ],
      [
        'a link swapped',
        'sh link.sh',
        (at) => {
          rmSync(at('link.sh'));
          symlinkSync('other.sh', at('link.sh'));
        },
        false,
      ],
      [
        'a link to a folder swapped',
        'sh folder/run.sh',
        (at) => {
          rmSync(at('folder'));
          symlinkSync('in-other', at('folder'));
        },
        false,
      ],
      ['it is gone', 'sh run.sh', (at) => rmSync(at('run.sh')), false],
    ],
  )('%s', (_, command, tamper, isAgain) => {
    const { at, context } = disk();
    const reading = kept(command, context());
    expect(reading).not.toBeNull();
    tamper?.(at);
    const again = readingAgain(reading, command, context());
    expect(again !== undefined).toBe(isAgain);
    expect(again ?? effectsOf(command, context())).toEqual(effectsOf(command, context()));
  });
});
