import type { Finding } from '@flow/core';
import { RED_RUNNERS } from '../red/runners.js';
import { clean } from '../words.js';

/** What is in the way of a phase, and what to do about it, by code. Facts from repositories are cleaned and bounded. */

const one = (value: unknown) => clean(String(value ?? ''), 120);

const list = (value: unknown) => {
  const all = Array.isArray(value) ? value.map(one) : [];
  return all.length > 8 ? `${all.slice(0, 8).join(', ')} and ${all.length - 8} more` : all.join(', ');
};

/** Whole sentences, so fewer of them. */
const faults = (value: unknown) => {
  const all = Array.isArray(value) ? value.map((fault) => clean(String(fault), 300)) : [];
  return all.length > 3 ? `${all.slice(0, 3).join(' | ')} | and ${all.length - 3} more` : all.join(' | ');
};

const unlisted = (kind: unknown) =>
  `no ${one(kind)} is listed yet: write them into a document of the workflow, below a heading with that name, each with a box and an id (\`- [ ] 1.1 Title\`)`;

/** The words of a command that is about an item. */
const ofItem = (item: unknown) => (item === undefined ? '' : ` --item ${one(item)}`);

/** A run is of the items that are worked on. */
const begun = (item: unknown) =>
  item === undefined ? '' : ` while ${one(item)} is begun (\`flow item begin ${one(item)}\`)`;

type Words = (args: Finding['args']) => string;

export const OPEN_WORDS: Readonly<Record<string, Words>> = {
  BRANCH_NEEDED: ({ base }) =>
    `work needs a branch of its own${base ? `, not ${one(base)}` : ''}: \`git switch -c <name>\`, then start there`,
  DOCUMENT_MISSING: ({ document }) =>
    `write the document ${one(document)} (\`flow template ${one(document)}\` prints an empty one)`,
  DOCUMENT_UNSEEN: ({ document, file, reason, there }) =>
    `${one(document)} is not read: ${UNSEEN[String(reason)]?.(one(file), one(there)) ?? one(reason)}`,
  DOCUMENT_ELSEWHERE: ({ document, from, to, read }) => {
    const where =
      read === false
        ? 'in a folder that is none of this branch, and is not read'
        : 'under the former name of the branch, where gates do not look';
    return `${one(document)} lies ${where}: \`mkdir -p ${one(to)} && mv ${one(from)} ${one(to)}/\``;
  },
  SECTION_EMPTY: ({ document, section, min, max, has }) => {
    const where = `the section ${one(section)} of ${one(document)}`;
    if (!has) return `${where} says nothing yet${Number(min) > 1 ? `, and ${one(min)} entries are asked for` : ''}`;
    return `${where} has ${one(has)} entries, and ${Number(has) < Number(min) ? `at least ${one(min)}` : `at most ${one(max)}`} are asked for`;
  },
  DOCUMENT_INVALID: ({ document, findings }) => `${one(document)} has faults: ${faults(findings)}`,
  CLAIM_UNCOVERED: ({ by, claims }) => `${one(by)} says nothing of ${list(claims)}`,
  ANALYSIS_MISSING: ({ findings }) =>
    `say first why it failed: \`flow answer <finding> --note …\` for ${list(findings)}`,
  NOT_COMMITTED: () => 'commit what is not committed',
  NOT_PUSHED: () => 'push the branch',
  PULL_REQUEST_MISSING: () => 'open the pull request',
  CI_NOT_GREEN: ({ state }) => `CI is ${one(state)}`,
  RED_MISSING: ({ claim, unwritten, unproven, unreadable }) => {
    if (Array.isArray(unreadable) && unreadable.length > 0)
      return `${one(claim)} has tests of ${list(unreadable)}, and those cannot be told apart here (only ${RED_RUNNERS.join(', ')}): a person who has seen them fail lets that stand with \`flow waive\`, and \`flow explain\` names the check`;
    const missing = Array.isArray(unwritten) && unwritten.length > 0 ? [`write ${list(unwritten)}`] : [];
    const open = Array.isArray(unproven) && unproven.length > 0 ? [`run ${list(unproven)}`] : [];
    const tests = [...missing, ...open].join(', ');
    const how =
      tests === '' ? 'name its tests in the map of tests' : `${tests} and see it fail (or \`flow prove-red\`)`;
    return `${one(claim)} was not seen red with its present tests: ${how}`;
  },
  SUITE_NOT_GREEN: ({ suite, state, command, failing, names }) => {
    if (suite === '(no suite)') return 'no test suite belongs to this change';
    const left = failing === undefined ? '' : ` (${one(failing)} failed in the last run: ${list(names)})`;
    const how = command === undefined ? 'run it whole' : `run \`${one(command)}\``;
    return `${one(suite)} is ${STATES[String(state)] ?? 'open'}${left}: ${how}`;
  },
  STEP_TOO_LARGE: ({ together, claims }) =>
    `${one(together)} tests turned green at once (${list(claims)}): make one failing test pass, see it, then the next`,
  STEP_NOT_INSPECTED: ({ claims }) =>
    `no linter or type checker was run between the step that made ${list(claims)} pass and the next: run one after each`,
  TESTS_NOT_PASSING: ({ subject, claims }) =>
    claims === 0
      ? `${one(subject)} names no claim that tests could show: add \`Claims:\` below it where it is listed`
      : `the tests of ${one(subject)} do not pass on this content`,
  COVERAGE_LOW: ({ min, item }) => `coverage of at least ${one(min)} % is not shown on this content${begun(item)}`,
  COMMAND_NOT_PASSED: ({ command, item }) => `run ${one(command)}${begun(item)}`,
  NOT_REPRODUCED: ({ command }) => `see the fault first: run ${one(command)} and see it fail`,
  REPORT_CONTRADICTED: ({ claim, finding }) =>
    `the report says that ${one(claim)} is shown, and finding ${one(finding)} speaks against it: \`flow report --write\``,
  PROOF_FLAKY: ({ subject }) => `${one(subject) || 'a check'} passed and failed on the same content`,
  REPEATED_FAILURE: () => 'the last runs have all failed: stop, take the smallest failing test, and try another way',
  APPROVAL_MISSING: ({ gate, state }) =>
    `${state === 'lapsed' ? 'what was approved has changed; ' : ''}a person approves it in a terminal: \`flow approve ${one(gate)}\``,
  CHOICE_MISSING: ({ question, options }) =>
    `a person chooses: \`flow choose ${one(question)} <${list(options).replaceAll(', ', '|')}>\``,
  SUBMISSION_MISSING: ({ name, state, item }) => {
    const stale = state === 'lapsed' ? 'is stale: it was handed in for other content' : 'is missing';
    // It hands itself in.
    if (name === 'checklist') return `checklist ${stale}: run \`flow checklist\``;
    const again = state === 'lapsed' ? `${stale}; do it again` : `${stale}: do it`;
    return `${one(name)} ${again}, then \`flow submit ${one(name)}${ofItem(item)}\``;
  },
  VERDICT_MISSING: ({ judge, state, item }) =>
    state === 'failed'
      ? `${one(judge)} found fault`
      : `a verdict of ${one(judge)} on this content: \`flow verdict ${one(judge)} <file>${ofItem(item)}\``,
  VERDICT_HANDED: ({ judges }) => `nobody saw ${list(judges)} judge: the verdict was handed in by who works here`,
  PANEL_OPEN: ({ panel, round, reviewers }) =>
    `round ${one(round)} of the panel ${one(panel)} waits for ${list(reviewers)}: \`flow verdict <reviewer> <file>\``,
  FINDING_OPEN: ({ finding, title, source }) =>
    `${one(source)} says: ${one(title) || 'it blocks'} (finding ${one(finding)})`,
  FINDING_NOT_CLOSED: ({ findings }) => `a new verdict must close ${list(findings)}`,
  LOOP_EXHAUSTED: ({ blocks, check, item }) =>
    `blocked ${one(blocks)} times, which is all that is allowed: a person decides (\`flow decide ${one(check)} <again|proceed>${ofItem(item)}\`)`,
  ADVANCE_MISSING: ({ by, item }) =>
    by === 'person'
      ? `a person lets it go on: \`flow advance${ofItem(item)}\` in a terminal`
      : `go on with \`flow advance${ofItem(item)}\``,
  ITEMS_MISSING: ({ kind }) => unlisted(kind),
  ITEMS_INCOMPLETE: ({ kind, lacking }) =>
    Array.isArray(lacking) && lacking.length > 0
      ? `each ${one(kind)} says of itself what is asked of it, in lines of their own below it (\`- Files: \`); these do not: ${faults(lacking)}`
      : unlisted(kind),
  ITEMS_OPEN: ({ open, total }) =>
    `${Array.isArray(open) ? open.length : 0} of ${one(total)} items are open: ${list(open)}`,
  ITEM_REMOVED: ({ items }) =>
    `${list(items)} was removed: the total only grows; put it back, or a person skips it (\`flow item skip\`)`,
};

/** Why a document that lies on disk is no part of the content. */
const UNSEEN: Readonly<Record<string, (file: string, there: string) => string>> = {
  link: (_file, there) => `${there} is a symbolic link, which is not followed; put a folder in its place`,
  ignored: (file) => `git ignores ${file}; \`git check-ignore -v ${file}\` shows the line to take away`,
  large: (file) =>
    `${file} is larger than a megabyte; move what is no contract (logs, long examples) to a file of its own`,
  'no-file': (file) => `${file} is no plain file; put the document itself in its place`,
  case: (file, there) => `it is called ${there}, and has to be ${file}`,
};

const STATES: Readonly<Record<string, string>> = {
  failed: 'red',
  lapsed: 'not tested since the last change',
  missing: 'not tested',
};

/** One sentence for a finding of the engine, or of a document, which brings its own words. */
export function openWords({ code, args }: Finding): string {
  return OPEN_WORDS[code]?.(args) ?? (typeof args.said === 'string' ? clean(args.said, 300) : code);
}
