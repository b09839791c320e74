import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, type Imports, imports, importsOf } from './source-imports.js';

/* No circles between source files, imports of types included. The one that may stay is named below. */

/**
 * Circles that may stay, each with its reason. Files are named without their packages and rooms, so that a move keeps the list.
 * A circle that has ended leaves the list.
 */
const ALLOWED = [
  {
    why: 'a compound command is walked by the walk that meets compound commands: real mutual recursion',
    files: ['compound', 'walk'],
  },
];

/** Strongly connected groups of more than one file, or of a file that imports itself (Tarjan). */
function circlesOf(imports: Imports): string[][] {
  const circles: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): void => {
    const at = index.size;
    index.set(file, at);
    low.set(file, at);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== at) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1 || imports.get(file)?.includes(file)) circles.push(circle.sort());
  };
  for (const file of imports.keys()) visit(file);
  return circles.sort((one, other) => one[0]!.localeCompare(other[0]!));
}

const namesOf = (circle: readonly string[]) => circle.map((file) => path.posix.basename(file, '.ts'));
const isAllowed = (circle: readonly string[]) =>
  ALLOWED.some((one) => namesOf(circle).every((name) => one.files.includes(name)));

describe('source files import one another in one direction', () => {
  const circles = circlesOf(imports);

  test('no circle but those that are named', () => {
    expect(circles.filter((circle) => !isAllowed(circle))).toEqual([]);
    expect(circles.length).toBeLessThanOrEqual(ALLOWED.length);
  });

  test('a circle that has ended is named no more', () => {
    const gone = ALLOWED.filter(
      ({ files }) => !circles.some((circle) => namesOf(circle).every((name) => files.includes(name))),
    );
    expect(gone.map(({ files }) => files)).toEqual([]);
  });

  test('every package is looked at, and imports across packages are followed', () => {
    const packages = new Set(files.map((file) => file.split('/')[1]));
    expect([...packages]).toEqual(expect.arrayContaining(['core', 'evidence', 'hooks', 'cli', 'workflows', 'agents']));
    expect(imports.get('packages/workflows/src/tdd.ts')).toContain('packages/core/src/workflow/index.ts');
  });
});

describe('what counts as a circle', () => {
  const circlesIn = (texts: Record<string, string>, behind: Record<string, string> = {}) =>
    circlesOf(importsOf(new Map(Object.entries(texts)), (name) => behind[name]));

  test.each([
    ['a type', "import type { B } from './b.js';"],
    ['a list over several lines', "import {\n  type A,\n  b,\n} from './b.js';"],
    ['what is passed on', "export * from './b.js';"],
    ['a module for what it does', "import './b.js';"],
    ['a module that is loaded later', "const load = () => import('./b.js');"],
    ['the type of a module', "let b: typeof import('./b.js');"],
    ['a package of ours', "import { b } from '@flow/b';"],
  ])('%s', (_what, text) => {
    const texts = { 'p/a.ts': text, 'p/b.ts': "import { a } from './a.js';" };
    expect(circlesIn(texts, { '@flow/b': 'p/b.ts' })).toEqual([['p/a.ts', 'p/b.ts']]);
  });

  test('a way round through several files', () => {
    const texts = {
      'a.ts': "import './in/b.js';",
      'in/b.ts': "import './c.js';",
      'in/c.ts': "import '../a.js';",
      'd.ts': "import './a.js';",
    };
    expect(circlesIn(texts)).toEqual([['a.ts', 'in/b.ts', 'in/c.ts']]);
  });

  test('no circle: imports in one direction, a comment, other packages', () => {
    const texts = {
      'a.ts': "import { b } from './b.js';\nimport { join } from 'node:path';",
      'b.ts': "// import { a } from './a.js';\n/**\n * import { a } from './a.js';\n */\nimport * as z from 'zod';",
    };
    expect(circlesIn(texts)).toEqual([]);
  });
});
