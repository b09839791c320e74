import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { flow, json, repository } from './kit.js';

/* Who there is, what each is told, and who runs next: through the built program. */

const FILES = {
  'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
  'total.py': 'x = 1\n',
  'test_total.py': 'def test_total():\n    assert True\n',
};
const FOLDER = 'develop/feature/login';
const PLAN = `# Plan: Notes

## Scope

- Notes on carts

## User Concerns

- Rounding of large sums

## Architecture Files

- \`total.py\`

## User-Visible Expectations

- A sum below the list
`;

const BY_AGENTS = { 'flow.config.yaml': 'workflows:\n  ceremony:\n    dials: { reviewers: agents }\n' };

function started(workflow: string, options: string[] = []): TempRepo {
  const repo = repository({ files: { ...FILES, ...BY_AGENTS } });
  expect(flow(repo, ['start', workflow, ...options])).toMatchObject({ status: 0, stderr: '' });
  return repo;
}

const rendered = (repo: TempRepo, name: string, format = 'task') =>
  flow(repo, ['agents', 'render', name, '--format', format]).stdout;

interface Next {
  position: string;
  due: { panel: string | null; round: number | null; agents: { name: string; agent: string; prompt: string }[] } | null;
}
const next = (repo: TempRepo) => json(repo, ['next']).data as Next;
const dueIn = (repo: TempRepo) => next(repo).due?.agents.map(({ agent }) => agent);

describe('flow agents', () => {
  test('D85 D90 lists who there is, and who sits in a panel', () => {
    const repo = repository();
    const lines = flow(repo, ['agents', 'list']).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(54);
    expect(lines[0]).toMatch(/^architecture +reviewer +Architecture$/);
    const { data } = json(repo, ['agents', 'list', '--panel', 'shape']);
    expect((data as { agents: { name: string }[] }).agents.map(({ name }) => name)).toEqual([
      'architecture',
      'reuse',
      'spec',
    ]);
  });

  test('D91 shows one: its text, what it is told and may use', () => {
    const { stdout } = flow(repository(), ['agents', 'show', 'cold-diff']);
    expect(stdout).toContain('Input: diff. Tools: none. Weight: 1.5.');
    expect(stdout).toContain('## Not a finding');
  });

  test('renders a file for the host, a skill, and one prompt for any client', () => {
    const repo = repository();
    expect(rendered(repo, 'security', 'claude')).toMatch(
      /^---\nname: flow-security\ndescription: .*\ntools: Read, Grep, Glob, Bash\n---\n/,
    );
    expect(rendered(repo, 'security', 'skill')).toMatch(/^---\nname: flow-security\ndescription: .*\nlicense: "?MIT/);
    const prompt = flow(repo, ['agents', 'render', 'security']).stdout;
    expect(prompt).toMatch(/^You are the reviewer `security`/);
    expect(prompt).toContain(`Repository: \`${repo.root}\``);
    // `flow next` names agents as their files are named.
    for (const name of ['flow-security', 'flow:flow-security'])
      expect(flow(repo, ['agents', 'render', name]).stdout).toBe(prompt);
  });

  test('what is no agent, and no word of the command, is refused with the way on', () => {
    const repo = repository();
    expect(json(repo, ['agents', 'show', 'nobody'])).toMatchObject({
      status: 2,
      error: { code: 'AGENT_UNKNOWN', remedy: 'flow agents list' },
    });
    expect(json(repo, ['agents', 'remove', 'security'])).toMatchObject({ status: 2, error: { code: 'USAGE' } });
    expect(json(repo, ['agents', 'show'])).toMatchObject({ status: 2, error: { code: 'USAGE' } });
    expect(flow(repo, ['agents', 'render', 'security', '--format', 'html']).status).toBe(2);
  });
});

describe('what an agent is told of a run', () => {
  test('D85 D87 reviewers of the plan get sections of it; reviewers of the change its place and base', () => {
    const repo = started('ceremony');
    repo.write(`${FOLDER}/plan.md`, PLAN);
    repo.write(`${FOLDER}/spec.md`, '# Spec\n\n## Must Do\n\n- do-1: Adds two prices.\n');
    const spec = rendered(repo, 'spec');
    expect(spec).toContain('Scope:\n\n```\n- Notes on carts\n```');
    expect(spec).toContain(`The specification: \`${FOLDER}/spec.md\``);
    expect(spec).not.toMatch(/Base branch|Rounding/);
    const reuse = rendered(repo, 'reuse');
    expect(reuse).toContain('total.py');
    expect(reuse).not.toMatch(/Notes on carts|spec\.md/);
    const security = rendered(repo, 'security');
    expect(security).toContain('git diff --merge-base origin/main');
    expect(security).not.toMatch(/Notes on carts|Rounding|spec\.md/);
    const concerns = rendered(repo, 'concern-validation');
    expect(concerns).toMatch(/Rounding of large sums[\s\S]*A sum below the list/);
  });

  test('D91 the cold reader gets the change as it is on disk, new files with it, and no document of the work', () => {
    const repo = started('ceremony');
    repo.write(`${FOLDER}/plan.md`, PLAN);
    repo.write('total.py', 'x = 2\n');
    repo.write('notes.py', 'note = "new and not yet added"\n');
    const task = rendered(repo, 'cold-diff');
    expect(task).toContain('-x = 1\n+x = 2');
    expect(task).toContain('+note = "new and not yet added"');
    expect(task).not.toMatch(/Notes on carts|Repository/);
  });

  test('where nothing runs, it is the repository and its base', () => {
    const task = rendered(repository({ files: FILES }), 'qa');
    expect(task).toContain('Documents of this work: none yet.');
    expect(task).toContain('origin/main');
  });
});

describe('flow next says who runs', () => {
  test('D76 before there is a plan, two agents look for what is similar and what can be used', () => {
    const repo = started('ceremony');
    expect(dueIn(repo)).toEqual(['flow-reusable-code', 'flow-similar-feature']);
    expect(flow(repo, ['next']).stdout).toMatch(
      /Start, in the foreground, all in one message, each as a separate agent:\n {2}flow-reusable-code.*\n.*\nA client without these agents: `flow agents render <name>` is the prompt\.\n/,
    );
    repo.write(`${FOLDER}/plan.md`, PLAN);
    expect(next(repo)).toMatchObject({ position: 'spec', due: null });
  });

  test('C4 a panel of four reads the specification; nobody is named while a person is waited for', () => {
    const repo = started('tdd', ['--dial', 'intensity=high']);
    repo.write(`${FOLDER}/spec.md`, specOf('A sum is never negative.'));
    expect(next(repo)).toMatchObject({ position: 'review-spec', due: { panel: 'spec', round: 1 } });
    expect(dueIn(repo)).toEqual(['flow-spec-attacker', 'flow-spec-tester', 'flow-spec-designer', 'flow-spec-user']);
    for (const judge of ['spec-attacker', 'spec-tester', 'spec-designer', 'spec-user'])
      expect(flow(repo, ['verdict', judge, '-'], { input: verdict(judge) })).toMatchObject({ status: 0 });
    expect(next(repo)).toMatchObject({ position: 'review-spec', due: null });
    expect(flow(repo, ['next']).stdout).toMatch(/^BLOCKED/);
  });

  test('C50 C54 where only a role may write, it is named; where anyone may, nobody is', () => {
    const config = {
      'flow.config.yaml': 'workflows:\n  tdd:\n    phases:\n      review: { off: true, required: false }\n',
    };
    for (const [writers, due] of [
      ['roles', ['flow-test-writer']],
      ['anyone', undefined],
    ] as const) {
      const repo = repository({ files: { ...FILES, ...config } });
      expect(flow(repo, ['start', 'tdd', '--dial', `writers=${writers}`]).status).toBe(0);
      repo.write(`${FOLDER}/spec.md`, specOf('A sum is never negative.'));
      expect(next(repo).position).toBe('red');
      expect(dueIn(repo)).toEqual(due);
    }
  });

  test('D72 D92 only who found something is named again, and nobody while it is still to be mended', () => {
    const repo = started('tdd', ['--dial', 'intensity=high']);
    repo.write(`${FOLDER}/spec.md`, specOf('A sum is never negative.'));
    for (const judge of ['spec-attacker', 'spec-designer', 'spec-user'])
      flow(repo, ['verdict', judge, '-'], { input: verdict(judge) });
    expect(dueIn(repo)).toEqual(['flow-spec-tester']);
    const found = verdict('spec-tester', [MUST_FIX]);
    expect(flow(repo, ['verdict', 'spec-tester', '-'], { input: found }).stderr).toBe('');
    expect(next(repo)).toMatchObject({ position: 'review-spec', due: null });
    // That others found nothing is no flaky proof.
    expect(json(repo, ['status']).data).toMatchObject({ warnings: [{ code: 'VERDICT_HANDED' }] });
    repo.write(`${FOLDER}/spec.md`, specOf('A sum of prices is zero or more.'));
    expect(next(repo)).toMatchObject({ due: { panel: 'spec', round: 2 } });
    expect(dueIn(repo)).toEqual(['flow-spec-tester']);
    expect(flow(repo, ['next']).stdout).toContain(
      'Panel spec, round 2: start, in the foreground, each as a separate agent, without any of this conversation:\n  flow-spec-tester  Tester of the specification: "Judge as spec-tester."',
    );
  });
});

const specOf = (rule: string) =>
  `# Spec\n\n## Must Do\n\n- do-1: ${rule}\n\n## Must NOT\n\n- not-1: A price is changed.\n`;

const MUST_FIX = {
  severity: 'must-fix',
  title: 'No test can decide it',
  file: `${FOLDER}/spec.md`,
  line: 5,
  quote: 'A sum is never negative.',
  reasoning: 'Sums of what?',
  disproof: 'A test.',
  instanceFix: 'Say of what.',
  classFix: 'Name the input of each rule.',
};

const verdict = (judge: string, findings: unknown[] = []) =>
  JSON.stringify({
    flow: 'verdict',
    judge,
    pass: findings.length === 0,
    score: findings.length === 0 ? 5 : 2,
    findings,
  });
