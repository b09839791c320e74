import { defineConfig } from './build.js';

/** Scripts in TypeScript are built by the source of the workspace: some of its packages are source alone. */
export default defineConfig({
  format: ['esm'],
  outDir: '.cache/scripts',
  silent: true,
  esbuildOptions(options) {
    options.conditions = ['@flow/source', 'node', 'import', 'default'];
  },
});
