import { describe, expect, test } from 'vitest';
import { start } from '../../hooks/test/kit.js';
import { json } from './kit.js';
import { PYTEST, reported } from './report-kit.js';

describe.skipIf(!PYTEST.available)('lines of the configuration on which no proof depends', () => {
  test('U7: the advice of FORGE_UNKNOWN is followed at the end of a run, and nothing lapses; what runs go by does lapse them', () => {
    const repo = reported();
    const phase = () => (json(repo, ['status']).data as { phase: string }).phase;
    const push = () => start(repo).tool('Bash', { command: 'git push -q origin HEAD', description: 'push' }).refused;
    const forge = "forge: { api: 'https://git.example.test/api/v3', repository: anne/cart }\n";
    const idle = [forge, `# Where it is shipped.\n${forge}`, `${forge}prices: {}\n`];
    const telling = [
      'suites: [{ root: ., command: make test }]\n',
      'push: { untested: warn }\n',
      'guards: { push: monitor }\n',
      'stacks: { go: true }\n',
      'forge: [not, one\n',
    ];
    expect(phase()).toBe('ship');
    for (const text of idle) {
      repo.write('flow.config.yaml', text);
      expect({ text, phase: phase() }).toEqual({ text, phase: 'ship' });
    }
    repo.commit('the forge is named');
    expect(push()).toBeNull();
    for (const text of telling) {
      repo.write('flow.config.yaml', `${forge}${text}`);
      expect({ text, phase: phase() }).not.toEqual({ text, phase: 'ship' });
    }
    repo.commit('rules are changed');
    expect(push()).toContain('PUSH_STALE');
    repo.write('flow.config.yaml', forge);
    expect(phase()).toBe('ship');
  });
});
