import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { catalog } = parse(read('pnpm-workspace.yaml')) as { catalog: Record<string, string> };
const note = read('docs/decisions/2026-11-29-dependencies.md');

test('36.7 each dependency is named with why, and none that is gone', () => {
  const rows = note.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  expect(named.toSorted()).toEqual(Object.keys(catalog).toSorted());
  for (const row of rows) expect(row.split(' | ').at(-1)!.length, row).toBeGreaterThan(5);
});

test('36.7 a version stands once: packages take what others wrote from the catalog', () => {
  for (const file of globSync('{package.json,{packages,apps}/*/package.json}', { cwd: root })) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file)) as Record<
      string,
      Record<string, string>
    >;
    const own = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, range]) => !/^(?:catalog|workspace):/.test(range),
    );
    // The Node of the workspace is a program, pinned where pnpm reads it.
    expect(
      own.filter(([name]) => name !== 'node'),
      file,
    ).toEqual([]);
  }
});

test('36.7 one file knows the bundler', () => {
  const files = globSync('{scripts,packages/*,apps/*}/**/*.{ts,mjs}', {
    cwd: root,
    exclude: (name) => /^(?:node_modules|dist|\.cache|fixtures|samples|corpus)$/.test(path.basename(String(name))),
  });
  const knowing = files.filter((file) => /^import .* from 'tsup';$/m.test(read(file)));
  expect(knowing.map((file) => file.split(path.sep).join('/')).toSorted()).toEqual([
    'scripts/build.ts',
    'scripts/third-party.ts',
  ]);
});
