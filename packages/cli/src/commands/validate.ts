import { paint } from '../paint.js';
import { SUITE_WORDS } from '../report/labels.js';
import type { ReportClaim, ReportModel, ReportSuite } from '../report/model.js';
import { readReport } from '../report/read.js';
import { count } from '../report/words.js';
import { here } from '../workflow/here.js';
import { type Command, EXIT, type Problem } from './command.js';
import { asksFor } from './submit.js';

export const validate: Command = {
  name: 'validate',
  group: 'workflow',
  summary: 'list what to check before verification: a screenshot per claim, and the suites the change needs',
  examples: [['validate', 'which screenshots are missing, under which name, and what to run']],
  async run(call) {
    const place = await here(call);
    const model = await readReport(place);
    // Not every workflow asks that it is said.
    const next = `${call.program} ${asksFor(place.standing, 'verified') ? 'submit verified' : 'next'}`;
    const { folder, faults } = model.screenshots;
    const seen = model.claims.filter(({ shown, screenshots }) => shown || screenshots.length > 0);
    const missing = seen.filter(({ screenshots }) => screenshots.length === 0);
    const untested = model.suites.filter(({ question, state }) => question === 'test' && state !== 'green');
    const data = {
      folder,
      claims: seen.map((claim) => ({
        id: claim.id,
        name: claim.name,
        text: claim.text,
        file: fileFor(claim),
        tests: claim.tests.map(({ name }) => name),
        screenshots: claim.screenshots.map(({ name }) => name),
      })),
      faults,
      suites: model.suites.map(({ id, question, state, command }) => ({ id, question, state, command })),
    };
    const problem = problemOf({ missing, untested, model, program: call.program, next });
    const text = textOf(seen, model, { program: call.program, next });
    return problem ? { exit: EXIT.finding, data, text, problems: [problem] } : { exit: EXIT.ok, data, text };
  },
};

const fileFor = ({ id }: ReportClaim) => `claim-${id.toLowerCase()}-what-it-shows.png`;

interface Ways {
  program: string;
  /** The command that comes when everything is checked. */
  next: string;
}

/** The claims and suites that are open before verification. */
interface Open extends Ways {
  /** Claims without a screenshot. */
  missing: readonly ReportClaim[];
  /** Suites of tests that are not green. */
  untested: readonly ReportSuite[];
  model: ReportModel;
}

function problemOf({ missing, untested, model, program, next }: Open): Problem | null {
  const { folder, faults } = model.screenshots;
  const { suites } = model;
  const [first] = untested;
  const remedy = first?.command
    ? `${program} exec -- ${first.command}`
    : missing[0]
      ? `Check ${missing[0].name} as a user would, and save a screenshot as ${folder}${fileFor(missing[0])}`
      : next;
  const open = [
    ...(suites.every(({ question }) => question !== 'test') ? ['this change has no test suite'] : []),
    ...(untested.length > 0 ? [`${count(untested.length, 'suite')} not green on this content`] : []),
    ...(missing.length > 0 ? [`${count(missing.length, 'claim')} without a screenshot`] : []),
    ...(faults.length > missing.length
      ? [`${count(faults.length - missing.length, 'screenshot')} that cannot be used`]
      : []),
  ];
  return open.length === 0 ? null : { code: 'VALIDATION_OPEN', message: `${open.join(', ')}.`, remedy };
}

function textOf(seen: readonly ReportClaim[], { screenshots, suites }: ReportModel, { program, next }: Ways): string {
  const looks = seen.map((claim) => {
    const names = claim.screenshots.map(({ name }) => name).join(', ');
    const tests = claim.tests.length > 0 ? `\n           as in ${claim.tests.map(({ name }) => name).join(', ')}` : '';
    return `${box(names !== '')} ${claim.name.padEnd(8)} ${claim.text}${tests}\n           ${names || fileFor(claim)}`;
  });
  const runs = suites.map(
    ({ id, state, command, question }) =>
      `${box(state === 'green')} ${id}${question === 'test' ? '' : ` (${question})`}: ${SUITE_WORDS[state]}${state === 'green' || command === null ? '' : `\n      $ ${program} exec -- ${command}`}`,
  );
  const none =
    '  None: no expectation in the plan names a claim, and no planned test is of a kind that is looked at (`ui`, `e2e`, `browser`, `visual`, `screenshot`, `manual`).';
  return [
    `1. Use the change as a user would, with your browser driver, and save screenshots in ${screenshots.folder}`,
    ...(looks.length > 0 ? looks.map((line) => `  ${line}`) : [none]),
    ...screenshots.faults.map((fault) => `  ! ${fault}`),
    '2. Run the suites the changed files need',
    ...(runs.length > 0 ? runs.map((line) => `  ${line}`) : ['  None.']),
    `3. ${next}`,
    '',
  ].join('\n');
}

const box = (done: boolean) => (done ? paint('green', '[x]') : '[ ]');
