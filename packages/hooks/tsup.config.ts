import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Options } from 'tsup';

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

/**
 * Bundled CommonJS files without a single dependency at run time (performance-limits, section 13):
 * `hook` is the small file that every event pays for; the others are loaded only when an event needs them.
 */
export default defineConfig({
  entry: {
    hook: 'src/bin/hook.ts',
    event: 'src/bin/event.ts',
    prompt: 'src/bin/prompt.ts',
    'host-codex': '../clients/src/codex/dialect.ts',
    engine: '../engine/src/engine.ts',
    shell: '../shell-effects/src/index.ts',
    config: '../engine/src/policy/config.ts',
    parsers: '../engine/src/recording/parsers.ts',
    exec: 'src/bin/exec.ts',
    statusline: 'src/bin/statusline.ts',
    workflow: '../engine/src/run/index.ts',
    documents: '../engine/src/run/documents/document-reader.ts',
    reviews: '../engine/src/run/reviews/index.ts',
    texts: '../engine/src/facts/client-texts/index.ts',
    program: 'src/program.ts',
    testing: 'src/testing.ts',
    'flow-hooks': 'src/bin/flow-hooks.ts',
  },
  format: ['cjs'],
  outExtension: () => ({ js: '.cjs' }),
  platform: 'node',
  target: 'node20',
  splitting: false,
  minify: true,
  clean: true,
  noExternal: [
    /^(?!\.\/(event|prompt|host-codex|engine|shell|config|parsers|exec|workflow|documents|reviews|texts|statusline|program)\.cjs$)/,
  ],
  external: [
    './event.cjs',
    './prompt.cjs',
    './host-codex.cjs',
    './engine.cjs',
    './shell.cjs',
    './config.cjs',
    './parsers.cjs',
    './exec.cjs',
    './workflow.cjs',
    './documents.cjs',
    './reviews.cjs',
    './texts.cjs',
    './statusline.cjs',
    './program.cjs',
  ],
  // `package.json`: see `install/host-files/bundle-files.ts`. Editors read the schema of flow.config.yaml from the package; it is made from the same code that checks the file.
  async onSuccess() {
    writeFileSync(new URL('dist/package.json', import.meta.url), '{ "type": "commonjs" }\n');
    const { configJsonSchema } = createRequire(import.meta.url)(
      './dist/config.cjs',
    ) as typeof import('@flow/engine/policy/config');
    writeFileSync(new URL('dist/flow.config.schema.json', import.meta.url), `${JSON.stringify(configJsonSchema())}\n`);
  },
  plugins: [{ name: 'asks-once', renderChunk: (code) => ({ code: asksOnce(code) }) }],
  // With it tsup would answer for `node:path` before the plugin is asked.
  removeNodeProtocol: false,
  esbuildPlugins: [quickPath],
  define: { FLOW_VERSION: JSON.stringify(version) },
  esbuildOptions(options) {
    options.conditions = ['@flow/source', 'node', 'import', 'default'];
    options.legalComments = 'none';
  },
});
