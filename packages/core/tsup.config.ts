import { writeFileSync } from 'node:fs';
import { defineConfig } from '../../scripts/build.js';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/documents/index.ts',
    'src/goal/index.ts',
    'src/items/index.ts',
    'src/drive/index.ts',
    'src/figures/index.ts',
    'src/workflow/index.ts',
    'src/schemas/index.ts',
    'src/preset-schema.ts',
    'src/testing.ts',
  ],
  format: ['esm'],
  target: 'node20',
  clean: true,
  sourcemap: true,
  // Editors read the schemas of what people write from the package; they are made from the same code that checks the files.
  async onSuccess() {
    const built = (name: string) => import(new URL(`dist/${name}.js`, import.meta.url).href);
    const { presetJsonSchema } = (await built('preset-schema')) as typeof import('./src/preset-schema.js');
    const { workflowJsonSchemas } = (await built('schemas/index')) as typeof import('./src/schemas/index.js');
    const { testShapeJsonSchema } = (await built('documents/index')) as typeof import('./src/documents/index.js');
    const schemas = {
      'preset.schema.json': presetJsonSchema(),
      'test-shape.schema.json': testShapeJsonSchema(),
      ...workflowJsonSchemas(),
    };
    for (const [name, schema] of Object.entries(schemas)) {
      writeFileSync(new URL(`dist/${name}`, import.meta.url), `${JSON.stringify(schema, null, 2)}\n`);
    }
  },
});
