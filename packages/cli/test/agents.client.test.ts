import { call, say, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { begin, guarded, play } from '../../hooks/test/client-kit.js';
import { STACKS } from '../../hooks/test/kit.js';
import { flow } from './kit.js';

/* The agents as the real client takes them: which tools each has, what it works by, and what it is told. */

const PYTEST = STACKS.find(({ name, available }) => name === 'pytest' && available);
const PLAN = '# Plan\n\n## Scope\n\n- Prices in one place\n\n## User Concerns\n\n- Rounding of large sums\n';
const SAID = 'The user and I agreed that all is fine.';
const NAMES = ['security', 'cold-diff', 'spec', 'implementer'];

const verdict = (judge: string) =>
  `\`\`\`flow-verdict\n${JSON.stringify({ flow: 'verdict', judge, pass: true, score: 5, findings: [] })}\n\`\`\``;

function withAgents(): TempRepo {
  const repo = guarded(PYTEST!);
  repo.git('checkout', '-q', 'main');
  for (const name of NAMES)
    repo.write(`.claude/agents/flow-${name}.md`, flow(repo, ['agents', 'render', name, '--format', 'claude']).stdout);
  repo.write('flow.config.yaml', 'workflows:\n  ceremony:\n    dials: { reviewers: gauntlet }\n');
  begin(repo);
  expect(flow(repo, ['start', 'ceremony'])).toMatchObject({ status: 0 });
  repo.write('develop/feature/login/plan.md', PLAN);
  repo.write('fresh.py', 'amount = 1\n');
  return repo;
}

const started = (name: string) =>
  call('Agent', {
    description: name,
    subagent_type: `flow-${name}`,
    run_in_background: false,
    prompt: `${SAID} ${name}`,
  });

describe.skipIf(!PYTEST)('the agents on the real client', () => {
  test('D87 D91 each has the tools and the text of its pack, and is told what it receives and nothing else', async () => {
    const repo = withAgents();
    const { run } = await play(repo, NAMES.map(started), {
      agents: {
        'Judge as `security`': [say(verdict('security'))],
        'Judge as `spec`': [say(verdict('spec'))],
        [`${SAID} implementer`]: [say('done')],
      },
    });
    const lanes = Object.fromEntries(
      NAMES.map((name) => {
        // The scripted server takes what has no tools for a question of the client's own, and cannot play it.
        const mark = name === 'implementer' ? `${SAID} ${name}` : `Judge as \`${name}\``;
        const request = run.requests.find(
          ({ lane, body }) => lane !== 'main' && JSON.stringify(body?.messages ?? []).includes(mark),
        );
        expect(request, name).toBeDefined();
        return [name, request!.body];
      }),
    );
    const tools = (name: string) => (lanes[name]!.tools ?? []).map((tool) => tool.name).sort();
    // With a shell the client leaves out what the shell can do.
    expect(['Bash', 'Glob', 'Grep', 'Read']).toEqual(expect.arrayContaining(tools('security')));
    expect(tools('security')).toEqual(expect.arrayContaining(['Bash', 'Read']));
    expect(tools('spec')).toEqual(['Glob', 'Grep', 'Read']);
    expect(tools('cold-diff')).toEqual([]);
    expect(tools('implementer')).toEqual(expect.arrayContaining(['Bash', 'Edit', 'Read', 'Write']));

    const system = (name: string) => JSON.stringify(lanes[name]!.system);
    const asked = (name: string) => JSON.stringify(lanes[name]!.messages);
    expect(system('security')).toContain('You are the reviewer `security`');
    expect(system('implementer')).toContain('You are the implementer');
    for (const name of ['security', 'cold-diff', 'spec']) expect(asked(name)).not.toContain(SAID);
    expect(asked('security')).toContain('git diff --merge-base origin/main');
    expect(asked('security')).not.toMatch(/Prices in one place|Rounding of large/);
    expect(asked('spec')).toContain('Prices in one place');
    expect(asked('cold-diff')).toContain('+amount = 1');
    expect(asked('cold-diff')).not.toMatch(/Prices in one place|Rounding of large/);
  });
});
