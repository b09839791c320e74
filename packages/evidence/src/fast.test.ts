import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('what a hook needs on every event loads only node:fs and node:path', () => {
  const sources = new URL('.', import.meta.url).pathname;
  const seen = new Set<string>();
  const modules = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, specifier = ''] of readFileSync(join(sources, file), 'utf8').matchAll(
      /^(?:im|ex)port (?!type ).*?from '([^']+)'/gms,
    )) {
      if (specifier.startsWith('.')) visit(join(file, '..', specifier.replace(/\.js$/, '.ts')));
      else modules.add(specifier);
    }
  };
  visit('fast.ts');
  expect([...seen]).toContain('keys/seal.ts');
  expect([...modules].sort()).toEqual(['node:fs', 'node:path']);
});
