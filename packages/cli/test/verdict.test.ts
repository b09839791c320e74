import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, FLOW_HOOKS, flow, json, repository } from './kit.js';

/* Who may say what a judge says: a person, and who works here only where no hook sees the judge for itself. */

const CLEAN = '{"pass": true}';
const FINDING = {
  severity: 'must-fix',
  title: 'The name is not checked',
  file: 'total.py',
  line: 7,
  quote: 'x = 1',
  reasoning: 'It is used in a query.',
  disproof: 'A test.',
  instanceFix: 'Check it.',
  classFix: 'A type for names.',
};
const message = (judge: string, findings: object[]) =>
  `I looked.\n\n\`\`\`flow-verdict\n${JSON.stringify({ flow: 'verdict', judge, pass: findings.length === 0, score: 2, findings })}\n\`\`\`\n`;

function started(): TempRepo {
  const repo = repository({ files: { 'total.py': 'x = 1\n', 'test_total.py': '' } });
  expect(flow(repo, ['start', 'tdd'])).toMatchObject({ status: 0 });
  return repo;
}

/** Makes a project with a run, and with the hooks of a client that shows its agents. */
function guarded(): TempRepo {
  const repo = started();
  expect(flow(repo, ['install'], { program: FLOW_HOOKS })).toMatchObject({ status: 0 });
  return repo;
}

const warnings = (repo: TempRepo) =>
  (json(repo, ['status']).data as { warnings: { code: string; args: { judges?: string[] } }[] }).warnings;

describe('a verdict that is handed in', () => {
  test('D97 counts where no hook sees the judge, and is told as the weaker thing', () => {
    const repo = guarded();
    expect(flow(repo, ['verdict', 'qa', '-'], { input: CLEAN }).stdout).toContain('submitted, not observed');
    expect(warnings(repo)).toContainEqual(
      expect.objectContaining({ code: 'VERDICT_HANDED', args: { judges: ['qa'] } }),
    );
    expect(flow(repo, ['status']).stdout).toContain('the verdict of qa was not observed');
  });

  test('D97 does not count where the judge is seen for itself: who works here says nothing for it', () => {
    const repo = guarded();
    repo.write('.claude/agents/flow-qa.md', '---\nname: flow-qa\n---\n');
    const refused = json(repo, ['verdict', 'qa', '-'], { input: CLEAN });
    expect(refused).toMatchObject({
      status: 1,
      error: { code: 'VERDICT_SEEN', remedy: expect.stringContaining('flow next') },
    });
    expect(warnings(repo)).toEqual([]);
    // A judge that the client does not have is handed in as before.
    expect(json(repo, ['verdict', 'spec-reviewer', '-'], { input: CLEAN })).toMatchObject({ ok: true });
    // The agents without the hook that sees them are words in a file.
    const plain = started();
    plain.write('.claude/agents/flow-qa.md', '---\nname: flow-qa\n---\n');
    expect(json(plain, ['verdict', 'qa', '-'], { input: CLEAN })).toMatchObject({ ok: true });
  });

  test.skipIf(!HAS_SCRIPT)('a person says it in a terminal, whoever is seen', async () => {
    const repo = guarded();
    repo.write('.claude/agents/flow-qa.md', '---\nname: flow-qa\n---\n');
    repo.write('said.json', CLEAN);
    const { text, status } = await atTerminal(repo, ['verdict', 'qa', 'said.json'], { program: FLOW });
    expect(text).toContain('Verdict of qa, given by you: nothing blocking');
    expect(status).toBe(0);
    expect(warnings(repo)).toEqual([]);
  });

  test('D97 of a judge that the dials do not ask says nothing, whoever hands it in', () => {
    const repo = started();
    const unasked = json(repo, ['verdict', 'verifier', '-'], { input: CLEAN });
    expect(unasked).toMatchObject({ status: 1, error: { code: 'JUDGE_UNKNOWN' } });
    expect(unasked.error).toMatchObject({ message: expect.stringContaining('it asks for spec-reviewer, ') });
    expect(json(repo, ['verdict', 'qa', '-'], { input: CLEAN })).toMatchObject({ ok: true });
    const high = repository({ files: { 'total.py': 'x = 1\n', 'test_total.py': '' } });
    expect(flow(high, ['start', 'tdd', '--dial', 'intensity=high'])).toMatchObject({ status: 0 });
    expect(json(high, ['verdict', 'verifier', '-'], { input: CLEAN })).toMatchObject({ ok: true });
  });

  test('C64 a report of `tdd` that marks what has no tests is told of, and a model of titles alone is not written', () => {
    const repo = repository({ files: { 'total.py': 'x = 1\n', 'test_total.py': '' } });
    expect(flow(repo, ['start', 'tdd', '--dial', 'intensity=critical'])).toMatchObject({ status: 0 });
    const write = (name: string, text: string) => repo.write(`develop/feature/login/${name}`, text);
    write('spec.md', '# Spec\n\n## Invariants\n\n- INV-1: Adds.\n\n## Prohibitions\n\n- PRH-1: Rounds.\n');
    const stands = () => (json(repo, ['status']).data as { phase: string }).phase;
    for (const nothing of ['', '<!-- later -->\n', '# Model\n\n## Rules\n\n<!-- which -->\n']) {
      write('model.md', nothing);
      expect(stands()).toBe('model');
    }
    write('model.md', 'INV-1 and PRH-1 leave no case open.\n');
    expect(stands()).toBe('review-spec');
    write('test-shape.yaml', 'claims:\n  INV-001:\n    tests:\n      - name: test_add\n        file: test_add.py\n');
    write('verification.md', '# V\n\n| Rule | Status | Evidence |\n| --- | --- | --- |\n| INV-001 | ok | test_add |\n');
    expect(warnings(repo).map(({ code }) => code)).toEqual(['REPORT_UNTESTED']);
    expect(flow(repo, ['status']).stdout).toContain('the report marks INV-1 as proven');
  });

  test('C58 what a reviewer found is explained: where, why, how it is mended, and how it is answered', () => {
    const repo = started();
    const rules = '# Spec\n\n## Invariants\n\n- INV-1: Adds.\n\n## Prohibitions\n\n- PRH-1: Rounds.\n';
    repo.write('develop/feature/login/spec.md', rules);
    const input = message('spec-reviewer', [{ ...FINDING, reasoning: 'It is\u001b[2J used in a query.' }]);
    expect(json(repo, ['verdict', 'spec-reviewer', '-'], { input })).toMatchObject({ ok: true });
    const { stdout } = flow(repo, ['explain']);
    expect(stdout).toContain('    where: total.py:1\n    why: It is used in a query.\n    fix it here: Check it.\n');
    expect(stdout).toContain('    prevent it everywhere: A type for names.\n');
    const id = /`flow answer (\S+) --dispute <reason>`/.exec(stdout)?.[1];
    expect(json(repo, ['answer', id!, '--dispute', 'No query is there.'])).toMatchObject({ ok: true });
    expect(flow(repo, ['explain']).stdout).not.toContain('FINDING_OPEN');
  });

  test('C58 the message of a reviewer is read as it stands; what blocks says how it is mended', () => {
    const repo = started();
    const hand = (input: string) => json(repo, ['verdict', 'qa', '-'], { input });
    expect(hand(message('qa', [FINDING]))).toMatchObject({ ok: true });
    expect(json(repo, ['status']).data).toMatchObject({ findings: [{ title: FINDING.title }] });
    expect(hand(message('verifier', []))).toMatchObject({
      status: 2,
      error: { message: expect.stringContaining('verdict of verifier') },
    });
    const { classFix: _, ...half } = FINDING;
    expect(hand(message('qa', [half]))).toMatchObject({
      status: 2,
      error: { message: expect.stringContaining('classFix') },
    });
    expect(hand('{"pass": false, "findings": [{"title": "x"}]}')).toMatchObject({
      status: 2,
      error: { message: expect.stringContaining('classFix') },
    });
    expect(hand('No HIGH findings.')).toMatchObject({
      status: 2,
      error: { message: expect.stringContaining('no verdict') },
    });
    expect(hand(message('qa', [{ ...FINDING, quote: 'not there' }]))).toMatchObject({ ok: true });
    expect(json(repo, ['status']).data).toMatchObject({ findings: [] });
  });
});
