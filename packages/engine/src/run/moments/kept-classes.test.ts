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
import { defaultPolicy } from '@flow/core';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readerHere } from '../../facts/reader.js';
import { IF_EMBEDDED, RELEVANT, relevanceOf, relevantOf } from '../../facts/relevance.js';
import { PRESETS } from '../../policy/presets/presets.js';
import { suitesOf } from '../../policy/suites.js';
import { KeptClasses } from './kept-classes.js';
import { writeKept } from './kept-file.js';

function home() {
  const area = mkdtempSync(path.join(tmpdir(), 'flow-classes-'));
  onTestFinished(() => rmSync(area, { recursive: true, force: true }));
  mkdirSync(path.join(area, 'state'));
  const environment = { HOME: area, XDG_STATE_HOME: path.join(area, 'state') };
  return { file: path.join(area, 'classes.json'), environment };
}

const MANY = Array.from({ length: 1200 }, (_, at) => `src/m${at % 7}/f${at}.js`);
const letterOf = (file: string) => (file.endsWith('1.js') ? 's' : 'o');

/** Asks as a process of its own does, and tells how many paths had to be told anew. */
function ask({ file, environment }: ReturnType<typeof home>, paths: readonly string[], rules: unknown = 'rules') {
  const classes = new KeptClasses(file, environment);
  let told = 0;
  const letters = classes.of(paths, rules, (one) => {
    told += 1;
    return letterOf(one);
  });
  classes.save();
  return { letters, told };
}

describe('35.4 what class a file is, kept between calls', () => {
  test('is told once, and for a new file alone where names come and go', () => {
    const there = home();
    expect(ask(there, MANY).told).toBe(MANY.length);
    expect(ask(there, MANY)).toEqual({ letters: MANY.map(letterOf).join(''), told: 0 });
    const other = ['a/new1.js', ...MANY.slice(3), 'z ü.js'];
    expect(ask(there, other)).toEqual({ letters: other.map(letterOf).join(''), told: 2 });
    expect(ask(there, other).told).toBe(0);
  });

  test('is told anew under other rules, and what was asked beside it stays', () => {
    const there = home();
    ask(there, MANY, { source: ['a'] });
    expect(ask(there, MANY, { source: ['b'] }).told).toBe(MANY.length);
    expect(ask(there, MANY, { source: ['a'] }).told).toBe(0);
  });

  test('nothing is taken that somebody else wrote: one letter, another order, no file at all', () => {
    const there = home();
    ask(there, MANY);
    const text = readFileSync(there.file, 'utf8');
    for (const forged of [
      text.replace(/so/, 'oo'),
      text.replace(MANY[0]!, 'src/m0/f9.js'),
      text.slice(text.indexOf('\n') + 1),
      '',
    ]) {
      expect(forged).not.toBe(text);
      writeFileSync(there.file, forged);
      expect(ask(there, MANY)).toEqual({ letters: MANY.map(letterOf).join(''), told: MANY.length });
    }
  });

  test.each<[name: string, tamper: (there: ReturnType<typeof home>) => void, told: number]>([
    ['its time is set back', ({ file }) => utimesSync(file, 1, 1), 0],
    ['its clock is ahead', ({ file }) => utimesSync(file, 4e9, 4e9), 0],
    [
      'it has the same size and time, and other letters',
      ({ file }) => {
        const { atime, mtime } = statSync(file);
        const text = readFileSync(file, 'utf8');
        writeFileSync(file, text.replace('osooo', 'sosss'));
        utimesSync(file, atime, mtime);
      },
      MANY.length,
    ],
    [
      'an older one of other names is put back',
      (there) => {
        const other = MANY.map((one) => `other/${one}`);
        rmSync(there.file);
        ask(there, other);
        const older = readFileSync(there.file);
        ask(there, MANY);
        writeFileSync(there.file, older);
      },
      MANY.length,
    ],
    [
      'one of another user is renamed over it',
      ({ file }) => {
        const other = home();
        ask(other, MANY);
        renameSync(other.file, file);
      },
      MANY.length,
    ],
    [
      'one of another kind, which is signed, is renamed over it',
      ({ file, environment }) => {
        const other = path.join(path.dirname(file), 'told-runs.json');
        writeKept(other, [JSON.stringify({ reader: readerHere(), runs: [] })], environment);
        renameSync(other, file);
      },
      MANY.length,
    ],
    [
      'one of another repository, which is signed, is renamed over it',
      ({ file, environment }) => {
        const other = path.join(path.dirname(file), 'other', path.basename(file));
        mkdirSync(path.dirname(other));
        ask({ file: other, environment }, MANY);
        renameSync(other, file);
      },
      MANY.length,
    ],
    [
      'it is a link to what it was',
      ({ file }) => {
        renameSync(file, `${file}.moved`);
        symlinkSync(`${file}.moved`, file);
      },
      MANY.length,
    ],
    [
      'it is a folder',
      ({ file }) => {
        rmSync(file);
        mkdirSync(file);
      },
      MANY.length,
    ],
  ])('35.4 every file has the class that its name has, where %s', (_, tamper, told) => {
    const there = home();
    ask(there, MANY);
    tamper(there);
    expect(ask(there, MANY)).toEqual({ letters: MANY.map(letterOf).join(''), told });
  });

  test('property: the letters of a suite say what `relevantOf` says, file by file', () => {
    const policy = defaultPolicy(PRESETS);
    const markers = ['go.mod', 'a_test.go', 'package.json', 'pyproject.toml', 'Cargo.toml', 'a.test.ts'];
    const view = { paths: markers, read: () => '{ "devDependencies": { "vitest": "5" } }', containing: () => [] };
    const suites = suitesOf(view, policy);
    expect(suites.length).toBeGreaterThan(3);
    const names = fc.constantFrom(
      'src',
      'docs',
      'README.md',
      'a.go',
      'a_test.go',
      'go.mod',
      'x.test.ts',
      'develop',
      'b',
    );
    const file = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(file), fc.boolean(), (files, embeds) => {
        for (const suite of suites) {
          const letter = relevanceOf(suite, policy);
          const isPart = (one: string) => [RELEVANT, ...(embeds ? [IF_EMBEDDED] : [])].includes(letter(one));
          const said = relevantOf(
            files,
            suite,
            policy,
            () => true,
            () => embeds,
          );
          expect(files.filter(isPart)).toEqual(said);
        }
      }),
    );
  });
});
