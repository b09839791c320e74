import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { events, type TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { HOOK, repository, start } from './kit.js';

/** A repository with a bundle and kept code of its own, which a test may change. */
function installed(): { repo: TempRepo; bundle: string } {
  const repo = repository();
  rmSync(folderOf(repo));
  start(repo);
  const bundle = path.join(repo.area, 'bundle');
  cpSync(path.dirname(HOOK), bundle, { recursive: true });
  return { repo, bundle };
}

function judge({ repo, bundle }: ReturnType<typeof installed>, command = 'echo {} > .claude/settings.json') {
  const event = events('33333333-3333-4333-8333-333333333333', repo.root).preToolUse('Bash', { command }, 't');
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [path.join(bundle, 'hook.cjs')], {
    ...{ input: JSON.stringify(event), env: repo.environment, encoding: 'utf8' },
  });
  // The code with which a person lets something through is another one each time.
  const [answer, words] = [stdout, stderr].map((text) => text.replace(/flow-hooks allow \w+/g, ''));
  return { status, signal, answer, words };
}

function folderOf({ environment }: TempRepo): string {
  return path.join(environment.XDG_STATE_HOME ?? '', 'flow/compile-cache');
}

function keptIn(repo: TempRepo): string[] {
  const folder = folderOf(repo);
  return readdirSync(folder).map((name) => path.join(folder, name));
}

test('D33 the code of a judged event is kept for the next one, in which nothing is written again', () => {
  const at = installed();
  const first = judge(at);
  expect(first.answer).toContain('hook settings');
  const kept = keptIn(at.repo).filter((file) => /(engine|shell)\.cjs-tool-before-v/.test(file));
  expect(kept).toHaveLength(2);
  const times = () => kept.map((file) => statSync(file).mtimeMs);
  const before = times();
  expect(judge(at)).toEqual(first);
  expect(times()).toEqual(before);
  // What is old is taken once more, with what was called since.
  for (const file of kept) utimesSync(file, 0, 0);
  expect(judge(at)).toEqual(first);
  for (const time of times()) expect(time).toBeGreaterThan(0);
});

test('D33 another bundle is judged by its own code, also of the same length and time', () => {
  const at = installed();
  judge(at);
  const engine = path.join(at.bundle, 'engine.cjs');
  const { atime, mtime } = statSync(engine);
  const text = readFileSync(engine, 'utf8');
  expect(text).toContain('"hook settings"');
  writeFileSync(engine, text.replace('"hook settings"', '"HOOK SETTINGS"'));
  utimesSync(engine, atime, mtime);
  expect(judge(at).answer).toContain('HOOK SETTINGS');
});

test.each([
  [
    'a byte in its middle',
    (file: string) => change(file, (bytes) => bytes.fill(0x55, bytes.length >> 2, (bytes.length >> 2) + 1)),
  ],
  ['its second half', (file: string) => change(file, (bytes) => bytes.fill(0, bytes.length >> 1))],
  ['all but its stamp', (file: string) => change(file, (bytes) => bytes.fill(0, 64))],
  ['its end', (file: string) => truncateSync(file, statSync(file).size - 100)],
  ['everything', (file: string) => truncateSync(file, 0)],
])('D33 kept code that lost %s changes no answer', (_what, damage) => {
  const at = installed();
  const first = judge(at);
  for (const file of keptIn(at.repo)) damage(file);
  expect(judge(at)).toEqual(first);
  expect(judge(at)).toEqual(first);
});

test('D33 where no code can be kept the answer is the same', () => {
  const at = installed();
  const first = judge(at);
  const folder = folderOf(at.repo);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  expect(judge(at)).toEqual(first);
});

function change(file: string, by: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file);
  by(bytes);
  writeFileSync(file, bytes);
}
