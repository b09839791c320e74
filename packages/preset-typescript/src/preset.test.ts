import { testPreset } from '@flow/core/testing';
import { describe, test } from 'vitest';
import { typescript } from './index.js';

describe('M7 M9 the TypeScript preset', () => {
  const tests = testPreset(typescript, {
    projects: [{ 'package.json': '{ "devDependencies": { "vitest": "5" } }' }, { 'apps/web/package.json': '{}' }],
    others: [{ 'node_modules/x/package.json': '{}' }, { 'dist/package.json': '{}' }],
    paths: {
      source: ['src/cart.ts', 'src/app.config.ts', 'src/contest/a.ts', 'web/page.tsx', 'lib/a.cjs', 'page.css'],
      test: [
        'src/cart.test.ts',
        'e2e/a.spec.tsx',
        '__tests__/a.js',
        'src/api/__mocks__/client.ts',
        'test/helpers/build-cart.ts',
        'packages/web/cypress/support/commands.ts',
        'src/cart.test-d.ts',
        'src/setupTests.ts',
        'jest.setup.ts',
      ],
      build: ['package.json', 'tsconfig.build.json', 'pnpm-lock.yaml', 'jest.config.js', 'playwright.config.ts'],
      generated: ['node_modules/x/index.js', 'packages/a/dist/index.js'],
      document: ['README.md', 'docs/a.txt'],
      other: ['.env'],
    },
  });
  for (const { name, run } of tests) test(name, run);
});
