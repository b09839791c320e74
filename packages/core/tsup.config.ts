import { writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/documents/index.ts', 'src/workflow/index.ts', 'src/preset-schema.ts', 'src/testing.ts'],
  format: ['esm'],
  target: 'node20',
  clean: true,
  sourcemap: true,
  // Editors read the schema of preset.json from the package; it is made from the same code that checks the file.
  async onSuccess() {
    const built = new URL('dist/preset-schema.js', import.meta.url).href;
    const { presetJsonSchema } = (await import(built)) as typeof import('./src/preset-schema.js');
    writeFileSync(
      new URL('dist/preset.schema.json', import.meta.url),
      `${JSON.stringify(presetJsonSchema(), null, 2)}\n`,
    );
  },
});
