import path from 'node:path';
import { describeOutcome, type Finding, type Outcome } from '@flow/core';
import { RED_RUNNERS } from '../../red/runners.js';
import { clean } from '../../text/clean.js';
import { FAULT_WORDS, faultWords } from './fault-words.js';

/**
 * Words for what is in the way of a phase, and for what to do, by code. Facts from repositories are cleaned and bounded.
 */

const one = (value: unknown) => clean(String(value ?? ''), 120);

/** Lists names in one line: the first of them, and how many more there are. */
export const listed = (value: unknown) => {
  const all = Array.isArray(value) ? value.map(one) : [];
  return all.length > 8 ? `${all.slice(0, 8).join(', ')} and ${all.length - 8} more` : all.join(', ');
};

/** Topics with the agent that looks into each. */
const withAgents = (open: unknown, agents: unknown) =>
  Array.isArray(open)
    ? open.map((id, at) => `${id}${Array.isArray(agents) && agents[at] ? ` (${agents[at]})` : ''}`)
    : [];

/** `faults` words the faults of a document, as whole sentences, so fewer of them. */
const faults = (value: unknown) => {
  const all = Array.isArray(value) ? value.map((fault) => clean(String(fault), 300)) : [];
  return all.length > 3 ? `${all.slice(0, 3).join(' | ')} | and ${all.length - 3} more` : all.join(' | ');
};

/** A file of the repository as it is typed in the reader's folder. */
const fileFrom = (here: unknown, file: unknown) =>
  clean(here === undefined ? String(file) : path.posix.relative(String(here), String(file)), 300);

const unwritten = (document: unknown, file?: unknown, here?: unknown) =>
  `write the document ${one(document)}${file === undefined ? '' : `, ${fileFrom(here, file)}`} (\`flow template ${one(document)}\` prints an empty one)`;

const unlisted = (kind: unknown) =>
  `no ${one(kind)} is listed yet: list them in a workflow document under a heading with that name, each with a checkbox and an id (\`- [ ] 1.1 Title\`)`;

/** Where the client shows its agents to the hook, a verdict comes with the agent's end; elsewhere it is handed in. */
const startsAgents = (agents: string) => `start ${agents}, as \`flow next\` says; in a client without agents,`;

/** The words of a command that is about an item. */
const ofItem = (item: unknown) => (item === undefined ? '' : ` --item ${one(item)}`);

/** The words on the item that a run is of: a run is of the items that are worked on. */
const whileBegun = ({ item, begun }: Finding['args']) =>
  item === undefined || begun === 'yes' ? '' : ` while ${one(item)} is in progress (\`flow item begin ${one(item)}\`)`;

const unnamed = (document: unknown) =>
  `${one(document)} names no command that shows the fault: add \`Command:\` below one of its questions, with the command as code`;

type Words = (args: Finding['args']) => string;

export const OPEN_WORDS: Readonly<Record<string, Words>> = {
  BRANCH_NEEDED: ({ base }) =>
    `work needs its own branch${base ? `, not ${one(base)}` : ''}: \`git switch -c <name>\`, then start there`,
  DOCUMENT_MISSING: ({ document, file, here }) => unwritten(document, file, here),
  DOCUMENT_UNSEEN: ({ document, file, reason, there, here }) =>
    `${one(document)} cannot be read: ${UNSEEN[String(reason)]?.(fileFrom(here, file), reason === 'case' ? one(there) : fileFrom(here, there)) ?? one(reason)}`,
  DOCUMENT_ELSEWHERE: ({ document, from, to, read, below, here }) => {
    // Whoever has written it stands in that folder.
    if (below)
      return `${one(document)} lies below another folder than the repository's root, where it is not read: \`cd "$(git rev-parse --show-toplevel)" && mkdir -p ${one(to)} && mv ${one(from)} ${one(to)}/\``;
    const where =
      read === false
        ? 'in a folder that does not belong to this branch and is not read'
        : 'under the old branch name, where gates do not look';
    const folder = fileFrom(here, to);
    return `${one(document)} is ${where}: \`mkdir -p ${folder} && mv ${fileFrom(here, from)} ${folder}/\``;
  },
  SECTION_EMPTY: ({ document, section, min, max, has, file, here }) => {
    const written = file === undefined ? '' : ` (${fileFrom(here, file)})`;
    const where = `section ${one(section)} of ${one(document)}${written}`;
    if (!has) return `${where} is empty${Number(min) > 1 ? ` and needs ${one(min)} entries` : ''}`;
    return `${where} has ${one(has)} entries but needs ${Number(has) < Number(min) ? `at least ${one(min)}` : `at most ${one(max)}`}`;
  },
  // Of one that is waived there are no errors to tell.
  DOCUMENT_INVALID: ({ document, findings, loose }) => {
    const found =
      Array.isArray(findings) && findings.length > 0 ? [`${one(document)} has errors: ${faults(findings)}`] : [];
    const vague =
      loose === undefined
        ? []
        : [
            `${listed(loose)} of ${one(document)} must say SHALL or MUST in capitals and, unless guarded, Given, When, Then`,
          ];
    return [...found, ...vague].join('; ') || unwritten(document);
  },
  CLAIM_UNCOVERED: ({ by, claims }) => `${one(by)} does not cover ${listed(claims)}`,
  ANALYSIS_MISSING: ({ findings }) =>
    `first explain why it failed: \`flow answer <finding> --note …\` for ${listed(findings)}`,
  NOT_COMMITTED: () => 'commit all changes',
  NOT_PUSHED: () => 'push the branch',
  PULL_REQUEST_MISSING: (args) => withoutForge('open the pull request', args),
  CI_NOT_GREEN: (args) => withoutForge(CI[String(args.state)] ?? 'CI has not been asked yet', args),
  RED_MISSING: ({ check, claim, claims, item, unwritten, files, unproven, unreadable, marker, shownOf }) => {
    if (claims === 0) return `${one(item)} names no claims for tests to prove: add \`Claims:\` below its entry`;
    if (Array.isArray(unreadable) && unreadable.length > 0)
      return `${one(claim)} has tests of ${listed(unreadable)}, whose individual results cannot be read (only ${RED_RUNNERS.join(', ')}): a person who has seen them fail says so: \`flow waive ${one(check)} <reason>\``;
    if (Array.isArray(shownOf) && shownOf.length > 0 && listed(unwritten) === '')
      return `the test of ${one(claim)} (${listed(unproven)}) was seen failing for ${listed(shownOf)}, which shows nothing of ${one(item)}: change it for what ${one(item)} adds, or plan a test of its own, and see that fail`;
    const where = Array.isArray(files) && files.length > 0 ? ` in ${listed(files)}` : '';
    const missing = Array.isArray(unwritten) && unwritten.length > 0 ? [`write ${listed(unwritten)}${where}`] : [];
    const open = Array.isArray(unproven) && unproven.length > 0 ? [`run ${listed(unproven)}`] : [];
    const tests = [...missing, ...open].join(', ');
    // Who has just run it and saw the build fail would be told to do the same again.
    const stub = marker === undefined ? '' : `: a stub marked \`${one(marker)}\` lets it build`;
    const built = open.length > 0 ? `a build that fails does not count${stub}; ` : '';
    const how =
      tests === '' ? 'name its tests in the test map' : `${tests} and see it fail (${built}or run \`flow prove-red\`)`;
    return `no failing run of the current tests for ${one(claim)} has been recorded: ${how}`;
  },
  SUITE_NOT_GREEN: ({ suite, state, command, failing, names, outcome, planned, passed }) => {
    if (suite === '(no suite)') return 'no changed file belongs to a test suite yet';
    if (planned !== undefined) {
      const which = listed(names);
      const what = which === '' ? `only ${one(passed)} of at least ${one(planned)} planned tests passed` : which;
      return `${one(suite)} is green without tests that claims plan (${what}): find the setting or skip that leaves them out, then ${command === undefined ? 'run the whole suite' : `run \`${one(command)}\``}`;
    }
    const what = outcome === undefined ? `${one(failing)} failed` : describeOutcome(outcome as Outcome);
    const left = failing === undefined ? '' : ` (${what} in the last run: ${listed(names)})`;
    const how = command === undefined ? 'run the whole suite' : `run \`${one(command)}\``;
    return `${one(suite)} is ${STATES[String(state)] ?? 'open'}${left}: ${how}`;
  },
  STEP_TOO_LARGE: ({ together, claims }) =>
    `${one(together)} tests turned green at once (${listed(claims)}): make one failing test pass and run it before the next`,
  STEP_NOT_INSPECTED: ({ claims }) =>
    `no linter or type checker ran between the step that made ${listed(claims)} pass and the next: run one after each step`,
  TESTS_NOT_PASSING: ({ subject, claims }) =>
    claims === 0
      ? `${one(subject)} names no claims for tests to prove: add \`Claims:\` below its entry`
      : `the tests of ${one(subject)} are not seen to pass on this content, by a run that names them`,
  BINDING_MISSING: ({ claim, state }) =>
    state === 'failed'
      ? `no test of ${one(claim)} turns red when what changed does something wrong: assert what it does, then run \`flow prove-binding ${one(claim)}\``
      : `whether the tests of ${one(claim)} bind what changed is not known for this content: run \`flow prove-binding ${one(claim)}\``,
  COVERAGE_LOW: ({ min, ...of }) =>
    `coverage of at least ${one(min)} % is not proven for this content${whileBegun(of)}`,
  COMMAND_NOT_PASSED: ({ command, document, question, suite, ...of }) => {
    if (command === undefined && document !== undefined) return unnamed(document);
    if (question === undefined || command !== undefined) return `run ${one(command)}${whileBegun(of)}`;
    return suite === '(no suite)' || suite === undefined
      ? `nothing here answers ${one(question)} yet`
      : `run ${one(suite)} (${one(question)})${whileBegun(of)}`;
  },
  ITEM_COMMAND_MISSING: ({ item }) =>
    `${one(item)} names no command of its own: add \`Verify:\` below its entry, with the command as code`,
  DIAL_UNKNOWN: ({ dial, value, values }) =>
    `the run pins ${one(dial)} to ${one(value)}, which the workflow does not have (${listed(values)}), so all that depends on it is asked: a person turns it with \`flow dial ${one(dial)} <value>\``,
  NOT_REPRODUCED: ({ command, document }) =>
    command === undefined ? unnamed(document) : `reproduce the bug first: run ${one(command)} and see it fail`,
  REPORT_CONTRADICTED: ({ claim, finding }) =>
    `the report marks ${one(claim)} as proven, but finding ${one(finding)} contradicts it: \`flow report --write\``,
  ASKED_REMOVED: ({ document, section, entries, gate }) =>
    `${listed(entries)}: removed from ${one(document)} (${one(section)}) after gate ${one(gate)} was approved. Restore it, or a person approves it without: \`flow approve ${one(gate)}\``,
  CLAIM_CONTESTED: ({ claim, branch, line, is, other, later }) => {
    const way = later
      ? `its run began first: take its words in (\`git rebase ${one(branch)}\` once they are committed) or agree with the user`
      : 'that run began later and is told to take yours in';
    return `${one(claim)} (line ${one(line)}) is changed on ${one(branch)}, too: here "${clean(String(is), 200)}", there "${clean(String(other), 200)}"; ${way}`;
  },
  CLAIMS_REWORDED: ({ claims, items, gates, proven }) => {
    const count = (all: unknown, what: string) => {
      const many = Array.isArray(all) ? all.length : 0;
      return many === 0 ? [] : [`${many} ${what}${many === 1 ? '' : 's'} (${listed(all)})`];
    };
    const lapsed = [...count(gates, 'approval'), ...count(items, 'item'), ...count(proven, 'proven claim')];
    return `${listed(claims)} changed since. That lapses ${lapsed.join(', ') || 'nothing yet'}; everything else holds`;
  },
  GREEN_BY_TESTS: ({ claims, alone }) =>
    `the tests of ${listed(claims)} failed and pass now, but ${alone === false ? 'no code has changed in between: only tests, documents and files of no class (data, templates, flags)' : 'only tests and documents have changed in between'}`,
  CHECKED_TOO_EARLY: ({ what, missing }) =>
    `${one(what)} was run while ${one(missing)} required ${missing === 1 ? 'entry was' : 'entries were'} missing: run it again (\`flow ${one(what)}\`)`,
  REPORT_NOT_MADE: ({ line }) =>
    `the part of the report below line ${one(line)} was edited or is outdated; regenerate it: \`flow report --write\``,
  REPORT_BY_HAND: ({ claims, line }) =>
    `the evidence for ${listed(claims)} in the report was written by hand (line ${one(line)}), not made from what was run: \`flow report --write\` adds what is proven`,
  REPORT_UNTESTED: ({ claim, tests }) =>
    `the report marks ${one(claim)} as proven, but its tests do not exist: ${listed(tests)}`,
  PROOF_FLAKY: ({ subject, check }) =>
    `${one(subject) || one(check) || 'a check'} passed and failed on the same content`,
  REPEATED_FAILURE: () =>
    'the last runs all failed: stop, pick the smallest failing test, and try a different approach',
  APPROVAL_MISSING: ({ gate, state, item }) =>
    `${state === 'lapsed' ? 'what was approved has changed; ' : ''}a person approves it in a terminal: \`flow approve ${one(gate)}${ofItem(item)}\``,
  CHOICE_MISSING: ({ question, options, item }) =>
    `a person chooses: \`flow choose ${one(question)} <${listed(options).replaceAll(', ', '|')}>${ofItem(item)}\``,
  SUBMISSION_MISSING: ({ name, state, item }) => {
    const stale = state === 'lapsed' ? 'is stale: it was submitted for other content' : 'is missing';
    // It submits itself.
    if (name === 'checklist') return `checklist ${stale}: run \`flow checklist\``;
    const again = state === 'lapsed' ? `${stale}; do it again` : `${stale}: do it`;
    return `${one(name)} ${again}, then \`flow submit ${one(name)}${ofItem(item)}\``;
  },
  VERDICT_MISSING: ({ judge, state, item }) =>
    state === 'failed'
      ? `${one(judge)} found problems`
      : `a verdict of ${one(judge)} is needed for this content: ${startsAgents('its agent')} \`flow verdict ${one(judge)} <file>${ofItem(item)}\``,
  VERDICT_HANDED: ({ judges }) => `the verdict of ${listed(judges)} was not observed: the worker submitted it`,
  PANEL_OPEN: ({ panel, round, reviewers }) =>
    `round ${one(round)} of the panel ${one(panel)} waits for ${listed(reviewers)}: ${startsAgents('their agents')} \`flow verdict <reviewer> <file>\``,
  FINDING_OPEN: ({ finding, title, source }) =>
    `${one(source)} says: ${one(title) || 'it blocks'} (finding ${one(finding)})`,
  FINDING_NOT_CLOSED: ({ findings }) => `a new verdict must close ${listed(findings)}`,
  LOOP_EXHAUSTED: ({ blocks, check, item }) =>
    `blocked ${one(blocks)} times, the maximum: a person decides (\`flow decide ${one(check)} <again|proceed>${ofItem(item)}\`)`,
  ADVANCE_MISSING: ({ by, item }) =>
    by === 'person'
      ? `a person advances it: \`flow advance${ofItem(item)}\` in a terminal`
      : `continue with \`flow advance${ofItem(item)}\``,
  CRITERION_UNCONFIRMED: ({ item, criterion, text, state }) =>
    `${state === 'lapsed' ? 'what a person confirmed has changed; ' : ''}only a person can check criterion ${one(criterion)} of ${one(item)} (${clean(String(text), 200)}): they try it, and say so in a terminal: \`flow item confirm ${one(item)} --criterion ${one(criterion)}\``,
  RESEARCH_OPEN: ({ document, lacking, unplaced, open, agents, faulty, unmerged }) =>
    [
      [
        unplaced,
        (ids: string) => `${ids}: write what each topic is about in front of its title, as \`flow research\` lists`,
      ],
      [
        lacking,
        (agents: string) => `no topic of ${one(document)} is for ${agents}: list one (\`flow research\` says how)`,
      ],
      [faulty, (ids: string) => `parts cannot be merged as they are: ${ids}`],
      [
        withAgents(open, agents),
        (ids: string) => `no part is there yet of ${ids}: have each written by an agent of its own, all at once`,
      ],
      [unmerged, (ids: string) => `parts of ${ids} are there: merge them with \`flow research merge\``],
    ]
      .flatMap(([all, words]) =>
        Array.isArray(all) && all.length > 0 ? [(words as (said: string) => string)(listed(all))] : [],
      )
      .join('; '),
  ITEMS_MISSING: ({ kind }) => unlisted(kind),
  ITEMS_INCOMPLETE: ({ kind, lacking }) =>
    Array.isArray(lacking) && lacking.length > 0
      ? `each ${one(kind)} needs its required properties on lines below it (\`- Files: \`); missing: ${faults(lacking)}`
      : unlisted(kind),
  ITEMS_TOO_MANY: ({ kind, items, files, most, mostFiles, dial, value }) => {
    const many = most !== undefined && Number(items) > Number(most);
    const what = many ? `${one(items)} items of the kind ${one(kind)}` : `${one(files)} files`;
    return `${what} are more than such work has (at most ${one(many ? most : mostFiles)}): it has grown, so run \`flow dial ${one(dial)}=${one(value)}\`, or cut it down`;
  },
  ITEMS_OPEN: ({ open, total, stuck }) =>
    `${Array.isArray(open) ? open.length : 0} of ${one(total)} items are open: ${listed(open)}${Array.isArray(stuck) ? `; nothing can move before something is done about ${listed(stuck)}` : ''}`,
  ITEM_NOT_BEGUN: ({ item }) =>
    `nothing of ${one(item)} was worked on yet, and it is not done by what others did: begin it (\`flow item begin ${one(item)}\`)`,
  ITEM_WITHOUT_FILES: ({ items }) =>
    `${listed(items)} ${Array.isArray(items) && items.length > 1 ? 'name' : 'names'} no files, so nothing can be proven of it: add \`Files:\` below its entry`,
  TICKS_UNTRUE: ({ items }) =>
    `boxes are a view that flow writes, and ticking them changes nothing: ${listed(items)} ${Array.isArray(items) && items.length > 1 ? 'are' : 'is'} not done`,
  ITEM_REMOVED: ({ items }) =>
    `${listed(items)} was removed, but items cannot be removed: add it back, or a person skips it (\`flow item skip\`)`,
};

/** Why a document that lies on disk is no part of the content. */
const UNSEEN: Readonly<Record<string, (file: string, there: string) => string>> = {
  link: (_file, there) => `${there} is a symbolic link, and links are not followed; replace it with a folder`,
  ignored: (file) => `git ignores ${file}; \`git check-ignore -v ${file}\` shows the rule to remove`,
  large: (file) => `${file} is larger than a megabyte; move logs and long examples to a separate file`,
  'no-file': (file) => `${file} is not a regular file; replace it with the document itself`,
  case: (file, there) => `it is named ${there}, but must be ${file}`,
};

/** Words for what only a forge can answer, where none is known: it is a person's step. */
const withoutForge = (said: string, { noForge, check }: Finding['args']): string =>
  noForge
    ? `${said}: no forge is known here, so a person names it (forge.api and forge.repository in flow.config.yaml), or does without: \`flow waive ${one(check)} <reason>\``
    : said;

const CI: Readonly<Record<string, string>> = {
  running: 'CI is running',
  failed: 'CI failed: `flow ship` names what; fix it and ship again',
};

const STATES: Readonly<Record<string, string>> = {
  failed: 'red',
  lapsed: 'not tested since the last change',
  missing: 'not tested',
};

/**
 * Writes a sentence for a finding of the engine, of the project's changes of a workflow, or of a document, which brings
 * its own words.
 */
export function openWords(finding: Finding): string {
  const { code, args } = finding;
  if (Object.hasOwn(FAULT_WORDS, code)) return faultWords(finding);
  return OPEN_WORDS[code]?.(args) ?? (typeof args.said === 'string' ? clean(args.said, 300) : code);
}

/** The words for a check that does not hold, with the claim, item or suite that it is about, unless they begin with it. */
export function openOf({ finding, subject }: { finding: Finding; subject?: string | undefined }): string {
  const words = openWords(finding);
  // A claim has the name that its document gives it; a finding ends with its own, and a test that did not fail names its claim.
  const isNamed = subject === finding.args.finding || subject === '(no suite)' || finding.code === 'RED_MISSING';
  const about = isNamed ? '' : one(finding.args.claim ?? finding.args.subject ?? subject);
  return about === '' || words.startsWith(`${about} `) ? words : `${about}: ${words}`;
}
