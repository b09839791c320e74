import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCargoMutants } from './cargo-mutants.js';
import { readGremlins } from './gremlins.js';
import { hear, type Mutant } from './mutant.js';
import { readStryker } from './stryker.js';
import { MUTATION_TOOLS } from './tools.js';

/** What StrykerJS 9.6.1 wrote of a project of three functions, shortened, with a mutant of each other status by hand. */
const STRYKER = {
  schemaVersion: '1.0',
  thresholds: { high: 80, low: 60, break: null },
  files: {
    'cart.js': {
      language: 'javascript',
      source: 'exports.total = (a, b) => a + b;\n',
      mutants: [
        mutant('ArrowFunction', '() => undefined', 1, 'Killed', ['0']),
        mutant('ArithmeticOperator', 'a - b', 1, 'Killed', ['0', '1', 'gone']),
        mutant('ArrowFunction', '() => undefined', 2, 'Killed', ['0']),
        mutant('StringLiteral', '"\u001b[31m"', 2, 'Survived'),
        mutant('BooleanLiteral', 'true', 3, 'NoCoverage'),
        mutant('EqualityOperator', 'x >= 3', 3, 'Timeout'),
        mutant('EqualityOperator', 'x <= 3', 3, 'CompileError'),
        mutant('EqualityOperator', 'x < 3', 3, 'Ignored'),
      ],
    },
  },
  testFiles: {
    'cart.test.js': {
      tests: [
        { id: '0', name: 'cart.test.js' },
        { id: '1', name: 'adds' },
      ],
    },
  },
};

function mutant(mutatorName: string, replacement: string, line: number, status: string, killedBy?: string[]) {
  const location = { start: { line, column: 17 }, end: { line, column: 32 } };
  return { id: `${line}`, mutatorName, replacement, status, location, ...(killedBy && { killedBy }) };
}

const CARGO = {
  cargo_mutants_version: '25.3.1',
  total_mutants: 4,
  outcomes: [
    { scenario: 'Baseline', summary: 'Success', phase_results: [] },
    cargo('src/lib.rs:3:5: replace Cart<T>::first -> Option<T> with None', 3, 'CaughtMutant'),
    cargo('src/lib.rs:5: replace label -> String with "xyzzy".into()', 5, 'MissedMutant'),
    cargo('src/lib.rs:7:5: replace kind -> Kind with Default::default()', 7, 'Unviable'),
    cargo('src/lib.rs:9:5: replace wait with ()', 9, 'Timeout'),
  ],
};

function cargo(name: string, line: number, summary: string) {
  const span = { start: { line, column: 5 }, end: { line: line + 1, column: 6 } };
  return {
    ...{ summary, log_path: 'log/x.log', diff_path: 'diff/x.diff', phase_results: [] },
    scenario: {
      Mutant: { name, package: 'cart', file: 'src/lib.rs', function: null, span, replacement: 'x', genre: 'FnValue' },
    },
  };
}

const GREMLINS = {
  go_module: 'example.com/cart',
  mutants_total: 5,
  files: [
    {
      file_name: 'total.go',
      mutations: ['KILLED', 'LIVED', 'NOT COVERED', 'TIMED OUT', 'NOT VIABLE', 'SKIPPED'].map((status, at) => ({
        ...{ line: at + 1, column: 3, type: 'CONDITIONALS_NEGATION', status },
      })),
    },
  ],
};

const READERS = { readStryker, readCargoMutants, readGremlins };
const fatesOf = (all: Mutant[] | null) => all?.map(({ line, fate }) => [line, fate]);

describe('37.2 reports of mutation tools', () => {
  test('37.2 StrykerJS: fates, lines and the names of tests that killed, without control characters', () => {
    const all = readStryker(JSON.stringify(STRYKER))!;
    expect(fatesOf(all)).toEqual([
      [1, 'killed'],
      [1, 'killed'],
      [2, 'killed'],
      [2, 'survived'],
      [3, 'not-covered'],
      [3, 'timed-out'],
      [3, 'build-error'],
      [3, 'not-run'],
    ]);
    expect(all[1]).toMatchObject({ says: 'differs in line 1: a - b (ArithmeticOperator)', isEmptying: false });
    expect(all[1]!.tests).toEqual(['cart.test.js', 'cart.test.js > adds']);
    expect(JSON.stringify(all)).not.toMatch(/\\u001b/);
  });

  test('37.2 cargo-mutants and gremlins: fates and lines', () => {
    const rust = readCargoMutants(JSON.stringify(CARGO))!;
    expect(fatesOf(rust)).toEqual([
      [3, 'killed'],
      [5, 'survived'],
      [7, 'build-error'],
      [9, 'timed-out'],
    ]);
    expect(rust.map(({ says }) => says).slice(0, 2)).toEqual([
      'differs in line 3: replace Cart<T>::first -> Option<T> with None',
      'differs in line 5: replace label -> String with "xyzzy".into()',
    ]);
    const go = readGremlins(JSON.stringify(GREMLINS))!;
    expect(go.map(({ fate }) => fate)).toEqual([
      ...['killed', 'survived', 'not-covered', 'timed-out', 'build-error', 'not-run'],
    ]);
    expect(go[0]).toMatchObject({ file: 'total.go', says: 'differs in line 1: conditionals negation' });
  });

  test('37.2 a function is bound by a mutant in its lines that is killed; taking the whole body away says nothing', () => {
    const all = readStryker(JSON.stringify(STRYKER))!;
    const at = (line: number, end = line) => hear(all, { file: 'cart.js', line, end });
    expect(at(1)).toMatchObject({ killed: { says: expect.stringContaining('a - b') }, survived: [], isUnbound: false });
    // Its test only calls a method of what comes back.
    expect(at(2)).toMatchObject({
      killed: undefined,
      survived: [expect.stringContaining('StringLiteral')],
      isUnbound: false,
    });
    expect(at(3)).toEqual({ killed: undefined, survived: [], isUnbound: false });
    expect(hear(all, { file: 'cart.js', line: 1 })).toMatchObject({ killed: undefined });
    expect(hear(all, { file: 'other.js', line: 1, end: 9 })).toMatchObject({ killed: undefined });
    const rust = readCargoMutants(JSON.stringify(CARGO))!;
    expect(hear(rust, { file: 'src/lib.rs', line: 5, end: 5 })).toMatchObject({ isUnbound: true });
    expect(hear(rust, { file: 'src/lib.rs', line: 5, end: 9 })).toMatchObject({ isUnbound: false });
  });

  test('37.2 a report that is broken, cut or of another kind throws nothing and invents no mutant', () => {
    for (const read of Object.values(READERS)) {
      fc.assert(
        fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
          expect(read(text) ?? []).toEqual([]);
        }),
      );
    }
    const whole = [STRYKER, CARGO, GREMLINS].map((one) => JSON.stringify(one));
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.nat(), fc.nat(), (text, from, length) => {
        const broken = text.slice(0, from % text.length) + text.slice((from % text.length) + (length % 40));
        for (const read of Object.values(READERS)) read(broken);
      }),
    );
  });

  test('37.2 each part of a report may be of any kind', () => {
    const odd = fc.constantFrom(null, 0, -1, 1.5, 'x', [], {}, true, [null], { other: null });
    for (const [read, given] of [
      [readStryker, STRYKER],
      [readCargoMutants, CARGO],
      [readGremlins, GREMLINS],
    ] as const) {
      const keys = [...new Set(JSON.stringify(given).match(/"(\w+)":/g))].map((key) => key.slice(1, -2));
      fc.assert(
        fc.property(fc.constantFrom(...keys), odd, (key, value) => {
          const text = JSON.stringify(given, (name, usual) => (name === key ? value : usual));
          for (const { file, line, says, tests } of read(text) ?? []) {
            expect(typeof file).toBe('string');
            expect(Number.isSafeInteger(line) && line > 0).toBe(true);
            expect(says.length).toBeLessThan(140);
            expect(tests.every((one) => typeof one === 'string')).toBe(true);
          }
        }),
      );
    }
  });

  test('37.2 a tool is used where the project has it, and told of the lines of functions alone', () => {
    const [stryker, rust] = MUTATION_TOOLS as [(typeof MUTATION_TOOLS)[0], (typeof MUTATION_TOOLS)[0]];
    const files: Record<string, string> = {
      'shop/package.json': '{ "devDependencies": { "@stryker-mutator/core": "^9.0.0" } }',
      'shop/stryker.config.mjs': '',
      'bare/package.json': '{ "devDependencies": { "@stryker-mutator/core": "^9.0.0" } }',
      'package.json': '{ "devDependencies": ["@stryker-mutator/core"] }',
      'stryker.conf.js': '',
    };
    const now = { paths: Object.keys(files), read: (file: string) => files[file] };
    const isThere = (root: string) => stryker.isThere({ root }, now, {});
    expect(['shop', 'bare', '.', 'none'].map(isThere)).toEqual([true, false, false, false]);
    expect(rust.isThere({ root: '.' }, now, { PATH: '/nonexistent' })).toBe(false);
    const places = { area: '/area', base: 'abc', installed: (name: string) => `bin/${name}` };
    const lines = { line: 2, end: 4 };
    expect(
      stryker.start(
        [
          { file: 'src/a.ts', ...lines },
          { file: 'src/[id],x.ts', ...lines },
        ],
        places,
      )!.argv,
    ).toContain('src/a.ts:2-4');
    expect(stryker.start([{ file: 'src/[id].ts', ...lines }], places)).toBeNull();
    expect(rust.start([{ file: 'src/a+.rs', ...lines }], places)!.argv).toContain('^src/a\\+\\.rs:(?:2|3|4):');
  });
});
