import type { Finding } from '@flow/core';
import { clean } from '../words.js';

/** What is wrong with a workflow or an overlay, by code. Facts from repositories are cleaned and bounded. */

const one = (value: unknown) => clean(String(value ?? ''), 120);
const list = (value: unknown) => (Array.isArray(value) ? value.slice(0, 8).map(one).join(', ') : one(value));

type Words = (args: Finding['args']) => string;

/** Why a gate asks less of a person than before. */
const WEAKER: Readonly<Record<string, string>> = {
  removed: 'is gone',
  replaced: 'is another check',
  'only-warns': 'only warns',
  'asked-less': 'is asked for in fewer runs',
  proceeds: 'lets the work go on by itself',
  'shows-less': 'shows less than before',
  optional: 'may be left out',
  'items-not-walked': 'is no longer walked for every item',
  'marks-less': 'marks fewer items for what is asked of those alone',
  'nothing-asked': 'holds nothing up any more',
  advance: 'goes on without a person',
  'advance-kept': 'is kept by another phase, so that no person is asked again',
};

const weaker = (why: unknown) => WEAKER[String(why)] ?? one(why);

export const FAULT_WORDS: Readonly<Record<string, Words>> = {
  SCHEMA_KEY_UNKNOWN: ({ key }) => `there is no key \`${one(key)}\``,
  SCHEMA_KEY_MISSING: () => 'something is missing',
  SCHEMA_NAME_UNKNOWN: ({ key }) => `nothing is called \`${one(key)}\``,
  SCHEMA_VALUE_INVALID: ({ message }) => one(message),
  OVERLAY_UNKNOWN: ({ name, id, value }) =>
    `nothing there is called ${(name ?? id ?? value) ? `\`${one(name ?? id ?? value)}\`` : 'so'}`,
  OVERLAY_ID_TAKEN: ({ id }) => `the id \`${one(id)}\` is taken`,
  OVERLAY_RENAMES: () => 'what takes the place of something keeps its id',
  OVERLAY_FIELD_UNFIT: () => 'this does not fit the check',
  OVERLAY_PLACE_UNCLEAR: () => 'its place is not clear',
  OVERLAY_EMPTIES_PANEL: () => 'nobody is left to review',
  OVERLAY_REMOVES_GATE: ({ why }) => `a person would no longer be asked: it ${weaker(why)}`,
  GATE_NOT_REQUIRED: ({ why }) => `the configuration says that this is not required here: it ${weaker(why)}`,
  ID_TWICE: () => 'the id stands twice',
  ID_RESERVED: () => 'the id is a word of the engine',
  REFERENCE_UNKNOWN: ({ what, name }) => `there is no ${one(what)} \`${one(name)}\``,
  REFERENCE_AHEAD: ({ name }) => `\`${one(name)}\` comes later`,
  PANEL_ASKS_NOBODY: () => 'the first round asks nobody, so that nobody is ever open',
  CONTENT_UNKNOWN: ({ name }) => `the content \`${one(name)}\` can never be told, so that nothing is proven on it`,
  GATE_UNBOUND: () => 'the approval is bound to nothing, and holds whatever changes',
  READS_AHEAD: ({ name }) => `it depends on the question \`${one(name)}\`, which is asked later`,
  PHASE_UNREACHABLE: () => 'no run has this phase',
  CHECK_UNASKED: () => 'no run of its phase asks for it',
  MARK_UNGIVEN: () => 'the mark is given to no item',
  MARK_UNASKED: ({ name }) => `nothing asks for the mark \`${one(name)}\`, so that it changes nothing`,
  MARK_AHEAD: ({ name }) => `it depends on the mark \`${one(name)}\`, which is given later`,
  RUN_ASKS_NOTHING: ({ dials }) => `a run with ${list(dials)} asks for nothing`,
  PHASE_HOLDS_NOTHING: () => 'it asks for nothing, and is left as soon as it is reached',
  INSTRUCTION_MISSING: () => 'nobody is told what to do here',
  INSTRUCTION_UNUSED: ({ name }) => `nothing here ever finds \`${one(name)}\`, so that its words are never said`,
  DOCUMENT_UNMADE: ({ name }) => `no phase is told to write the document \`${one(name)}\``,
  COUNT_IMPOSSIBLE: () => 'no number of entries is enough and not too many',
  LOOP_MISSING: () => 'it may send work back for ever',
  GATE_HOLDS_NOTHING: () => 'the work goes on without the person',
  JUDGE_WORKS: ({ judge, phase }) => `\`${one(judge)}\` judges what it may edit itself in \`${one(phase)}\``,
  PROOF_UNPROVABLE: ({ phase, classes }) =>
    `when it says no, it has to be mended in \`${one(phase)}\`, which closes ${list(classes)}`,
  ITEM_UNBOUND: ({ name }) => `work on one item voids it for all others: it depends on ${one(name)}`,
  ITEM_UNHEARD: ({ name }) => `\`${one(name)}\` is said of the run, and never of one item`,
  WHOLE_UNPROVEN: () => 'nothing behind the items looks at the whole',
  QUESTION_UNANSWERED: ({ name }) => `no preset in force can run \`${one(name)}\``,
  STUCK: ({ phase }) => `a run gets stuck here, in \`${one(phase)}\``,
};

/** A finding of `checkWorkflow`, `applyOverlay`, `parseWorkflow` or `parseOverlay` as one line: place and fault; its remedy stands beside it. */
export function faultWords({ code, args }: Finding): string {
  const words = Object.hasOwn(FAULT_WORDS, code) ? FAULT_WORDS[code]!(args) : code;
  return `${clean(String(args.at ?? '(top)'), 200)}: ${words}`;
}
