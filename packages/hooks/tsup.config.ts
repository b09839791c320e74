import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/**
 * Bundled CommonJS files without a single dependency at run time (performance-limits, section 13):
 * `hook` is the small dispatcher that every event pays for; the others are loaded only when an event needs them.
 */
export default defineConfig({
  entry: {
    hook: 'src/bin/hook.ts',
    engine: 'src/engine.ts',
    config: 'src/config.ts',
    'flow-hooks': 'src/bin/flow-hooks.ts',
  },
  format: ['cjs'],
  outExtension: () => ({ js: '.cjs' }),
  platform: 'node',
  target: 'node20',
  splitting: false,
  minifySyntax: true,
  minifyWhitespace: true,
  clean: true,
  noExternal: [/^(?!\.\/(engine|config)\.cjs$)/],
  external: ['./engine.cjs', './config.cjs'],
  define: { FLOW_VERSION: JSON.stringify(version) },
  esbuildOptions(options) {
    options.conditions = ['@flow/source', 'node', 'import', 'default'];
    options.legalComments = 'none';
  },
});
