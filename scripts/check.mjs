// `npx -y pnpm@12 check`: what must hold before a commit lands. Walks through whole projects are `journeys.mjs`.
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { IS_CORE } from '../test/core.ts';
import { fastFiles } from '../test/fast-files.ts';
import { JOURNEYS } from '../test/journeys.ts';
import { close, step, stepsBeside, vitest } from './suite.mjs';

const { fast } = fastFiles();

/** `.ci/run` installs tools beside, and names the file that is there when it has. */
async function waitForTools() {
  const { FLOW_TOOLS: there } = process.env;
  while (there && !existsSync(there)) await setTimeout(500);
}

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
];
await waitForTools();
results.push(
  vitest(
    'tests',
    [...fast, ...JOURNEYS].map((file) => `--exclude=${file}`),
  ),
);
close('check', results);
