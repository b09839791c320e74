import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { start as agentIn } from '../../hooks/test/kit.js';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';

/* A run that begins with a goal: what its words say, the interview that begins from it, and questions that only people answer. */

const FILE = 'specs/feature/login/interview.md';
const prepared = () => repository({ files: { 'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n' } });
type Repo = ReturnType<typeof prepared>;

function begun(...words: string[]): Repo {
  const repo = prepared();
  expect(flow(repo, ['start', 'spec', ...words])).toMatchObject({ status: 0, stderr: '' });
  return repo;
}

interface Status {
  dials: Record<string, string>;
  goal?: { text: string; read?: { kind: string; confidence: string; words: string[] } };
  waiting: string | null;
  questions: { id: string; text: string; since: number; options?: string[] }[];
  assumptions: { id: string; text: string; question: string }[];
  debts: { item: string; why: string; reason: string }[];
}

const statusOf = (repo: Repo) => json(repo, ['status']).data as Status;
const errorOf = (repo: Repo, ...words: string[]) => json(repo, words).error as { code: string; remedy: string };

describe('a goal', () => {
  test('X6 X11 M16 it says what kind of work it is, and goal, kind and words are kept', () => {
    const repo = prepared();
    const { stdout } = flow(repo, ['start', 'spec', 'Fix', 'the', 'crash of an empty cart']);
    expect(stdout).toContain('Goal: Fix the crash of an empty cart\n');
    expect(stdout).toContain('Read as: intent bug (medium confidence: fix, crash), 5 questions.');
    expect(stdout).toContain('Another kind: flow dial intent=<trivial|mid-sized|refactor|greenfield>');
    expect(statusOf(repo)).toMatchObject({
      dials: { intent: 'bug' },
      goal: {
        text: 'Fix the crash of an empty cart',
        read: { kind: 'bug', confidence: 'medium', words: ['fix', 'crash'] },
      },
    });
    // A person, or the agent where it asks for more, takes another kind.
    expect(flow(repo, ['dial', 'intent=greenfield'])).toMatchObject({ status: 0 });
    expect(statusOf(repo)).toMatchObject({ dials: { intent: 'greenfield' } });
    expect(errorOf(repo, 'dial', 'intent=bug')).toMatchObject({ code: 'NO_TERMINAL' });
  });

  test('X11 V5 what is read of a goal is held against what the run has: it advises no dial that is so, and asks no questions of another kind', () => {
    const plan = flow(prepared(), ['start', 'plan', 'Guest checkout']).stdout;
    expect(plan).toMatch(/Advice: depth standard \(.*\)\. The run has it\.\n/);
    expect(plan).not.toContain('flow dial depth=');
    const more = ['start', 'spec', 'Fix a typo', '--dial', 'intent=bug'];
    const { stdout } = flow(prepared(), more);
    expect(stdout).toContain('; the run has intent bug, as it was started.\n');
    expect(stdout).not.toContain('1 to 2 questions');
  });

  test('X9 X11 a goal without any of the words is mid-sized, and says that it was guessed', () => {
    const repo = begun('Guest checkout');
    expect(statusOf(repo)).toMatchObject({ dials: { intent: 'mid-sized' }, goal: { read: { confidence: 'low' } } });
    expect(flow(repo, ['start', 'spec']).stdout).toContain('Goal: Guest checkout');
  });

  test('X11 X13 the interview begins from it; one that is there stays as it is (R64)', () => {
    const repo = begun('Fix the crash of an empty cart');
    expect(repo.read(FILE)).toContain('> Fix the crash of an empty cart');
    expect(repo.read(FILE).match(/^ {2}- Looked up:$/gm)).toHaveLength(5);
    const next = json(repo, ['next']).data as { position: string; open: { finding: { code: string } }[] };
    // Written by the program, it is no answer.
    expect(next).toMatchObject({
      position: 'interview',
      open: expect.arrayContaining([
        expect.objectContaining({ check: 'interview.valid' }),
        expect.objectContaining({ check: 'interview.answers-bug' }),
      ]),
    });

    expect(flow(repo, ['next']).stdout).toContain(FILE);
    const bare = prepared();
    flow(bare, ['start', 'spec', 'Guest checkout']);
    expect(flow(bare, ['next']).stdout).toContain(
      `section answers of interview (${FILE}) is empty and needs 3 entries`,
    );

    const other = prepared();
    const entries = ['Who?', 'When?', 'Where?']
      .map((one) => `- ${one}\n  - Looked up: all\n  - Answer: Here\n`)
      .join('');
    const ways = '## Approaches\n\n- A: a table\n- B: a list\n\n## Approach\n\nA: it is data.\n';
    const own = `<!-- flow: interview 1 -->\n\n## Answers\n\n${entries}\n${ways}`;
    other.write(FILE, own);
    for (const name of ['research', 'requirements', 'design'])
      other.write(`specs/feature/login/${name}.md`, `# ${name}\n\nA table.\n`);
    expect(flow(other, ['start', 'spec', 'Guest checkout'])).toMatchObject({ status: 0 });
    expect(other.read(FILE)).toBe(own);
    // What a person brings enters at its gate, not past it.
    expect(json(other, ['next']).data).toMatchObject({ position: 'research' });
    const pending = { state: 'pending' };
    expect(json(other, ['status']).data).toMatchObject({
      gates: { research: pending, requirements: pending, design: pending, tasks: pending },
    });
  });

  test('X15 an interview in another form is refused, with the way to the one that is read', () => {
    const repo = begun('Guest checkout');
    repo.write(FILE, repo.read(FILE).replace('flow: interview 1', 'flow: interview 7'));
    const { stdout } = flow(repo, ['next']);
    expect(stdout).toMatch(
      /DOCUMENT_INVALID: .*version 7 of the form, which is not known here.*flow template interview/,
    );
    const { stdout: form } = flow(repo, ['template', 'interview']);
    expect(form).toMatch(/^<!-- flow: interview 1 -->[\s\S]*# Interview: Guest checkout[\s\S]*> Guest checkout/);
  });

  test('X10 a prototype is a spike: whoever tries something out first changes nothing in what is asked, no push and no ship takes it along', () => {
    const tests = {
      'pyproject.toml': '[project]\nname = "x"\nversion = "0"\n',
      'test_x.py': 'def test_x():\n    pass\n',
    };
    const repo = repository({ files: tests });
    expect(flow(repo, ['start', 'spec', 'Build a prototype of a chess game'])).toMatchObject({ status: 0 });
    expect(statusOf(repo).dials).toMatchObject({ intent: 'greenfield' });
    const push = () => agentIn(repo).bash('git push -u origin HEAD').refused;
    repo.write('specs/feature/login/notes.md', 'Tried: boards as lists.\n');
    repo.commit('what was tried out, in words');
    expect(push()).toBeNull();
    repo.write('chess.py', 'BOARD = [[None] * 8] * 8\n');
    repo.commit('spike');
    expect(push()).toContain('PUSH_UNTESTED');
    expect(errorOf(repo, 'ship', '--dry-run')).toMatchObject({ code: expect.stringMatching(/SHIP_EARLY|EVIDENCE/) });
  });

  test('R13 an option inside of it is an error that says how it is meant', () => {
    const repo = prepared();
    const { code, remedy } = errorOf(repo, 'start', 'spec', 'Fix it --max-iterations=3');
    expect(code).toBe('GOAL_OPTION');
    expect(remedy).toContain('"--max-iterations=3"');
    expect(existsSync(path.join(repo.root, FILE))).toBe(false);
    expect(errorOf(repo, 'start', 'spec', '…')).toMatchObject({ code: 'GOAL_EMPTY' });
    expect(errorOf(repo, 'start', 'spec', 'x'.repeat(1001))).toMatchObject({ code: 'GOAL_LONG' });
    expect(flow(repo, ['start', 'spec', 'Add a "--json" flag', '--dial', 'intent=bug'])).toMatchObject({ status: 0 });
    expect(statusOf(repo)).toMatchObject({ dials: { intent: 'bug' }, goal: { text: 'Add a "--json" flag' } });
  });

  test('R20 a second start attaches and changes nothing; another workflow is refused', () => {
    const repo = begun('Fix the crash of an empty cart');
    const before = JSON.stringify(statusOf(repo));
    repo.write(FILE, 'mine\n');
    const again = json(repo, ['start', 'spec', 'Something else', '--dial', 'intent=trivial']);
    expect(again).toMatchObject({ status: 0, data: { attached: true } });
    expect(flow(repo, ['start', 'spec']).stdout).toContain('spec runs here already: nothing was changed.');
    expect(repo.read(FILE)).toBe('mine\n');
    const { goal, dials } = JSON.parse(before) as Status;
    expect(statusOf(repo)).toMatchObject({ goal, dials });
    expect(errorOf(repo, 'start', 'tdd')).toMatchObject({ code: 'RUN_EXISTS' });
  });

  test('V5 the kind of plan is advised, and the dial stays where it is until somebody turns it', () => {
    const repo = prepared();
    const { stdout } = flow(repo, ['start', 'plan', 'Payment with a public API and an audit']);
    expect(stdout).toContain('Advice: depth spec (high confidence: api, payment, audit)');
    expect(stdout).toContain('A person chooses: flow dial depth=spec');
    expect(stdout).toContain('A person chooses: flow dial depth=spec');
    expect(statusOf(repo)).toMatchObject({ dials: { depth: 'standard' }, goal: { read: { kind: 'spec' } } });
    expect(repo.read('plans/feature/login/brief.md')).toContain('> Payment with a public API and an audit');
    expect(flow(repo, ['dial', 'depth=spec'])).toMatchObject({ status: 0 });
    expect(errorOf(repo, 'dial', 'depth=light')).toMatchObject({ code: 'NO_TERMINAL' });
  });

  test('M12 M18 stories begin with seven topics, and ask again about the stories', () => {
    const repo = prepared();
    const file = 'develop/feature/login/clarifications.md';
    expect(flow(repo, ['start', 'stories', 'Guest checkout'])).toMatchObject({ status: 0 });
    const form = repo.read(file);
    expect(form).toContain('> Guest checkout');
    const topics = [...form.slice(form.indexOf('## Before Analysis')).matchAll(/^### (.*)$/gm)];
    expect(topics).toHaveLength(7);
    const open = () =>
      (json(repo, ['next']).data as { open: { finding: { code: string; args: { section?: string } } }[] }).open;
    expect(open()).toMatchObject([{ finding: { code: 'SECTION_EMPTY', args: { section: 'before-analysis' } } }]);
    const answered = '- Who pays?\n  - Looked up: cart.ts\n  - Answer: Guests\n';
    repo.write(file, form.replace('### Users\n', `### Users\n\n${answered}`));
    expect(open()[0]).toMatchObject({ check: 'analyse.rules', finding: { code: 'DOCUMENT_MISSING' } });
    // A question that nobody has answered yet counts for nothing.
    repo.write(file, form.replace('### Users\n', `### Users\n\n${answered.replace('Guests', '')}`));
    expect(open()[0]).toMatchObject({ finding: { code: 'DOCUMENT_INVALID' } });
  });

  test('M16 a workflow that reads no goals keeps it as it was said', () => {
    const repo = prepared();
    expect(flow(repo, ['start', 'ceremony', 'Guest checkout'])).toMatchObject({ status: 0 });
    expect(statusOf(repo).goal).toEqual({ text: 'Guest checkout' });
  });
});

test('X16 the command that the interview names is run and recorded, and seen to fail before anything is changed', () => {
  const repo = begun('Fix the crash of an empty cart');
  repo.write('show.sh', 'test -e mended\n');
  const form = repo.read(FILE);
  const written = (command: string) =>
    form
      .replaceAll('Looked up:', 'Looked up: cart.py')
      .replaceAll('Answer:', 'Answer: see there')
      .replace('Command:', `Command: \`${command}\``)
      .replace('## Approach\n', '## Approach\n\nA: shortest.\n')
      .replace('## Approaches\n', '## Approaches\n\n- A: a guard\n- B: a rule\n');
  repo.write(FILE, written('sh show.sh'));
  const next = () => json(repo, ['next']).data as { position: string; command: string; open: { finding: object }[] };
  expect(next()).toMatchObject({ position: 'reproduce', command: 'sh show.sh' });
  expect(next().open).toMatchObject([{ finding: { code: 'NOT_REPRODUCED', args: { command: 'sh show.sh' } } }]);
  // A pass shows no fault, and neither does another command.
  repo.write('mended', '');
  expect(flow(repo, ['exec', '--', 'sh', 'show.sh']).status).toBe(0);
  rmSync(path.join(repo.root, 'mended'));
  expect(flow(repo, ['exec', '--', 'sh', '-c', 'exit 1']).status).toBe(1);
  expect(next().position).toBe('reproduce');
  expect(flow(repo, ['exec', '--', 'sh', 'show.sh']).status).toBe(1);
  expect(next().position).toBe('research');
  // Whoever names another command has to see that one fail.
  repo.write(FILE, written('sh other.sh'));
  expect(next().position).toBe('reproduce');
  repo.write(FILE, written('sh show.sh'));
  expect(next().position).toBe('research');
});

describe('questions', () => {
  const add = (repo: Repo, ...words: string[]) => flow(repo, ['clarify', 'add', ...words]);

  test('M15 M50 an answer is kept by phase and category, and counts', () => {
    const repo = begun('Guest checkout');
    const words = ['Who sees it?', '--looked-up', 'cart.ts shows it to all', '--category', 'users'];
    expect(add(repo, ...words, '--answer', 'Guests *only*')).toMatchObject({ status: 0, stderr: '' });
    expect(add(repo, 'And when?', ...words.slice(1), '--answer', 'At once')).toMatchObject({ status: 0 });
    const kept = `### interview: users\n\n- And when?\n  - Looked up: cart.ts shows it to all\n  - Answer: At once\n`;
    expect(repo.read(FILE)).toContain(kept);
    expect(repo.read(FILE)).toContain('  - Answer: Guests \\*only\\*\n');
    expect(repo.read(FILE).match(/^### interview: users$/gm)).toHaveLength(1);
    expect(statusOf(repo)).toMatchObject({ waiting: null, assumptions: [], debts: [] });
  });

  test('R72 R65 a question says where its agent looked, and one thing becomes of it', () => {
    const repo = begun('Guest checkout');
    for (const looked of [[], ['--looked-up', 'nothing']])
      expect(errorOf(repo, 'clarify', 'add', 'Who?', '--answer', 'x', ...looked)).toMatchObject({
        code: 'LOOKUP_MISSING',
      });
    expect(errorOf(repo, 'clarify', 'add', 'Who?', '--looked-up', 'y')).toMatchObject({ code: 'USAGE' });
    const both = ['--looked-up', 'y', '--assume', 'x', '--must'];
    expect(errorOf(repo, 'clarify', 'add', 'Who?', ...both)).toMatchObject({ code: 'USAGE' });
  });

  test('V3 R65 R73 what is assumed has an id and stays a debt, until a person answers', () => {
    const repo = begun('Guest checkout');
    add(repo, 'Which currency?', '--looked-up', 'prices have none', '--assume', 'Euro');
    add(repo, 'Which country?', '--looked-up', 'the docs', '--assume', 'France');
    expect(statusOf(repo)).toMatchObject({
      waiting: null,
      assumptions: [
        { id: 'A1', question: 'Which currency?', text: 'Euro' },
        { id: 'A2', question: 'Which country?', text: 'France' },
      ],
      debts: [
        { item: 'A1', why: 'assumed', reason: 'Euro' },
        { item: 'A2', why: 'assumed', reason: 'France' },
      ],
    });
    expect(flow(repo, ['status']).stdout).toContain('Debt: A1 (Euro)');
    const { stdout: page } = flow(repo, ['report', '--format', 'html']);
    expect(page).toMatch(/<code>A1<\/code>[\s\S]{0,80}assumed, as nobody was asked/);
    expect(errorOf(repo, 'clarify', 'answer', 'A9', 'x')).toMatchObject({ code: 'QUESTION_UNKNOWN' });
    expect(errorOf(repo, 'clarify', 'answer', 'A1', 'Dollar')).toMatchObject({ code: 'NO_TERMINAL' });
  });

  test('R65 a question that only a person answers parks the run with its exact words', () => {
    const repo = begun('Guest checkout');
    const before = Date.now();
    const asking = ['May old orders be deleted?', '--looked-up', 'the docs say nothing', '--must'];
    expect(
      add(repo, ...asking, '--option', 'Yes', '--option', 'No', '--advice', 'No: they are invoices').stdout,
    ).toContain('Q1 waits for a person: May old orders be deleted?');
    const { waiting, questions } = statusOf(repo);
    expect(waiting).toBe('person');
    expect(questions).toMatchObject([
      { id: 'Q1', text: 'May old orders be deleted?', options: ['Yes', 'No', 'use your judgement'] },
    ]);
    expect(questions[0]!.since).toBeGreaterThanOrEqual(before);
    expect(flow(repo, ['next']).stdout).toContain('Question Q1: May old orders be deleted?');
    // The same question again is the same question.
    add(repo, ...asking);
    expect(statusOf(repo).questions).toHaveLength(1);
    expect(errorOf(repo, 'clarify', 'answer', 'Q1', 'No')).toMatchObject({ code: 'NO_TERMINAL' });
    expect(statusOf(repo).waiting).toBe('person');
  });

  test.skipIf(!HAS_SCRIPT)(
    'M13 R65 R73 a person answers, and is shown what was assumed when they approve',
    async () => {
      const repo = begun('Guest checkout');
      add(repo, 'May old orders be deleted?', '--looked-up', 'the docs', '--must');
      add(repo, 'Which currency?', '--looked-up', 'the docs', '--assume', 'Euro');
      const said = await atTerminal(repo, ['clarify', 'answer', 'Q1', 'No, keep them'], { program: FLOW });
      expect(said).toMatchObject({ status: 0 });
      expect(said.text).toContain('Q1: May old orders be deleted?');
      expect(statusOf(repo)).toMatchObject({ waiting: null, questions: [] });
      expect(repo.read(FILE)).toContain('  - Answer: No, keep them\n');
      repo.write('specs/feature/login/requirements.md', '# What has to hold\n\nA table.\n');
      const shown = await atTerminal(repo, ['approve', 'requirements'], { program: FLOW, answer: () => 'no' });
      expect(shown.text).toContain('Assumed A1: Euro (nobody was asked: Which currency?)');
      expect(await atTerminal(repo, ['clarify', 'answer', 'A1', 'Dollar'], { program: FLOW })).toMatchObject({
        status: 0,
      });
      expect(statusOf(repo)).toMatchObject({ assumptions: [], debts: [] });
    },
  );
});

describe('X64 a run without questions', () => {
  const question = { questions: [{ question: 'Which one?' }] };

  test.skipIf(!HAS_SCRIPT)(
    'only a person starts it, and then the client’s question is refused with the way on',
    async () => {
      const repo = prepared();
      expect(errorOf(repo, 'start', 'spec', 'Guest checkout', '--dial', 'approvals=none')).toMatchObject({
        code: 'NO_TERMINAL',
      });
      const words = ['start', 'spec', 'Guest checkout', '--dial', 'approvals=none'];
      expect(await atTerminal(repo, words, { program: FLOW })).toMatchObject({ status: 0 });
      const agent = agentIn(repo);
      const { refused } = agent.tool('AskUserQuestion', question);
      expect(refused).toContain('QUESTION_REFUSED');
      expect(refused).toContain('approvals=none');
      expect(refused).toContain("flow clarify add '<question>'");
      // The way that it names leads on.
      const way = ['clarify', 'add', 'Which one?', '--looked-up', 'both work', '--assume', 'The first'];
      expect(flow(repo, way)).toMatchObject({ status: 0 });
      expect(agent.tool('TodoWrite', { todos: [] }).refused).toBeNull();
    },
  );

  test('in any other run, and without one, it is asked', () => {
    const repo = prepared();
    expect(agentIn(repo).tool('AskUserQuestion', question).refused).toBeNull();
    flow(repo, ['start', 'spec', 'Guest checkout']);
    expect(agentIn(repo).tool('AskUserQuestion', question).refused).toBeNull();
  });
});
