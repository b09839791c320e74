import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { unanswered } from './unanswered.js';

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

test('36.7 what is not the newest is answered for in the note, and what its authors gave up is never', () => {
  const text =
    '## One\n\n**astro**\n\n## Not the newest\n\n- **undici 7**, not 8\n- **Biome 2.5** and **`@a/b`, vitest**: later\n';
  const behind = (current: string, latest: string, isDeprecated = false) => ({ current, latest, isDeprecated });
  expect(
    unanswered(
      {
        undici: behind('7.1.0', '8.0.0'),
        '@biomejs/biome': behind('2.5.1', '2.6.0'),
        '@a/b': behind('1.0.0', '1.0.1'),
        vitest: behind('5.1.0', '5.1.1', true),
        astro: behind('7.0.0', '7.0.1'),
        vite: behind('8.0.0', '8.0.1'),
      },
      text,
    ),
  ).toEqual(['vitest 5.1.0 is deprecated', 'astro is 7.0.0, and 7.0.1 is there', 'vite is 8.0.0, and 8.0.1 is there']);
  expect(unanswered({ astro: behind('7.0.0', '7.0.1') }, 'nothing')).toHaveLength(1);
});
