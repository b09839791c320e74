import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPublisher } from '../../test/processes.js';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { addToNote, findRepository, NOTES_REF, pushNotes } from '../index.js';

/* Machines that publish what they have proven at the same time. */

/** A bare remote, and what says how its refs moved. */
function remoteOf(temp: TempRepository) {
  const remote = join(temp.area, 'origin.git');
  const git = (...words: string[]) => execFileSync('git', words, { cwd: temp.area, env: temp.env, encoding: 'utf8' });
  git('init', '-q', '--bare', remote);
  git('-C', remote, 'config', 'core.logAllRefUpdates', 'always');
  temp.git('remote', 'add', 'origin', remote);
  temp.git('push', '-q', 'origin', 'HEAD:main');
  return { remote, git };
}

test('R80 eight machines publish at the same time: every statement is there, and no push was forced', async () => {
  const temp = tempRepository({ 'a.txt': 'a' });
  const { remote, git } = remoteOf(temp);
  const commit = temp.git('rev-parse', 'HEAD').trim();
  const lines = Array.from({ length: 8 }, (_, at) => `statement of machine ${at}`);
  const go = join(temp.area, 'go');
  const machines = lines.map((line, at) => {
    const clone = join(temp.area, `machine-${at}`);
    git('clone', '-q', '--branch', 'main', remote, clone);
    return startPublisher(clone, commit, line, go, temp.env);
  });
  await Promise.all(machines.map(({ child, ended }) => Promise.race([once(child.stdout!, 'data'), ended])));
  writeFileSync(go, '');
  const ended = await Promise.all(machines.map((one) => one.ended));
  expect(ended.map((one) => one.lines)).toEqual(lines.map(() => ['ready', 'published']));
  const note = git('-C', remote, 'notes', `--ref=${NOTES_REF}`, 'show', commit);
  expect(note.trim().split('\n').sort()).toEqual(lines);
  // Each tip that the remote ever had is within the last one.
  const tips = git('-C', remote, 'reflog', 'show', '--format=%H', NOTES_REF).trim().split('\n');
  expect(new Set(tips).size).toBe(8);
  for (const tip of tips) git('-C', remote, 'merge-base', '--is-ancestor', tip, NOTES_REF);
});

test('R80 what a rule of the remote refuses is told at once', () => {
  const temp = tempRepository({ 'a.txt': 'a' });
  const { remote } = remoteOf(temp);
  const asked = join(temp.area, 'asked');
  const hook = join(remote, 'hooks/pre-receive');
  writeFileSync(hook, `#!/bin/sh\necho x >> ${asked}\necho no notes here >&2\nexit 1\n`);
  chmodSync(hook, 0o755);
  const repository = findRepository(temp.root)!;
  addToNote(repository, temp.git('rev-parse', 'HEAD').trim(), 'ours');
  expect(pushNotes(repository, 'origin', Date.now() + 60_000)).toEqual({
    failed: expect.stringContaining('no notes here'),
  });
  expect(execFileSync('cat', [asked], { encoding: 'utf8' })).toBe('x\n');
});
