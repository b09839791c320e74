import { describe, expect, test } from 'vitest';
import { describeFinding } from './describe.js';
import { interviewLine } from './interview-form.js';
import { readDocument } from './read-document.js';

const read = (text: string) => readDocument('interview', 'i.md', text, (words) => words);
const form = (body: string) => `${interviewLine()}\n\n# Interview: Cart\n\n${body}`;
const codes = (text: string) => read(text).findings.map(({ code }) => code);

const ANSWERED = '- Who sees it?\n  - Looked up: `cart.ts`\n  - Answer: Guests.\n';
const ASSUMED = '- Which currency?\n  - Looked up: nothing says\n  - Assumed (A1): Euro\n';

describe('an interview', () => {
  test('X15 a form that nobody here knows is not read, and the finding says how it is', () => {
    const later = form(`## Answers\n\n${ANSWERED}`).replace('interview 1', 'interview 2');
    expect(read(later)).toMatchObject({
      interview: { entries: [] },
      sections: { answers: { items: [], empty: true } },
    });
    const [finding] = read(later).findings;
    expect(describeFinding(finding!)).toMatch(/version 2 .*not known here.*flow template interview/);
    // One without a version is in no form that is known, either.
    const without = read(`# Interview\n\n## Answers\n\n${ANSWERED}`);
    expect(without.sections.answers?.items).toEqual([]);
    expect(describeFinding(without.findings[0]!)).toContain(interviewLine());
    expect(codes(form(`## Answers\n\n${ANSWERED}`))).toEqual([]);
  });

  test('X7 an entry counts once somebody has answered it, or an assumption stands in place of the answer', () => {
    const fact = read(form(`## Answers\n\n${ANSWERED}${ASSUMED}- And then?\n  - Looked up: no\n  - Answer: TODO\n`));
    expect(fact.sections.answers?.items).toEqual(['Who sees it? Guests.', 'Which currency? Assumed: Euro']);
    expect(fact.findings).toMatchObject([{ code: 'ANSWER_MISSING', args: { question: 'And then?' } }]);
  });

  test('X12 below a heading it counts for that area, and for the answers', () => {
    const { sections } = read(form(`## Answers\n\n### Problem\n\n${ANSWERED}\n### Scope\n\n${ASSUMED}`));
    expect(sections.problem?.items).toHaveLength(1);
    expect(sections.scope?.items).toHaveLength(1);
    expect(sections.answers?.items).toHaveLength(2);
  });

  test('R72 a question says what was looked up first', () => {
    const fact = read(form('## Answers\n\n- Who sees it?\n  - Answer: Guests.\n'));
    expect(fact.findings).toMatchObject([{ code: 'LOOKUP_MISSING', args: { line: 7 } }]);
    expect(describeFinding(fact.findings[0]!)).toContain('"Looked up:"');
    // To look up nothing is not to look; that there is none of what was asked for is an answer.
    expect(codes(form(`## Answers\n\n${ANSWERED.replace('`cart.ts`', 'nothing')}`))).toEqual(['LOOKUP_MISSING']);
    expect(codes(form(`## Answers\n\n${ANSWERED.replace('Guests.', 'None.')}`))).toEqual([]);
  });

  test('R73 an assumption has an id of its own', () => {
    const twice = `## Answers\n\n${ASSUMED}${ASSUMED.replace('currency', 'country')}`;
    expect(read(form(twice)).findings).toMatchObject([
      { code: 'ASSUMPTION_ID_MISSING', args: { write: 'Assumed (A2):', first: 7 } },
    ]);
    const none = `## Clarifications\n\n${ASSUMED}${ASSUMED.replace(' (A1)', '')}`;
    expect(read(form(none)).findings).toMatchObject([{ args: { write: 'Assumed (A2):' } }]);
    expect(read(form(`## Answers\n\n${ASSUMED}`)).interview?.entries).toMatchObject([
      { question: 'Which currency?', assumed: { id: 'A1', text: 'Euro' } },
    ]);
  });

  test('X16 one command shows the fault, as it is written', () => {
    const asked = (command: string) => `- Which shows it?\n  - Looked up: tests\n  - Command: ${command}\n`;
    expect(read(form(`## Answers\n\n${asked('`npm test -- "a  b"`')}`)).interview).toMatchObject({
      command: 'npm test -- "a b"',
      entries: [{ answer: 'npm test -- "a b"' }],
    });
    expect(read(form(`## Answers\n\n${asked('TBD')}`)).interview?.command).toBeUndefined();
    expect(codes(form(`## Answers\n\n${asked('`a`')}${asked('`b`')}`))).toEqual(['COMMAND_TWICE']);
  });

  test('X14 the choice names one of the approaches', () => {
    const ways = '## Approaches\n\n- A: a table\n- B: a function\n\n## Approach\n\n';
    for (const chosen of ['A: it is data', 'b', 'Approach B - it is shorter'])
      expect(codes(form(ways + chosen))).toEqual([]);
    expect(codes(form(`${ways}C: something else`))).toEqual(['APPROACH_UNKNOWN']);
    expect(codes(form(`${ways}The table.`))).toEqual(['APPROACH_UNKNOWN']);
    // Nobody has chosen yet, or offered anything.
    expect(codes(form(ways))).toEqual([]);
    expect(codes(form('## Approach\n\nThe table.'))).toEqual([]);
  });
});
