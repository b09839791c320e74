import path from 'node:path';
import { bash, installClient, runClient, say } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { cli, repository } from './kit.js';

/* What a real session of the client leaves behind is what `replay` reads. */

test('D40 the transcript of a real session is read: its calls, how they ended, where they were made', async () => {
  const repo = repository({ files: { '.claude/settings.json': '{}\n' } });
  const main = [
    [bash('echo 1 >> .claude/settings.local.json')],
    [bash('git config core.hooksPath nowhere && false')],
    [say('done')],
  ];
  const run = await runClient({ executable: installClient(), repo, script: { main } });
  expect(run.exitCode, run.stderr).toBe(0);
  const found = JSON.parse(cli(repo, ['replay', '--json', path.join(repo.home, '.claude/projects')]).stdout);
  expect(found).toMatchObject({ sessions: 1, calls: 2, unjudged: 0, skippedLines: 0 });
  expect(found.refused.map((one: { codes: string[]; signs: string[] }) => [one.codes[0], one.signs[0]])).toEqual([
    ['PROTECTED_WRITE', 'went-on'],
    ['GUARD_DISARM', 'failed'],
  ]);
});
