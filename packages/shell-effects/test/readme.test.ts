import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../src/bash/parse.js';
import type { Effect } from '../src/index.js';

const home = path.join(import.meta.dirname, '..');
const readme = readFileSync(path.join(home, 'README.md'), 'utf8');
const [example = '', products = ''] = [...readme.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code!);

const folder = mkdtempSync(path.join(tmpdir(), 'flow-readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(path.join(folder, 'package.json'), '{ "scripts": { "test": "vitest run" } }');

/** Runs a module beside a package.json, with the built package under its name, and gives what it prints. */
function print(code: string): string {
  const onBuilt = code
    .replace("'@flow/shell-effects/node'", `'${path.join(home, 'dist/node.js')}'`)
    .replace("'@flow/shell-effects'", `'${path.join(home, 'dist/index.js')}'`);
  const words = ['--input-type=module', '--eval', onBuilt];
  const answer = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  expect(answer.stderr).toBe('');
  return answer.stdout;
}

describe('the README', () => {
  test('its example prints on the built package what is shown', () => {
    const shown = [...example.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line!);
    const [, ...lines] = shown;
    expect(print(example).trimEnd().split('\n')).toEqual(lines.map((line) => line.trimEnd()));
  });

  test('a table of products does what its comments say', () => {
    const imports = example.slice(0, example.indexOf('\n\n'));
    const ask = (command: string) =>
      `console.log(effectsOf(${JSON.stringify(command)}, context).effects.map((one) => [one.kind, one.front ?? one.via?.join()].join(' ')).join('; '));\n`;
    const commands = ['npx @keeper/cli exec -- go test', 'npx keeper ship', "codex exec 'push the branch'"];
    expect(print(`${imports}\n${products}${commands.map(ask).join('')}`).split('\n')).toEqual([
      expect.stringContaining('keeper exec'),
      expect.stringContaining('publish keeper ship'),
      expect.stringContaining('publish codex, told to push'),
      '',
    ]);
  });

  test('it lists every kind of effect, and the limits as they are', () => {
    const kinds: Record<Effect['kind'], true> = {
      run: true,
      push: true,
      publish: true,
      git: true,
      setting: true,
      disarm: true,
      write: true,
      read: true,
      opaque: true,
    };
    const section = readme.slice(readme.indexOf('## Effects'), readme.indexOf('What to do with an'));
    expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind)).toEqual(Object.keys(kinds));
    const { length, commands, steps, depth, iterations } = LIMITS;
    const told = `${length / 1024} KiB of text, ${commands.toLocaleString('en')} commands, ${steps.toLocaleString('en')} steps, ${depth} levels, ${iterations} iterations`;
    expect(readme).toContain(told);
  });
});

test('what is published has no dependency, no product word and a bounded size', () => {
  const manifest = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
  const scripts = readdirSync(path.join(home, 'dist')).filter((name) => name.endsWith('.js'));
  expect(scripts).toEqual(expect.arrayContaining(['index.js', 'node.js']));
  const texts = scripts.map((name) => readFileSync(path.join(home, 'dist', name), 'utf8'));
  expect(texts.join('')).not.toMatch(/flow-hooks|flowctl|@flow\/|flow ship/);
  const size = scripts.reduce((sum, name) => sum + statSync(path.join(home, 'dist', name)).size, 0);
  expect(size).toBeLessThan(620_000);
});
