import { describe, expect, test } from 'vitest';
import { files, imports, modulesOf, sources } from './source-imports.js';

/* Packages, and the floors of the engine, import what stands below them, and nothing else. */

/** Packages from below to above; those of one line know nothing of one another. */
const PACKAGES = [
  ['core', 'weakened'],
  ['capture-parsers', 'shell-effects'],
  ['evidence'],
  ['workflows', 'agents', 'preset-go', 'preset-python', 'preset-rust', 'preset-typescript', 'clients'],
  ['engine'],
  ['driver'],
  ['hooks', 'driver-temporal'],
  ['cli'],
];

/** Floors of the engine from below to above. */
const FLOORS = [
  ['text', 'bundles.ts', 'load.ts'],
  ['policy'],
  ['words'],
  ['places'],
  ['facts'],
  ['judges'],
  ['recording', 'red'],
  ['binding'],
  ['run'],
  ['handle'],
  ['verify'],
  ['engine.ts', 'text-bundle.ts'],
];

const levelIn = (levels: readonly (readonly string[])[], name: string | undefined) =>
  levels.findIndex((level) => level.includes(name ?? ''));

const packageOf = (file: string) => file.split('/')[1];
const floorOf = (file: string) => file.split('/')[3];

const isTool = (file: string) => packageOf(file) === 'test-kit';

/** Every import as `[from, to]`. */
const edges = [...imports].flatMap(([from, all]) => all.map((to) => [from, to] as const));

describe('arrows run down', () => {
  test('every package has its place', () => {
    const names = new Set(files.filter((file) => !isTool(file)).map(packageOf));
    expect([...names].filter((name) => levelIn(PACKAGES, name) < 0)).toEqual([]);
    expect(edges.length).toBeGreaterThan(4000);
  });

  test('between packages', () => {
    const up = edges.filter(([from, to]) => {
      if (isTool(from) || packageOf(from) === packageOf(to)) return false;
      return levelIn(PACKAGES, packageOf(from)) <= levelIn(PACKAGES, packageOf(to));
    });
    expect(up).toEqual([]);
  });

  test('between the floors of the engine', () => {
    const within = edges.filter(([from, to]) => packageOf(from) === 'engine' && packageOf(to) === 'engine');
    expect(within.filter(([from]) => levelIn(FLOORS, floorOf(from)) < 0)).toEqual([]);
    const up = within.filter(([from, to]) => levelIn(FLOORS, floorOf(from)) < levelIn(FLOORS, floorOf(to)));
    expect(up).toEqual([]);
    expect(within.length).toBeGreaterThan(1000);
  });
});

describe('judges know facts and nothing else', () => {
  const judges = files.filter((file) => file.startsWith('packages/engine/src/judges/'));

  test('there are judges', () => expect(judges.length).toBeGreaterThan(10));

  test.each(judges)('%s reads no disk and starts nothing', (file) => {
    const source = sources.get(file)!;
    const values = modulesOf(source.replace(/^import type\b[^;]*;/gm, ''));
    expect(
      values.filter((name) => /^(?:node:)?(?:fs|child_process|os|net|http)\b|^execa$|^@flow\/evidence/.test(name)),
    ).toEqual([]);
    expect(source).not.toMatch(/\bgetBuiltinModule\b|\brequire\(/);
  });
});

describe('reading writes nothing', () => {
  const isIn = (folder: string) => (file: string) => file.startsWith(`packages/engine/src/${folder}`);
  const isView = isIn('run/views/');

  test('the views of a run are written at the end of an event, and by nobody who reads the run', () => {
    const isEvent = (file: string) => isIn('handle/')(file) || isIn('engine.ts')(file);
    const writing = edges.filter(([from, to]) => isView(to) && !isView(from));
    expect(writing.some(([from]) => isEvent(from))).toBe(true);
    // The bundle that the end of an event loads.
    const bundle = ['packages/engine/src/run/index.ts', 'packages/engine/src/run/views/write-all.ts'];
    expect(writing.filter(([from]) => !isEvent(from))).toEqual([bundle]);
  });

  test('views, reviews, approvals, lists of items, interviews, merged research and formatters alone write into a work tree', () => {
    const writers = [...sources].filter(([file, source]) => isIn('')(file) && /\bwriteInTree\b/.test(source));
    const rooms = [
      'recording/views/',
      'run/views/',
      'run/reviews/view.ts',
      'run/approvals/make.ts',
      'run/items/lists.ts',
      'run/documents/merge-research.ts',
      'run/documents/clarifications.ts',
      'handle/format/',
    ].map(isIn);
    const known = writers.filter(([file]) => rooms.some((isRoom) => isRoom(file)));
    expect(known.length).toBeGreaterThan(3);
    expect(writers.filter((one) => !known.includes(one)).map(([file]) => file)).toEqual([]);
  });

  test('the first look at an event knows no trail to write to', () => {
    const first = imports.get('packages/hooks/src/entry/first-look.ts')!;
    expect(first).toContain('packages/engine/src/load.ts');
    expect(first.filter((file) => isIn('facts/trail/')(file))).toEqual([]);
  });
});
