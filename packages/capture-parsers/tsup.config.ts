import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/** The library's modules, from `src`. */
const modules = readdirSync(new URL('src', import.meta.url), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('bin/'));

export default defineConfig([
  {
    // For bundlers each module is a file of its own, so that they drop the runners that nobody imports.
    entry: Object.fromEntries(modules.map((file) => [`modules/${file.slice(0, -3)}`, `src/${file}`])),
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
    // Node loads one file in a third of the time that it takes for a hundred.
    entry: ['src/index.ts'],
    format: ['esm'],
    platform: 'neutral',
    target: 'node20',
    splitting: false,
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
