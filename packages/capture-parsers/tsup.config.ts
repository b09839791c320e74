import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

export default defineConfig([
  {
    // Each module stays a file of its own, so that a bundler drops the runners that nobody imports.
    entry: ['src/**/*.ts', '!src/**/*.test.ts', '!src/bin/**'],
    bundle: false,
    format: ['esm'],
    target: 'node20',
    clean: true,
    // The schema of a Report for other tools, from the same source as the export.
    async onSuccess() {
      const { REPORT_SCHEMA } = (await import('./src/schema.js')) as typeof import('./src/schema.js');
      writeFileSync(new URL('dist/report.schema.json', import.meta.url), `${JSON.stringify(REPORT_SCHEMA, null, 2)}\n`);
    },
  },
  {
    // CommonJS starts faster than modules do: `flow-parse` compiles nothing but a few lines before it asks for the cache.
    entry: { 'flow-parse': 'src/bin/flow-parse.ts', program: 'src/bin/program.ts' },
    format: ['cjs'],
    outExtension: () => ({ js: '.cjs' }),
    external: ['./program.cjs'],
    platform: 'node',
    target: 'node20',
    splitting: false,
    minify: true,
    define: { FLOW_VERSION: JSON.stringify(version) },
  },
]);
