import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'tsup';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Clients from '../packages/clients/src/clients.js';
import type * as Core from '../packages/core/src/index.js';
import type * as Schemas from '../packages/core/src/schemas/index.js';
import type * as Checks from '../packages/core/src/workflow/checks/index.js';
import type * as Guards from '../packages/engine/src/handle/guards/index.js';
import type * as Bundles from '../packages/engine/src/places/bundle-files.js';
import type * as Products from '../packages/engine/src/places/own-products.js';
import type * as Red from '../packages/engine/src/red/runners.js';

/*
 * What a new thing costs: a sample of each is written into a copy of the packages, and files and lines are counted. A parser is
 * counted in `packages/capture-parsers/test/bundling.test.ts`, a workflow in `packages/workflows/test/one-file.test.ts`.
 */

const root = path.join(import.meta.dirname, '..');
const originals = path.join(root, 'packages');
mkdirSync(path.join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(path.join(root, '.cache/new-things-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COPIED = ['clients', 'core', 'engine'];
for (const name of COPIED)
  cpSync(path.join(originals, name, 'src'), path.join(folder, name, 'src'), { recursive: true });

const at = (file: string) => path.join(folder, file);
const read = (file: string) => readFileSync(at(file), 'utf8');

function write(file: string, text: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
}

/** Puts text behind a text that stands once in a file. */
function insert(file: string, behind: string, text: string): void {
  expect(read(file).split(behind), `${file}: ${behind}`).toHaveLength(2);
  write(
    file,
    read(file).replace(behind, () => `${behind}${text}`),
  );
}

function filesNow(): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll(path.sep, '/'),
  );
  return new Map(names.filter((name) => statSync(at(name)).isFile()).map((name) => [name, read(name)]));
}

interface Cost {
  /** Files that are new. */
  files: string[];
  /** Lines that are new or changed, by the file that was there before. */
  lines: Record<string, number>;
}

/** Counts what a change of the copy has touched. */
function costOf(change: () => void): Cost {
  const before = filesNow();
  change();
  const cost: Cost = { files: [], lines: {} };
  for (const [file, text] of filesNow()) {
    const old = before.get(file)?.split('\n');
    if (!old) cost.files.push(file);
    else if (old.join('\n') !== text) cost.lines[file] = text.split('\n').filter((line) => !old.includes(line)).length;
  }
  cost.files.sort();
  return cost;
}

/** A check that asks for a branch of a name. */
function addCheck(): void {
  write(
    'core/src/workflow/checks/sample.ts',
    `import { type CheckKind, ownAlone, type SpecOf } from './kind.js';

export const sample: CheckKind<SpecOf<'sample'>> = {
  actor: 'agent',
  on: 'nothing',
  code: 'SAMPLE_MISSING',
  listens: [],
  subjects: (_spec, _moment, item) => ownAlone(item),
  judge: ({ name }, _subject, { moment }) => (moment.git.branch === name ? 'ok' : 'missing'),
};
`,
  );
  insert('core/src/schemas/checks.ts', 'export const CHECK_PARAMETERS = {\n', '  sample: { name: IdSchema },\n');
  insert(
    'core/src/workflow/checks/all.ts',
    "export { red } from './red.js';\n",
    "export { sample } from './sample.js';\n",
  );
}

/** A guard that refuses one program. */
function addGuard(): void {
  write(
    'engine/src/handle/guards/entries/sample.ts',
    `import type { Judge } from '../../../judges/guard.js';

export const sample: Judge = ({ command }) =>
  command?.text.startsWith('sample') ? [{ code: 'SAMPLE', level: 'block', args: {} }] : [];
`,
  );
  insert('core/src/policy/guard.ts', "export const GUARDS = ['unreadable', ", "'sample', ");
  insert(
    'engine/src/handle/guards/entries/index.ts',
    "export { protectedFiles as protected } from './protected.js';\n",
    "export { sample } from './sample.js';\n",
  );
}

/** A client that speaks as Codex does. */
function addClient(): void {
  cpSync(at('clients/src/codex'), at('clients/src/sample'), { recursive: true });
  for (const file of ['traits.ts', 'dialect.ts'])
    write(`clients/src/sample/${file}`, read(`clients/src/sample/${file}`).replaceAll("'codex'", "'sample'"));
  for (const [file, name, own] of [
    ['clients/src/all-traits.ts', 'TRAITS', 'traits'],
    ['clients/src/all-clients.ts', 'CLIENT', 'client'],
  ] as const) {
    const line = `export { ${name} as codex } from './codex/${own}.js';\n`;
    insert(file, line, line.replaceAll('codex', 'sample'));
  }
  insert(
    'engine/src/bundles.ts',
    "  'host-codex': 'clients/src/codex/dialect.ts',\n",
    "  'host-sample': 'clients/src/sample/dialect.ts',\n",
  );
}

/** A runner whose tests can be proven red. */
function addRedRunner(): void {
  write(
    'engine/src/red/runners/sample.ts',
    `import { fromFolder, type RedRunner } from '../runner.js';

export const sample: RedRunner = {
  language: 'python',
  nameOf: ({ file, suite }, names) => [fromFolder(file, suite.root), ...names].join(' '),
  jobs: (tests, suite) => [{ argv: ['sample'], directory: suite.root, tests: [...tests] }],
};
`,
  );
  insert(
    'engine/src/red/runners/all.ts',
    "export { rspec } from './rspec.js';\n",
    "export { sample } from './sample.js';\n",
  );
}

const costs: Record<string, Cost> = {};
let built: typeof Core &
  typeof Checks &
  typeof Guards &
  typeof Clients &
  typeof Bundles &
  typeof Products &
  Pick<typeof Schemas, 'parseWorkflow'> &
  typeof Red;

/** Finds our packages in the copy, else where they are. */
function sourceOf(name: string, inner = 'index'): string {
  const home = path.join(COPIED.includes(name) ? folder : originals, name, 'src', inner);
  const file = [`${home}.ts`, path.join(home, 'index.ts')].find((one) => statSync(one, { throwIfNoEntry: false }));
  if (file === undefined) throw new Error(`@flow/${name}/${inner} is no file`);
  return file;
}

beforeAll(async () => {
  for (const [name, add] of Object.entries({ addCheck, addGuard, addClient, addRedRunner })) costs[name] = costOf(add);
  const rooms = [
    'core/src/index',
    'core/src/schemas/index',
    'core/src/workflow/checks/index',
    'engine/src/handle/guards/index',
    'engine/src/places/bundle-files',
    'engine/src/places/own-products',
    'engine/src/red/runners',
    'clients/src/clients',
  ];
  write('all.ts', rooms.map((room) => `export * from './${room}.js';\n`).join(''));
  await build({
    entry: [at('all.ts')],
    config: false,
    silent: true,
    format: ['cjs'],
    outExtension: () => ({ js: '.cjs' }),
    platform: 'node',
    target: 'node20',
    outDir: at('built'),
    noExternal: [/./],
    esbuildPlugins: [
      {
        name: 'copied-packages',
        setup(bundler) {
          bundler.onResolve({ filter: /^@flow\// }, ({ path: name }) => {
            const [, one = '', inner] = /^@flow\/([^/]+)(?:\/(.+))?$/.exec(name) ?? [];
            return { path: sourceOf(one, inner) };
          });
          // What a copied file imports of others lies beside the original.
          bundler.onResolve({ filter: /^[\w@]/ }, ({ path: name, importer, kind, resolveDir }) => {
            if (!importer.startsWith(folder) || name.startsWith('node:') || resolveDir.startsWith(originals)) return;
            return bundler.resolve(name, { kind, resolveDir: path.join(originals, path.relative(folder, resolveDir)) });
          });
        },
      },
    ],
  });
  built = createRequire(import.meta.url)(at('built/all.cjs')) as typeof built;
}, 120_000);

describe('a new thing', () => {
  test('a check is one file, the declaration of its parameters, and its name in the registry', () => {
    expect(costs.addCheck).toEqual({
      files: ['core/src/workflow/checks/sample.ts'],
      lines: { 'core/src/schemas/checks.ts': 1, 'core/src/workflow/checks/all.ts': 1 },
    });
    expect(built.CHECK_NAMES).toContain('sample');
    const workflow = (check: object) => ({
      ...{ id: 'own', title: 'Own', version: 1, dials: {}, documents: {}, rules: [] },
      phases: [{ id: 'work', title: 'Work', instruction: 'Work.', exit: [check] }],
    });
    expect(built.parseWorkflow(workflow({ check: 'sample', name: 'x', when: { flag: ['y'] } }))).toMatchObject({
      ok: true,
    });
    expect(built.parseWorkflow(workflow({ check: 'sample' }))).toMatchObject({ ok: false });
    expect(built.parseWorkflow(workflow({ check: 'sample', name: 'x', other: 1 }))).toMatchObject({ ok: false });
  });

  test('a guard is one file, its name for the configuration, and its entry', () => {
    expect(costs.addGuard).toEqual({
      files: ['engine/src/handle/guards/entries/sample.ts'],
      lines: { 'core/src/policy/guard.ts': 1, 'engine/src/handle/guards/entries/index.ts': 1 },
    });
    const entry = built.GUARD_ENTRIES.find(({ id }) => (id as string) === 'sample');
    const judge = (text: string) => entry?.judge({ command: { text } } as never, {} as never);
    expect([judge('sample x'), judge('other')]).toEqual([[{ code: 'SAMPLE', level: 'block', args: {} }], []]);
    expect(built.compilePolicy({ guards: { sample: 'monitor' } }, '', [])).toMatchObject({
      policy: { guards: { sample: 'monitor', push: 'enforce' } },
    });
  });

  test('a client is one folder, and its name in the three tables that are loaded apart', () => {
    const { files, lines } = costs.addClient!;
    expect(files.filter((file) => !file.startsWith('clients/src/sample/'))).toEqual([]);
    expect(files).toContain('clients/src/sample/dialect.ts');
    expect(lines).toEqual({
      'clients/src/all-clients.ts': 1,
      'clients/src/all-traits.ts': 1,
      'engine/src/bundles.ts': 1,
    });
    const names = built.CLIENTS.map(({ adapter: { name } }) => name);
    expect(names[0]).toBe('claude-code');
    expect(names).toContain('sample');
    expect(built.BUNDLE_FILES).toContain('host-sample.cjs');
    expect(built.OWN_PRODUCTS.clients?.map(({ program }) => program)).toContain('sample');
    // The door for events loads an adapter by the word that an installation wrote.
    expect(readFileSync(path.join(originals, 'hooks/src/bin/event.ts'), 'utf8')).not.toMatch(/codex['.]/);
  });

  test('the proof of red of a runner is one file and its entry', () => {
    expect(costs.addRedRunner).toEqual({
      files: ['engine/src/red/runners/sample.ts'],
      lines: { 'engine/src/red/runners/all.ts': 1 },
    });
    expect(built.redRunner('sample')).toMatchObject({ language: 'python' });
  });
});
