// `npx -y pnpm@12 check`: what must hold before a commit lands. Walks through whole projects are `journeys.mjs`.
import { IS_CORE } from '../test/core.ts';
import { fastFiles } from '../test/fast-files.ts';
import { JOURNEYS } from '../test/journeys.ts';
import { close, step, stepsBeside, vitest } from './suite.mjs';

const { fast } = fastFiles();

const results = [
  step('build', 'turbo', 'run', 'build', '--output-logs=errors-only'),
  ...(await stepsBeside(
    ['types', 'tsc', '--noEmit'],
    ['lint', 'biome', 'check', '.'],
    ['unused', 'knip'],
    [
      'scripts',
      'tsup',
      ...['demo', 'bench', 'guards'].map((name) => `scripts/${name}.ts`),
      '--config',
      'scripts/tsup.config.ts',
    ],
    // The release, which `.ci/run` tries beside, looks the same tarballs through.
    ...(IS_CORE ? [] : [['packages', 'node', 'scripts/check-packages.mjs']]),
    ['docs', 'turbo', 'run', 'site', '--output-logs=errors-only'],
  )),
  vitest('fast', ['--config', 'vitest.fast.config.ts']),
  vitest(
    'tests',
    [...fast, ...JOURNEYS].map((file) => `--exclude=${file}`),
  ),
];
close('check', results);
