import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asTyped } from './as-typed.js';
import { type OwnProgram, programHere } from './program-here.js';

let area: string;
beforeEach(() => {
  area = mkdtempSync(join(tmpdir(), 'here-'));
});
afterEach(() => rmSync(area, { recursive: true, force: true }));

function write(...files: string[]) {
  for (const file of files) {
    const [name = '', text = ''] = file.split('|');
    mkdirSync(dirname(join(area, name)), { recursive: true });
    writeFileSync(join(area, name), text);
  }
}

const BIN = 'project/node_modules/.bin/flow-hooks';
const OURS = 'project/package.json|{ "devDependencies": { "@flow/hooks": "^1" } }';
const MANAGERS = ['bin/pnpm', 'bin/yarn', 'bin/bunx'];

test.each<{ name: string; files: string[]; at?: string; program?: OwnProgram; typed: string }>([
  { name: 'npm', files: [BIN], typed: 'npx flow-hooks' },
  { name: 'npm, in a folder below', files: [BIN], at: 'project/src/deep', typed: 'npx flow-hooks' },
  { name: 'pnpm by its lock file', files: [BIN, 'project/pnpm-lock.yaml'], typed: 'pnpm exec flow-hooks' },
  {
    name: 'pnpm by the manifest, in a package of the workspace',
    files: [BIN, 'project/package.json|{ "packageManager": "pnpm@9.1.0" }', 'project/packages/a/package.json|{}'],
    at: 'project/packages/a',
    typed: 'pnpm exec flow-hooks',
  },
  { name: 'yarn', files: [BIN, 'project/yarn.lock'], typed: 'yarn flow-hooks' },
  {
    name: 'yarn, in a package that does not ask for it',
    files: [BIN, 'project/yarn.lock', 'project/packages/a/package.json|{}'],
    at: 'project/packages/a',
    typed: 'npx flow-hooks',
  },
  { name: "yarn with Plug'n'Play", files: [OURS, 'project/.pnp.cjs', 'bin/flow-hooks'], typed: 'yarn flow-hooks' },
  {
    name: "the search path, where a project with Plug'n'Play does not ask for it",
    files: ['project/package.json|{}', 'project/.pnp.cjs', 'bin/flow-hooks'],
    typed: 'flow-hooks',
  },
  { name: 'bun', files: [BIN, 'project/bun.lock'], typed: 'bunx flow-hooks' },
  { name: 'the search path', files: ['bin/flow-hooks'], typed: 'flow-hooks' },
  { name: 'the project before the search path', files: [BIN, 'bin/flow-hooks'], typed: 'npx flow-hooks' },
  {
    name: 'what an installation keeps, where it is nowhere else',
    files: ['home/.local/state/flow/bundles/flow-hooks.cjs'],
    typed: 'node ~/.local/state/flow/bundles/flow-hooks.cjs',
  },
  {
    name: 'a project that names the package and has not installed it',
    files: [OURS],
    typed: 'npx --yes --package @flow/hooks flow-hooks',
  },
  {
    name: 'what npx has fetched for one call',
    files: ['home/.npm/_npx/1/node_modules/.bin/flow-hooks'],
    typed: 'npx --yes --package @flow/hooks flow-hooks',
  },
  { name: 'flow in the project', files: ['project/node_modules/.bin/flow'], program: 'flow', typed: 'npx flow' },
  {
    name: 'flow beside that of Facebook',
    files: ['project/node_modules/.bin/flow', 'project/node_modules/flow-bin/package.json'],
    program: 'flow',
    typed: 'npx flowctl',
  },
  { name: 'flow on the search path', files: ['bin/flow'], program: 'flow', typed: 'flow' },
  { name: 'flow nowhere', files: [], program: 'flow', typed: 'npx --yes --package @flow/cli flow' },
])('U8 how our programs are typed: $name', ({ files, at = 'project', program = 'flow-hooks', typed }) => {
  write(...MANAGERS, ...files);
  expect(programHere(program, join(area, at), environment())).toBe(typed);
});

test('U8 a package manager that cannot be started here is not named', () => {
  write(BIN, 'project/pnpm-lock.yaml');
  expect(programHere('flow-hooks', join(area, 'project'), environment())).toBe('npx flow-hooks');
});

test('U8 a text names each of our programs once looked for, and leaves names that only resemble them', () => {
  write(BIN, 'project/node_modules/.bin/flow');
  const text = 'Run `npx flow-hooks apply`, then `flow next` or npx flow-hooks status; npx flow-hooks-x, `flower`';
  const typed = asTyped(text, join(area, 'project'));
  expect(typed).toBe(
    'Run `npx flow-hooks apply`, then `npx flow next` or npx flow-hooks status; npx flow-hooks-x, `flower`',
  );
});

test('U8 a refusal quotes what was typed as it was typed', () => {
  write(BIN);
  const text = 'flow refused `npx flow-hooks allow`.\n- X: run `npx flow-hooks apply`.';
  const typed = asTyped(text, join(area, 'elsewhere'));
  expect(typed).toContain('flow refused `npx flow-hooks allow`.\n');
  expect(typed).not.toContain('run `npx flow-hooks apply`');
});

function environment() {
  const home = join(area, 'home');
  return { HOME: home, PATH: [join(home, '.npm/_npx/1/node_modules/.bin'), join(area, 'bin')].join(':') };
}
