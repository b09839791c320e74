import { defineConfig } from '../../scripts/build.js';

/** What builds the site: packages without built code of their own are taken from their source. */
export default defineConfig({
  entry: ['scripts/site.ts'],
  format: ['esm'],
  outDir: '.cache',
  silent: true,
  esbuildOptions(options) {
    options.conditions = ['@flow/source', 'node', 'import', 'default'];
  },
});
