import type { GoalSpec } from '@flow/core/goal';

/*
 * How goals are read, and what is asked about them. Words are data: a kind of work gets a word here, and no code. The first line
 * of a form says its version, which the reader checks.
 */

const HOW = `<!-- Look first, then ask. One entry a question:

- Which customers see the sum?
  - Looked up: \`src/cart.ts\` shows it to everybody; README.md does not say.
  - Answer: Guests only.

Offer two to four options, with the one that you advise and why, and always "use your judgement". Where nobody is there to ask, write "Assumed (A1): …" in place of the answer: it stays a debt until a person has answered. -->`;

const LATER = `## Clarifications

<!-- What was asked later: \`flow clarify add\` writes it here, by phase and category. -->
`;

/** What is asked before a specification is written, and which way was chosen. */
export const INTERVIEW = `<!-- flow: interview 1 -->

# Interview: {title}

## Goal

{goal}

## Answers

${HOW}

{questions}

## Approaches

<!-- Two or three ways, one an entry, with what each costs: "- A: …", "- B: …". -->

## Approach

<!-- The one that was chosen, and why: "A: …". -->

${LATER}`;

/** A request, with what was asked about it. */
export const BRIEF = `<!-- flow: interview 1 -->

# Request: {title}

## Goal

{goal}

## In Scope

## Out of Scope

## Answers

${HOW}

{questions}

${LATER}`;

/** What is asked before a goal is cut into stories, and about the stories (features M12, M18). */
export const CLARIFICATIONS = `<!-- flow: interview 1 -->

# Clarifications: {title}

## Goal

{goal}

## Before Analysis

${HOW}

<!-- Seven topics. A topic that the goal leaves no question about needs none; one entry at least says what was looked up. -->

### Users

### Outcome

### Scope

### Data

### Quality

### Dependencies

### Delivery

## Before Planning

<!-- Show the table of stories, then ask for the order, preferences, worries, and what is missing. -->

${LATER}`;

/** Five areas that an interview is about (feature X12). */
const AREAS = ['Problem', 'Constraints', 'Success', 'Scope', 'Known Already'] as const;

/** What is asked about every fault (feature X13). */
const OF_A_FAULT = [
  { text: 'Which steps show the fault?' },
  { text: 'What should happen, and what happens instead?' },
  { text: 'Since when does it happen: which version or change?' },
  { text: 'Which test that is there already fails because of it, or should have caught it?' },
  { text: 'Which command shows it fastest?', isCommand: true },
] as const;

const TRIVIAL = [
  ...['typo', 'spelling', 'misspelled', 'misspelt', 'wording', 'grammar', 'whitespace', 'comment', 'indentation'],
  ...[
    'copyright year',
    'link',
    'label',
    'log message',
    'error message',
    'bump',
    'one line',
    'one-line',
    'small',
    'tiny',
  ],
  ...['trivial', 'minor', 'rename', 'constant', 'tweak', 'reword', 'readme', 'color', 'colour', 'docs'],
];

const FAULT = [
  ...[
    'fix',
    'bug',
    'crash',
    'broken',
    'break',
    'fail',
    'failure',
    'error',
    'exception',
    'regression',
    'wrong',
    'incorrect',
  ],
  ...[
    'stack trace',
    'traceback',
    'hang',
    'freeze',
    'leak',
    'race condition',
    'deadlock',
    'not working',
    'does not work',
  ],
  ...[
    "doesn't work",
    'no longer',
    'stopped working',
    'unexpected',
    'flaky',
    'timeout',
    'off by one',
    'corrupt',
    'lost',
  ],
  ...['missing', 'duplicate', 'null pointer', 'undefined is not', 'fault', 'defect', 'issue', 'reproduce', 'repair'],
  ...[
    'cannot',
    "can't",
    "won't",
    'unable',
    'not right',
    "isn't right",
    "aren't right",
    'nothing works',
    'does nothing',
  ],
  ...['panic', 'segfault', 'typeerror', 'referenceerror', 'valueerror', 'keyerror', 'attributeerror', 'indexerror'],
  ...['nullpointerexception', 'hotfix', 'bugfix', 'stuck', 'infinite loop', 'out of memory', 'vulnerability', 'xss'],
  ...['gets an error', 'throws an error', 'returns an error', 'an error occurs', 'is undefined', '500', '404'],
];

const REFACTOR = [
  ...['refactor', 'restructure', 'clean up', 'cleanup', 'simplify', 'extract', 'inline', 'split', 'merge', 'decouple'],
  ...[
    'deduplicate',
    'duplication',
    'modularise',
    'modularize',
    'reorganise',
    'reorganize',
    'migrate',
    'rewrite',
    'replace',
  ],
  ...[
    'technical debt',
    'tech debt',
    'dead code',
    'move',
    'tidy',
    'untangle',
    'same behaviour',
    'same behavior',
    'upgrade',
    'dependencies',
  ],
];

const GREENFIELD = [
  ...[
    'from scratch',
    'new project',
    'new app',
    'new application',
    'new service',
    'new package',
    'new library',
    'prototype',
  ],
  ...[
    'greenfield',
    'bootstrap',
    'scaffold',
    'create an',
    'create a new',
    'build a',
    'build an',
    'start a',
    'mvp',
    'website',
  ],
  ...[
    'proof of concept',
    'empty repository',
    'first version',
    'application',
    'platform',
    'game',
    'set up a',
    'initial',
  ],
  ...['spike', 'poc', 'try out', 'hello world', 'new … api', 'new … service', 'new … app', 'new … cli', 'new … tool'],
  ...['create … app', 'build … app', 'make … app', 'write … app', 'create … cli', 'write … cli', 'make … cli'],
  ...['create … tool', 'write … tool', 'create … service', 'write … service', 'create … api', 'todo app'],
];

const FEATURE = [
  ...[
    'add',
    'support',
    'implement',
    'extend',
    'allow',
    'enable',
    'introduce',
    'feature',
    'option',
    'endpoint',
    'integrate',
  ],
  ...[
    'show',
    'let users',
    'export',
    'import',
    'page',
    'screen',
    'command',
    'flag',
    'field',
    'filter',
    'validation',
    'improve',
  ],
  ...['an error', 'error handling', 'error page', 'error code', 'forgotten password', 'lost password'],
];

/** Said of faults and small things, and of everything else, too. */
const WEAK = [
  ...(['fix', 'small', 'tiny', 'minor', 'link', 'label', 'comment', 'constant', 'duplicate', 'missing'] as const),
  ...(['page', 'screen', 'field', 'option', 'command', 'flag', 'import', 'export'] as const),
] as const;

/** The kinds of work of specifications, from the least demanding to the most (features X6 to X9). */
export const KINDS_OF_WORK = {
  dial: 'intent',
  otherwise: 'mid-sized',
  weak: WEAK,
  areas: AREAS,
  kinds: {
    // Where one way is plain, none is chosen.
    trivial: { words: TRIVIAL, questions: { min: 1, max: 2 }, without: ['Approaches', 'Approach'] },
    bug: { words: FAULT, questions: { min: 5, max: 5 }, asks: OF_A_FAULT },
    refactor: { words: REFACTOR, questions: { min: 3, max: 5 } },
    greenfield: { words: GREENFIELD, questions: { min: 5, max: 10 } },
    'mid-sized': { words: FEATURE, questions: { min: 3, max: 7 } },
  },
} as const satisfies GoalSpec;

/** `KINDS_OF_PLAN` holds the kinds of plan: the words advise one, and a person chooses (feature V5). */
export const KINDS_OF_PLAN = {
  dial: 'depth',
  otherwise: 'standard',
  advises: true,
  weak: WEAK,
  areas: AREAS,
  kinds: {
    light: {
      words: [...TRIVIAL, 'quick', 'simple', 'single file', 'one file', 'config', 'script'],
      questions: { min: 1, max: 2 },
    },
    spec: {
      words: [
        ...['protocol', 'api', 'contract', 'compliance', 'regulation', 'security', 'authentication', 'authorization'],
        ...['authorisation', 'payment', 'billing', 'migration', 'public interface', 'specification', 'audit'],
        ...['privacy', 'encryption', 'permission', 'multi-tenant', 'backwards compatible', 'schema'],
      ],
      questions: { min: 3, max: 10 },
    },
    standard: { words: [...FEATURE, ...REFACTOR], questions: { min: 2, max: 7 } },
  },
} as const satisfies GoalSpec;
