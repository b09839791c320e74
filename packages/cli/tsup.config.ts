import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/**
 * What the program needs is bundled; only `@flow/hooks` stays a dependency: its built files are installed into the
 * person's state folder, and its commands run here as they are. Commands are chunks of their own, loaded when called.
 */
export default defineConfig({
  entry: { flow: 'src/bin/flow.ts', 'flow-hooks': 'src/bin/flow-hooks.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  splitting: true,
  minify: true,
  clean: true,
  noExternal: [/^(?!@flow\/hooks)/],
  // `yaml` is CommonJS within.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  define: { FLOW_VERSION: JSON.stringify(version) },
  esbuildOptions(options) {
    options.legalComments = 'none';
  },
});
