import { defineConfig } from '../../scripts/build.js';

/** The port, its contract tests and the coordinators; what drives a run is part of the program `flow`. */
export default defineConfig({
  entry: { index: 'src/coordinate/index.ts', contract: 'src/coordinate/contract.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  splitting: true,
  minify: true,
  clean: true,
  noExternal: [/./],
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  esbuildOptions(options) {
    options.legalComments = 'none';
    options.conditions = ['@flow/source', 'node', 'import', 'default'];
  },
});
