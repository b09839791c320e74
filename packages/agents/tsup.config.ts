import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '../../scripts/build.js';
import { writeModules } from './scripts/packs.js';

writeModules(new URL('./', import.meta.url));

export default defineConfig({
  entry: ['src/index.ts', 'src/roster-index.ts', 'src/packs.ts'],
  format: ['esm'],
  target: 'node20',
  clean: true,
  sourcemap: true,
  async onSuccess() {
    const { agents } = (await import(
      new URL('dist/index.js', import.meta.url).href
    )) as typeof import('./src/index.js');
    const packs = (await import(new URL('dist/packs.js', import.meta.url).href)) as typeof import('./src/packs.js');
    // Package managers that link skills find them here.
    const skills = fileURLToPath(new URL('skills/', import.meta.url));
    rmSync(skills, { recursive: true, force: true });
    for (const [name, text] of Object.entries(packs.collectionSkill(agents))) {
      const file = path.join(skills, packs.COLLECTION, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    // Made from the same code that reads verdicts, for clients that can hold a model to a schema.
    const url = new URL('dist/index.js', import.meta.url).href;
    const { verdictJsonSchema } = (await import(url)) as typeof import('./src/index.js');
    writeFileSync(
      new URL('dist/verdict.schema.json', import.meta.url),
      `${JSON.stringify(verdictJsonSchema(), null, 2)}\n`,
    );
  },
});
