import { documentTemplate, readDocument } from '@flow/core/documents';
import { classifyGoal, type GoalSpec, optionIn, readGoal } from '@flow/core/goal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INTERVIEW, KINDS_OF_PLAN, KINDS_OF_WORK } from '../src/interviews.js';

/* What the words of a goal say, and what is asked about it: pure, over data. */

const kindOf = (goal: string, spec: GoalSpec = KINDS_OF_WORK) => classifyGoal(goal, spec).kind;

describe('the kind of work', () => {
  test.each([
    ['Fix the crash when a cart is empty', 'bug'],
    ['Totals are wrong after a discount, and the export fails', 'bug'],
    ['The login page no longer works since 2.3', 'bug'],
    ['Users get a stack trace when they log in twice', 'bug'],
    ['Fix a typo in the README', 'trivial'],
    ['Correct the wording of the error message', 'trivial'],
    ['Bump the copyright year', 'trivial'],
    ['Refactor the price module and remove dead code', 'refactor'],
    ['Extract the parser and simplify its tests', 'refactor'],
    ['Create a new project: a todo app from scratch', 'greenfield'],
    ['Build a prototype of a chess game', 'greenfield'],
    ['Add a filter to the list of orders', 'mid-sized'],
    ['Let users export their invoices as CSV', 'mid-sized'],
    ['login doesnt work', 'bug'],
    ['login doesn’t work on Safari', 'bug'],
    ['cant log in anymore', 'bug'],
    ['the total isn’t right when there is no discount', 'bug'],
    ['TypeError: x is undefined', 'bug'],
    ['Users get 500 on /orders!!!', 'bug'],
    ['🐛 fix login', 'bug'],
    ['Fix broken link in footer', 'bug'],
    ['"Fix" the \'login\' – now — it’s broken', 'bug'],
    ['corregir el error del carrito', 'bug'],
    ['fix typo', 'trivial'],
    ['docs: explain the installation', 'trivial'],
    ['spike: try out sqlite', 'greenfield'],
    ['poc for search', 'greenfield'],
    ['Create a CLI that counts words', 'greenfield'],
    ['new REST API for orders in Go', 'greenfield'],
    ['small webshop from scratch', 'greenfield'],
    ['Add error handling to the parser', 'mid-sized'],
    ['Show an error when the amount is negative', 'mid-sized'],
    ['Add a link checker', 'mid-sized'],
    ['Add comments to posts', 'mid-sized'],
    ['lost password page', 'mid-sized'],
    ['Ajouter un export CSV', 'mid-sized'],
    ['Bitte den Login verschönern', 'mid-sized'],
    ['Guest checkout', 'mid-sized'],
    ['プレフィックス', 'mid-sized'],
  ])('X6 X8 %s', (goal, kind) => {
    expect(kindOf(goal)).toBe(kind);
  });

  test('X8 a word stands for its forms, and not for what only contains it', () => {
    for (const goal of ['fixes', 'Fixed it', 'FIXING', 'crashes', 'crashed']) expect(kindOf(goal)).toBe('bug');
    // "prefix", "debugger" and "terror" have the letters of words that speak for a fault.
    expect(kindOf('Prefix names in the debugger of the terror watch')).toBe('mid-sized');
    // The words of a phrase have to stand in a row.
    expect(classifyGoal('Longer than no', KINDS_OF_WORK).words).toEqual([]);
    expect(classifyGoal('It no longer starts', KINDS_OF_WORK).words).toEqual(['no longer']);
  });

  test('X8 a word within a longer phrase says nothing by itself; a phrase may leave a few words open', () => {
    const words = (goal: string) => classifyGoal(goal, KINDS_OF_WORK).words;
    expect(words('Reword the error message')).toEqual(['error message', 'reword']);
    expect(words('Create a small new tool')).toEqual(['create … tool']);
    expect(words('Create something else, which is no more than a tool')).toEqual([]);
    // "words" are no wording.
    expect(words('Count words')).toEqual([]);
  });

  test('X9 three words are sure, one or two are not, none is a guess', () => {
    const of = (goal: string) => classifyGoal(goal, KINDS_OF_WORK);
    expect(of('Fix the crash: a timeout')).toMatchObject({ kind: 'bug', confidence: 'high' });
    expect(of('Fix the crash')).toMatchObject({ kind: 'bug', confidence: 'medium', words: ['fix', 'crash'] });
    expect(of('Fix it')).toMatchObject({ confidence: 'medium' });
    expect(of('Guest checkout')).toMatchObject({ kind: 'mid-sized', confidence: 'low', words: [] });
    // As many words speak for another kind: nobody can be sure.
    const rivals = 'fix crash timeout refactor extract simplify';
    expect(of(rivals)).toMatchObject({ kind: 'bug', confidence: 'medium' });
    expect(of(`${rivals} fault`)).toMatchObject({ kind: 'bug', confidence: 'high' });
  });

  test.each([
    ['bug', 5, 5],
    ['trivial', 1, 2],
    ['refactor', 3, 5],
    ['greenfield', 5, 10],
    ['mid-sized', 3, 7],
  ] as const)('X7 the questions of %s', (kind, min, max) => {
    const [word] = KINDS_OF_WORK.kinds[kind].words;
    expect(classifyGoal(word!, KINDS_OF_WORK)).toMatchObject({ kind, questions: { min, max } });
  });

  test('V5 the kind of plan that the words advise', () => {
    expect(kindOf('A quick script for the config', KINDS_OF_PLAN)).toBe('light');
    expect(kindOf('Payment with a public API and an audit', KINDS_OF_PLAN)).toBe('spec');
    expect(kindOf('Add a filter to the orders', KINDS_OF_PLAN)).toBe('standard');
    expect(KINDS_OF_PLAN.advises).toBe(true);
  });

  test('whatever a goal says, it has a kind that the dial has, and is kept as it was read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (goal) => {
        const read = classifyGoal(goal, KINDS_OF_WORK);
        expect(Object.keys(KINDS_OF_WORK.kinds)).toContain(read.kind);
        expect(readGoal(JSON.parse(JSON.stringify({ text: goal, read })))).toEqual({ text: goal, read });
      }),
    );
    expect(readGoal({ text: 'x', read: { kind: 3 } })).toEqual({ text: 'x' });
    expect(readGoal('x')).toBeUndefined();
  });

  test('no word speaks for two kinds of one list but by data', () => {
    const all = Object.values(KINDS_OF_WORK.kinds).flatMap(({ words }) => [...words]);
    expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
  });
});

test('R13 a word that looks like an option is found in a goal, unless it is quoted', () => {
  expect(optionIn('Add login --max-iterations=3')).toBe('--max-iterations=3');
  expect(optionIn('Add login --max-iterations 3')).toBe('--max-iterations');
  expect(optionIn('--dial intent=bug fix it')).toBe('--dial');
  expect(optionIn('fix it (-v)')).toBe('-v');
  for (const fine of [
    'Add a "--json" flag',
    'Add a `--json` flag',
    "Add a '--json' flag",
    'A well-known e-mail - not sent',
    'From -3 to 5 degrees',
    'Log in -- or sign up',
  ])
    expect(optionIn(fine)).toBeNull();
  // An apostrophe opens no quotation.
  expect(optionIn("don't --dry-run, won't")).toBe('--dry-run,'.slice(0, -1));
});

describe('the interview of a goal', () => {
  const textOf = (goal: string) =>
    documentTemplate(INTERVIEW, {
      title: goal,
      goal: { text: goal, read: classifyGoal(goal, KINDS_OF_WORK) },
      goals: KINDS_OF_WORK,
    });
  const read = (text: string) => readDocument('interview', 'i.md', text, (words) => words);

  test('X11 X12 it begins with the goal, what was read of it, and five areas', () => {
    const text = textOf('Add a filter to the orders');
    expect(text).toContain('> Add a filter to the orders');
    expect(text).toContain('Read as mid-sized (medium confidence: add, filter)');
    expect(text).toContain('3 to 7 questions');
    const areas = [...text.matchAll(/^### (.*)$/gm)].map(([, area]) => area);
    expect(areas).toEqual(['Problem', 'Constraints', 'Success', 'Scope', 'Known Already']);
    expect(read(text).findings).toEqual([]);
    expect(read(text).sections.answers).toMatchObject({ empty: true });
  });

  test('X10 X14 trivial work offers no ways to choose from; the dial of the run goes before what was read of its goal', () => {
    const sections = (text: string) => [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(sections(textOf('Fix a typo in the README'))).toEqual(['Goal', 'Answers', 'Clarifications']);
    const all = ['Goal', 'Answers', 'Approaches', 'Approach', 'Clarifications'];
    expect(sections(textOf('Add a filter to the orders'))).toEqual(all);
    const goal = { text: 'Fix a typo', read: classifyGoal('Fix a typo', KINDS_OF_WORK) };
    const subject = { title: 'T', goal, goals: KINDS_OF_WORK, dials: { intent: 'bug' } };
    const turned = documentTemplate(INTERVIEW, subject);
    expect(sections(turned)).toEqual(all);
    expect(turned).toContain('5 questions for this kind of work (bug)');
    expect(read(textOf('Fix a typo in the README')).findings).toEqual([]);
  });

  test('X13 about a fault five questions are asked, and the last asks for the command that shows it', () => {
    const text = textOf('Fix the crash of the cart');
    const fact = read(text);
    expect(fact.interview?.entries).toHaveLength(5);
    expect(fact.findings.map(({ code }) => code)).toEqual(Array(5).fill('ANSWER_MISSING'));
    expect(fact.sections.answers?.items).toEqual([]);
    const answered = text
      .replaceAll('Looked up:', 'Looked up: the issue')
      .replaceAll('Answer:', 'Answer: see there')
      .replace('Command:', 'Command: `npm test -- cart`');
    expect(read(answered)).toMatchObject({ findings: [], interview: { command: 'npm test -- cart' } });
    expect(read(answered).sections.answers?.items).toHaveLength(5);
  });

  test('the words of a goal are words, whatever they look like', () => {
    const text = textOf('{questions} <!-- flow: interview 9 --> {title}\n# Answers');
    expect(read(text).findings).toEqual([]);
    expect(text.match(/^### Problem$/gm)).toHaveLength(1);
    expect(text).not.toContain('interview 9 -->');
  });
});
