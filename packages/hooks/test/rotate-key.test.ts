import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, project, QUICK, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

describe.skipIf(!HAS_SCRIPT)('a new key', () => {
  test('takes nothing away: tests, policy and approvals from before still count, and later ones do', async () => {
    const repo = project(QUICK, { files: { 'flow.config.yaml': 'push:\n  lint: warn\n' } });
    repo.write('flow.config.yaml', 'push:\n  lint: "off"\n');
    expect((await atTerminal(repo, ['apply'])).text).toContain('Applied');
    const it = start(repo);
    repo.write(...QUICK.fixed);
    it.bash(QUICK.test);
    it.bash('git add -A && git commit -qm work');
    await atTerminal(repo, ['approve', 'handoff']);
    const rotated = await atTerminal(repo, ['rotate-key']);
    expect(rotated).toMatchObject({ status: 0, text: expect.stringMatching(/^Key [0-9a-f]{16} is retired/) });
    expect(readdirSync(path.join(repo.home, '.local/state/flow/keys'))).toHaveLength(2);
    const status = JSON.parse(cli(repo, ['status', '--json']).stdout);
    expect(status).toMatchObject({ evidence: { damage: [], voided: false }, policy: [] });
    const { gates } = JSON.parse(cli(repo, ['approve', '--list', '--json']).stdout);
    expect(gates).toContainEqual(expect.objectContaining({ gate: 'handoff', state: 'valid' }));
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    repo.write(QUICK.fixed[0], `${QUICK.fixed[1]}\n`);
    it.bash(QUICK.test);
    it.bash('git commit -qam more');
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('is made by a person', () => {
    const repo = project(QUICK);
    expect(cli(repo, ['rotate-key'])).toMatchObject({ status: 1, stderr: expect.stringContaining('NO_TERMINAL') });
    const call = start(repo).tool('Bash', { command: 'npx flow-hooks rotate-key' });
    expect(call.refused).toContain('PERSON_ONLY');
  });
});
