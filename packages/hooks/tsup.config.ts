import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Options } from '../../scripts/build.js';
import { sourceDigest } from '../../scripts/source-digest.js';
import { thirdPartyLicences } from '../../scripts/third-party.js';
import { BUNDLES } from '../engine/src/bundles.js';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

const BUILT_IN = /=((?:[\w$]+\()?require\("(?:node:)?(fs|path|os)"\)(,1\))?)(?=[,;])/g;

/**
 * A bundle asks Node for `fs` and `path` once for each of its modules, a hundred times in all, and copies half of the
 * answers property by property: 3 ms of each judged event. Asked once, the answer is kept. `require` takes six times as
 * long to give the first of them, which is 0.05 ms of every event.
 */
function asksOnce(code: string): string {
  const names = new Set<string>();
  const asked = code.replace(BUILT_IN, (_, asks: string, name: string, copied?: string) => {
    const kept = `$_${name}${copied ? '_copy' : ''}`;
    names.add(kept);
    return `=(${kept}??=${asks.replace(/require\("(?:node:)?/, '$ask("')})`;
  });
  return names.size > 0
    ? asked.replace('"use strict";', `"use strict";var $ask=process.getBuiltinModule??require,${[...names].join(',')};`)
    : code;
}

/**
 * V8 keeps a text with a single character beyond Latin-1 in two bytes each: reading the largest file took a tenth longer for the
 * signs of build tools in a few patterns. Of the parsers, which look into their patterns, none is touched.
 */
const asciiOnly = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Bundles take `node:path` by way of `src/entry/quick-path.ts`, which says why. */
const quickPath: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'quick-path',
  setup(build) {
    const file = fileURLToPath(new URL('src/entry/quick-path.ts', import.meta.url));
    build.onResolve({ filter: /^(node:)?path$/ }, ({ importer, kind }) =>
      kind === 'import-statement' && importer !== file ? { path: file } : undefined,
    );
  },
};

const packages = fileURLToPath(new URL('..', import.meta.url));

/** The rooms that facts of a run are read in. */
const READERS = readdirSync(packages).filter((name) => /^(?:core|evidence|shell-effects|engine|preset-.+)$/.test(name));

/** The rows of the tables of codes in `docs/codes.md`: when a code comes, and what resolves it. */
const CODES = Object.fromEntries(
  [
    ...readFileSync(new URL('../../docs/codes.md', import.meta.url), 'utf8').matchAll(
      /^\| ([A-Z]+_[A-Z_]+) \|(.*)\|$/gm,
    ),
  ].map(([, code = '', rest = '']) => [
    code,
    rest.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')),
  ]),
);

/** The entries of a table of bundles, as paths from this package. */
const sources = (table: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(table).map(([name, source]) => [name, `../${source}`]));

/** The built files of `BUNDLES`, and the further tests of presets, which no hook loads. */
export default defineConfig({
  entry: { ...sources(BUNDLES), testing: 'src/testing.ts' },
  format: ['cjs'],
  outExtension: () => ({ js: '.cjs' }),
  platform: 'node',
  target: 'node20',
  splitting: false,
  minify: true,
  clean: true,
  noExternal: [/^(?!\.\/[\w-]+\.cjs$)/],
  external: [/^\.\/[\w-]+\.cjs$/],
  // `package.json`: see `places/bundle-files.ts` of the engine. Editors read the schema of flow.config.yaml from the package; it is made from the same code that checks the file.
  async onSuccess() {
    writeFileSync(new URL('dist/package.json', import.meta.url), '{ "type": "commonjs" }\n');
    const { configJsonSchema } = createRequire(import.meta.url)(
      './dist/config.cjs',
    ) as typeof import('@flow/engine/policy/config');
    writeFileSync(new URL('dist/flow.config.schema.json', import.meta.url), `${JSON.stringify(configJsonSchema())}\n`);
  },
  plugins: [
    {
      name: 'asks-once',
      renderChunk: (code, { path }) => ({ code: asksOnce(path.endsWith('/engine.cjs') ? asciiOnly(code) : code) }),
    },
  ],
  // With it tsup would answer for `node:path` before the plugin is asked.
  removeNodeProtocol: false,
  esbuildPlugins: [quickPath, thirdPartyLicences],
  define: {
    FLOW_VERSION: JSON.stringify(version),
    FLOW_CODES: JSON.stringify(CODES),
    FLOW_READER: JSON.stringify(
      sourceDigest(
        packages,
        READERS.map((name) => `${name}/src`),
      ),
    ),
  },
  esbuildOptions(options) {
    options.conditions = ['@flow/source', 'node', 'import', 'default'];
    options.legalComments = 'none';
  },
});
