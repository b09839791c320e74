import { describe, expect, test } from 'vitest';
import { FINDING_WORDS, formatFinding } from './finding-words.js';

/* Words that a person or CI reads speak to them. What only the agent's own hook says is left out. */

const SAID_TO_ALL = Object.keys(FINDING_WORDS).filter((code) =>
  /^(?:PUSH|POLICY|VERIFY|EVIDENCE|CONVENTION)_|^(?:EDIT_FORBIDDEN|REF_RESERVED)$/.test(code),
);

/** Facts that bring out what a finding may say: each way of a suite's failure has words of its own. */
const FACTS = [
  {
    suite: 'pytest:.',
    question: 'test',
    command: 'pytest',
    ranCommand: 'pytest',
    time: 1,
    redBefore: true,
    failing: ['a'],
  },
  { suite: 'ruff:.', question: 'lint', command: 'ruff', ranCommand: 'ruff', time: 1, reasons: ['not-started'] },
  { suite: 'command:.:make', question: 'test', command: 'make', ranCommand: 'make', time: 1, reasons: ['not-started'] },
  {
    suite: 'pytest:.',
    question: 'test',
    command: 'pytest',
    ranCommand: 'pytest',
    time: 1,
    reasons: ['content-left-out'],
  },
  {
    ...{ suite: 'pytest:.', question: 'test', command: 'pytest', ranCommand: 'pytest', time: 1 },
    reasons: ['content-hidden'],
  },
  ...['named-hides', 'program-outside', 'program-ignored'].map((reason) => ({
    ...{ suite: 'command:.:make', question: 'test', command: 'make', ranCommand: 'make', time: 1, reasons: [reason] },
  })),
  ...['settings', 'killed'].map((reason) => ({
    ...{ suite: 'pytest:.', question: 'test', command: 'pytest', ranCommand: 'pytest', time: 1, reasons: [reason] },
  })),
  { class: 'source', files: ['a.py'], open: ['test'] },
  { gate: 'ship', title: 'Ship', why: 'nobody has approved it', branch: 'main', outcome: 'failed' },
];

const texts = (code: string, reader: 'agent' | 'person' | 'ci') =>
  FACTS.map((args) => formatFinding({ code, level: 'block', args: { outcome: 'failed', ...args } }, 2000, reader));

describe('U13 who reads it', () => {
  test.each(SAID_TO_ALL)('U13: a person is not sent to a person: %s', (code) => {
    for (const text of texts(code, 'person')) {
      expect(text).not.toMatch(/[Aa]sk (?:a|the) person|\b[Aa] person\b|the person|in its own call|their own terminal/);
    }
  });

  test.each(SAID_TO_ALL)('U13: CI, which has no next call, is told what makes it pass: %s', (code) => {
    for (const text of texts(code, 'ci')) expect(text).not.toMatch(/[Aa]sk (?:a|the) person|in its own call|You can/);
  });

  test('U13: an agent is told whom to ask', () => {
    expect(texts('PUSH_DEFAULT_BRANCH', 'agent').at(-1)).toContain('or ask a person to push');
    expect(texts('PUSH_UNAPPROVED', 'agent').at(-1)).toContain('Ask the person to run `npx flow-hooks approve ship`');
    expect(texts('PUSH_UNTESTED', 'agent')[0]).toContain('in its own call, then push in the next one');
  });
});
