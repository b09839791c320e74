import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { ParseInput, Report } from '../src/everything.js';

const home = join(import.meta.dirname, '..');
const REGISTRY = 'src/runners/index.ts';
/** By its name, as bundlers are shown other files than Node. */
const LIBRARY = '@flow/capture-parsers';
// Inside the package, so that the bundler finds its own settings and modules.
mkdirSync(join(home, '.cache'), { recursive: true });
const folder = mkdtempSync(join(home, '.cache/bundling-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles a module as somebody's project would, and gives the file. */
function bundle(name: string, source: string): string {
  const entry = join(folder, `${name}.ts`);
  writeFileSync(entry, source);
  const words = [
    '--no-config',
    entry,
    '--format',
    'esm',
    '--minify',
    '--out-dir',
    join(folder, name),
    '--no-dts',
    '--silent',
  ];
  const { status, stderr } = spawnSync(join(home, '../../node_modules/.bin/tsup'), words, {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const file = join(folder, name, `${name}.js`);
  return statSync(file, { throwIfNoEntry: false }) ? file : join(folder, name, `${name}.mjs`);
}

type Module = { read(input: ParseInput): Report[] };

/** The bundler of tsup, in this process: a start for each of all runners would take a minute. */
const { build } = createRequire(createRequire(import.meta.url).resolve('tsup'))('esbuild') as {
  build(options: object): Promise<{ outputFiles: { path: string; contents: Uint8Array }[] }>;
};

/** Modules of somebody's page, by their names, each bundled as a browser gets it. */
async function forBrowser<Name extends string>(modules: Record<Name, string>): Promise<Record<Name, Uint8Array>> {
  const pages = join(folder, 'pages');
  mkdirSync(pages, { recursive: true });
  for (const [name, text] of Object.entries<string>(modules)) writeFileSync(join(pages, `${name}.js`), text);
  const entryPoints = Object.keys(modules).map((name) => join(pages, `${name}.js`));
  const common = { bundle: true, minify: true, format: 'esm', platform: 'browser', write: false } as const;
  const { outputFiles } = await build({ entryPoints, outdir: join(folder, 'out'), ...common, logLevel: 'error' });
  const named = outputFiles.map(({ path, contents }) => [basename(path, '.js'), contents] as const);
  return Object.fromEntries(named) as Record<Name, Uint8Array>;
}

/** Runners with many formats, and what each of them stays below. */
const LARGER: Readonly<Record<string, number>> = {
  ...{ pytest: 20_000, vitest: 18_000, gotestsum: 17_000, go: 15_000 },
  ...{ cargo: 14_000, rspec: 14_000, nextest: 13_500, maven: 13_000, mocha: 12_700 },
};

describe('the package is tree-shakeable', () => {
  test('a parser of one runner leaves the others out, and a writer leaves all readers out', async () => {
    const { all, parser, writer } = await forBrowser({
      all: `export { parse } from '${LIBRARY}';`,
      parser: `import { parserOf } from '${LIBRARY}';
import { go } from '${LIBRARY}/runners/go';
export const read = parserOf([go]);`,
      writer: `export { toCtrf } from '${LIBRARY}/writers';`,
    });
    expect(parser.length).toBeLessThan(all.length / 3);
    expect(writer.length).toBeLessThan(all.length / 20);
  });

  test('each runner alone is below 12 kB in a browser, but for nine that have many formats', async () => {
    const runners = readFileSync(join(home, REGISTRY), 'utf8').matchAll(/\{ (\w+) \} from '\.\/([\w-]+)\/runner\.js'/g);
    const modules = [...runners].map(([, name, id]) => [
      id!,
      `import { readOne } from '${LIBRARY}';
import { ${name} } from '${LIBRARY}/runners/${id}';
export const read = (output, exitCode) => readOne(${name}, { output, exitCode });`,
    ]);
    const pages = Object.entries(await forBrowser(Object.fromEntries(modules) as Record<string, string>));
    expect(pages.map(([id]) => id).toSorted()).toEqual(RUNNERS);
    const sizes = pages.map(([id, page]) => [id, gzipSync(page, { level: 9 }).length] as const);
    expect(sizes.filter(([id, bytes]) => bytes > (LARGER[id] ?? 12_000))).toEqual([]);
  });
});

describe('what is published', () => {
  const packed = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: home, encoding: 'utf8' });
  const [{ size, files }] = JSON.parse(packed.stdout) as [{ size: number; files: { path: string; size: number }[] }];

  test('has the code once', () => {
    const code = files.filter(({ path }) => /\.(?:js|cjs)$/.test(path));
    const [whole, ...others] = code.toSorted((left, right) => right.size - left.size);
    expect(whole!.path).toBe('dist/everything.js');
    for (const { path } of others.filter(({ path }) => !/^dist\/(?:program\.js|flow-parse\.cjs)$/.test(path)))
      expect(readFileSync(join(home, path), 'utf8')).toMatch(
        /^export \{ [^}]+ \} from '(?:\.\/|(?:\.\.\/)+)everything\.js';\n$/,
      );
    expect(others.reduce((sum, file) => sum + file.size, 0)).toBeLessThan(20_000);
  });

  test('is below 180 kB with 62 runners, and 6 kB more for each that comes', () => {
    expect(size).toBeLessThan(180_000 + 6_000 * Math.max(0, RUNNERS.length - RUNNERS_MEASURED));
  });

  test('has about fifteen names at its door', () => {
    const names = readFileSync(join(home, 'src/index.ts'), 'utf8').matchAll(/\b(?:type )?(\w+)(?=,| \})/g);
    expect([...names].length).toBeLessThanOrEqual(16);
  });

  test('can be required by CommonJS code', () => {
    const { parse } = createRequire(import.meta.url)(join(home, 'dist/index.js')) as { parse: unknown };
    expect(parse).toBeTypeOf('function');
  });

  test('has each runner at a door of its own', async () => {
    for (const runner of ['go', 'cargo-check', 'node-test']) {
      const door = (await import(pathToFileURL(join(home, `dist/runners/${runner}/runner.js`)).href)) as object;
      expect(Object.values(door)).toMatchObject([{ id: runner }]);
    }
  });
});

/** Each runner has a folder. */
const RUNNERS = readdirSync(join(home, 'src/runners'), { withFileTypes: true })
  .flatMap((one) => (one.isDirectory() ? [one.name] : []))
  .toSorted();

/** As many runners took 165 kB. */
const RUNNERS_MEASURED = 62;

const linesOf = (text: string) => text.split('\n');

/** What each file below a folder holds. */
function contentOf(root: string): ReadonlyMap<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(files.map((file) => [relative(root, file).replaceAll(sep, '/'), readFileSync(file, 'utf8')]));
}

describe('adding a runner', () => {
  test('the worked example of the README reads what it says', async () => {
    const readme = readFileSync(join(home, 'README.md'), 'utf8');
    const example = /```ts\n(export const tally[\s\S]*?)```/.exec(readme)![1]!;
    const imports = `import { parserOf } from '${LIBRARY}';\nimport { Collector, eachLine, judge, type Runner } from '${LIBRARY}/kit';\n`;
    const file = bundle('tally', `${imports}${example}\nexport const read = parserOf([tally]);\n`);
    const { read } = (await import(pathToFileURL(file).href)) as Module;
    expect(read({ command: 'tally || true', output: 'ok add\nok subtract\n2 done\n', exitCode: 0 })).toMatchObject([
      { runner: 'tally', outcome: 'passed', counts: { passed: 2, total: 2 } },
    ]);
    expect(read({ command: 'tally', output: 'ok add\nnot ok subtract\n2 done\n' })).toMatchObject([
      { outcome: 'failed' },
    ]);
    expect(read({ command: 'tally', output: 'ok add\n' })).toMatchObject([{ green: false }]);
    expect(read({ command: 'tally', output: 'ok add\nok fake\nok subtract\n2 done\n', exitCode: 0 })).toMatchObject([
      { outcome: 'unknown', reasons: ['counts-disagree'] },
    ]);
  });

  test.each(['test', 'lint'])(
    'a new %s runner is one folder, one line and its samples; its reader compiles and calls nothing green',
    async (kind) => {
      const root = join(folder, `package-${kind}`);
      for (const part of ['src', 'scripts']) cpSync(join(home, part), join(root, part), { recursive: true });
      const before = contentOf(root);
      const script = join(root, 'scripts/new-runner.mjs');
      const generate = (...words: string[]) => spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
      expect(generate('my-tool', kind).stdout).toContain('src/runners/my-tool/runner.ts');
      const after = contentOf(root);
      const touched = [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
      expect(touched.filter((file) => !/^(?:src\/runners|samples)\/my-tool\//.test(file))).toEqual([REGISTRY]);
      const lines = linesOf(before.get(REGISTRY)!);
      expect(linesOf(after.get(REGISTRY)!).filter((line) => !lines.includes(line))).toEqual([
        "export { myTool } from './my-tool/runner.js';",
      ]);
      expect(linesOf(after.get(REGISTRY)!)).toHaveLength(lines.length + 1);
      expect(generate('my-tool', kind)).toMatchObject({ status: 1, stderr: expect.stringContaining('EXISTS') });
      expect(generate('My Tool')).toMatchObject({ status: 2, stderr: expect.stringContaining('USAGE') });
      const file = bundle(
        `generated-${kind}`,
        `export { parse as read } from ${JSON.stringify(join(root, 'src/index.ts'))};`,
      );
      const { read } = (await import(pathToFileURL(file).href)) as Module;
      expect(read({ command: 'my-tool', output: 'all is well\n', exitCode: 0 })).toMatchObject([
        { runner: 'my-tool', kind, green: false, unparsed: 1 },
      ]);
    },
  );
});
