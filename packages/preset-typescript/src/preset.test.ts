import { testPreset } from '@flow/core/testing';
import { describe, test } from 'vitest';
import { typescript } from './index.js';

describe('M7 M9 the TypeScript preset', () => {
  const tests = testPreset(typescript, {
    projects: [{ 'package.json': '{ "devDependencies": { "vitest": "5" } }' }, { 'apps/web/package.json': '{}' }],
    others: [{ 'node_modules/x/package.json': '{}' }, { 'dist/package.json': '{}' }],
    paths: {
      source: ['src/cart.ts', 'web/page.tsx', 'lib/a.cjs', 'page.css'],
      test: ['src/cart.test.ts', 'e2e/a.spec.tsx', '__tests__/a.js'],
      build: ['package.json', 'tsconfig.build.json', 'pnpm-lock.yaml'],
      generated: ['node_modules/x/index.js', 'packages/a/dist/index.js'],
      document: ['README.md', 'docs/a.txt'],
      other: ['.env'],
    },
  });
  for (const { name, run } of tests) test(name, run);
});
