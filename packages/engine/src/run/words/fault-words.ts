import type { Finding } from '@flow/core';
import { clean } from '../../text/clean.js';

/** Words for faults of a workflow or an overlay, by code. Facts from repositories are cleaned and bounded. */

const one = (value: unknown) => clean(String(value ?? ''), 120);
const list = (value: unknown) => (Array.isArray(value) ? value.slice(0, 8).map(one).join(', ') : one(value));

type Words = (args: Finding['args']) => string;

/** Why a gate asks less of a person than before. */
const WEAKER: Readonly<Record<string, string>> = {
  removed: 'is gone',
  replaced: 'is a different check',
  'only-warns': 'only warns',
  'asked-less': 'is required in fewer runs',
  proceeds: 'lets the work continue by itself',
  'shows-less': 'shows less than before',
  optional: 'may be skipped',
  'items-not-walked': 'no longer runs for every item',
  'marks-less': 'marks fewer items',
  'nothing-asked': 'no longer blocks',
  advance: 'continues without a person',
  'advance-kept': 'is kept by another phase, so no person is asked again',
  'fewer-rounds': 'has fewer rounds',
};

const weaker = (why: unknown) => WEAKER[String(why)] ?? one(why);

export const FAULT_WORDS: Readonly<Record<string, Words>> = {
  SCHEMA_KEY_UNKNOWN: ({ key }) => `unknown key \`${one(key)}\``,
  SCHEMA_KEY_MISSING: () => 'something is missing',
  SCHEMA_NAME_UNKNOWN: ({ key }) => `nothing is named \`${one(key)}\``,
  SCHEMA_VALUE_INVALID: ({ message }) => one(message),
  OVERLAY_UNKNOWN: ({ name, id, value }) =>
    `there is nothing named ${(name ?? id ?? value) ? `\`${one(name ?? id ?? value)}\`` : 'that'}`,
  OVERLAY_ID_TAKEN: ({ id }) => `the id \`${one(id)}\` is taken`,
  OVERLAY_RENAMES: () => 'a replacement must keep the id of what it replaces',
  OVERLAY_FIELD_UNFIT: () => 'this does not apply to the check',
  OVERLAY_PLACE_UNCLEAR: () => 'its position is not clear',
  OVERLAY_EMPTIES_PANEL: () => 'nobody is left to review',
  OVERLAY_REMOVES_GATE: ({ why }) => `a person would no longer be asked: it ${weaker(why)}`,
  GATE_NOT_REQUIRED: ({ why }) => `the configuration makes this optional here: it ${weaker(why)}`,
  JUDGES_LESS: ({ why, names }) =>
    `the configuration lets reviewers decide less here: ${names === undefined ? `it ${weaker(why)}` : `it no longer asks ${list(names)}`}`,
  ID_TWICE: () => 'the id is used twice',
  ID_RESERVED: () => 'the id is a reserved word',
  REFERENCE_UNKNOWN: ({ what, name }) => `there is no ${one(what)} \`${one(name)}\``,
  REFERENCE_AHEAD: ({ name }) => `\`${one(name)}\` comes later`,
  REFERENCE_LEFT_OUT: ({ name, dials }) =>
    `a run with ${list(dials)} has no \`${one(name)}\`, so nobody would answer its findings`,
  PANEL_ASKS_NOBODY: () => 'a round asks nobody; in the first one, no reviewer is open yet',
  REVIEWER_UNASKED: ({ name }) => `no round asks \`${one(name)}\``,
  CONTENT_UNKNOWN: ({ name }) => `the content \`${one(name)}\` can never be determined, so nothing can be proven on it`,
  GATE_UNBOUND: () => 'the approval is bound to no content, so it holds whatever changes',
  READS_AHEAD: ({ name }) => `it depends on the question \`${one(name)}\`, which is asked later`,
  PHASE_UNREACHABLE: () => 'no run reaches this phase',
  CHECK_UNASKED: () => 'no run of its phase uses it',
  MARK_UNGIVEN: () => 'no item gets this mark',
  MARK_UNASKED: ({ name }) => `nothing uses the mark \`${one(name)}\`, so it has no effect`,
  MARK_AHEAD: ({ name }) => `it depends on the mark \`${one(name)}\`, which is set later`,
  RUN_ASKS_NOTHING: ({ dials }) => `a run with ${list(dials)} requires nothing`,
  PHASE_HOLDS_NOTHING: () => 'it has no checks, so it ends as soon as it is reached',
  INSTRUCTION_MISSING: () => 'it has no instruction',
  INSTRUCTION_UNUSED: ({ name }) => `nothing here ever reports \`${one(name)}\`, so its instruction is never shown`,
  DOCUMENT_UNMADE: ({ name }) => `no phase writes the document \`${one(name)}\``,
  COUNT_IMPOSSIBLE: () => 'no number of entries satisfies both min and max',
  NUMBER_TOO_SMALL: ({ name, value }) => `\`${one(name)}\` is ${one(value)}, which allows nothing`,
  LOOP_MISSING: () => 'it can send work back forever',
  GATE_HOLDS_NOTHING: () => 'the work continues without the person',
  JUDGE_WORKS: ({ judge, phase }) => `\`${one(judge)}\` judges what it can edit itself in \`${one(phase)}\``,
  PROOF_UNPROVABLE: ({ phase, classes }) =>
    `if it fails, the fix has to happen in \`${one(phase)}\`, which closes ${list(classes)}`,
  ITEM_UNBOUND: ({ name }) => `work on one item voids it for all others: it depends on ${one(name)}`,
  ITEMS_UNLISTED: ({ name }) => `the workflow has no document, so no item of the kind \`${one(name)}\` is ever listed`,
  CLAIMS_UNREAD: ({ names }) =>
    `claims are read in a document of the kind \`spec\` and their tests in one of the kind \`test-shape\`: the workflow lacks ${list(names)}`,
  CLAIMS_UNLISTED: ({ name }) =>
    `it looks at the claims of an item of the kind \`${one(name)}\`, and nothing before asks that each has some`,
  ITEM_NEEDS_NO_WORK: ({ name }) => `an item of the kind \`${one(name)}\` could be done before anybody began it`,
  WHOLE_UNPROVEN: () => 'nothing after the items checks the whole',
  QUESTION_UNANSWERED: ({ name }) => `no preset in force can run \`${one(name)}\``,
  STUCK: ({ phase }) => `a run gets stuck here, in \`${one(phase)}\``,
};

/**
 * Returns a finding of `checkWorkflow`, `applyOverlay`, `parseWorkflow` or `parseOverlay` as one line: place and fault;
 * its remedy stands beside it.
 */
export function faultWords({ code, args }: Finding): string {
  const words = Object.hasOwn(FAULT_WORDS, code) ? FAULT_WORDS[code]!(args) : code;
  return `${clean(String(args.at ?? '(top)'), 200)}: ${words}`;
}
