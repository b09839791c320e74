import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import type { Answer, Call, Command } from './command.js';

/** Also in `../ship/step.ts`, which is loaded only when something is shipped. */
const STEPS = ['build', 'lint', 'test', 'evidence', 'commit', 'push', 'pull-request', 'ci'] as const;

export const ship: Command = {
  name: 'ship',
  group: 'workflow',
  summary: 'build, lint, test, commit, push, open the pull request and wait for CI; again goes on where it stopped',
  flags: [
    { flags: '--dry-run', description: 'say of each step whether it is done and what it would do' },
    { flags: '--message <text>', description: "of the commit; the plan's title when left out" },
    { flags: '--title <text>', description: "of the pull request; the plan's title when left out" },
    { flags: '--draft', description: 'open the pull request as a draft' },
    { flags: '--until <step>', description: 'the last step', choices: STEPS },
    { flags: '--no-wait', description: 'look at CI once, and do not wait for it' },
    { flags: '--timeout <minutes>', description: 'how long to wait for forge and CI; 30 when left out' },
    { flags: '--interval <seconds>', description: 'the first pause between two looks at CI; 5 when left out' },
    { flags: '--api-url <url>', description: "address of the forge's REST API, in GitHub's shape" },
  ],
  examples: [
    ['ship --dry-run', 'what there is to do'],
    ['ship', 'from the content here to a pull request with green CI'],
    ['ship --until push', 'without a pull request'],
  ],
  run: runShip,
};

async function runShip(call: Call): Promise<Answer> {
  const { ship: doSteps } = await import('../ship/ship.js');
  const { shippingOf } = await import('../ship/call.js');
  const place = await placeOf(call);
  const shipping = await shippingOf(call, place);
  const until = STEPS.find((id) => id === call.options.until) ?? 'ci';
  const report = await doSteps(shipping, until);
  const { clean } = await hooks();
  const { branch, head, steps, remarks, problem } = report;
  const text = steps.map(({ title, state, says }) => {
    const [first = '', ...others] = says.map((line) => clean(line, 400));
    return [`${MARKS[state]} ${title}${first ? `: ${first}` : ''}`, ...others.map((line) => `      ${line}`)].join(
      '\n',
    );
  });
  const { told } = report.facts;
  const data = { branch, head, steps, remarks, pullRequest: told.pullRequest ?? null, ci: told.ci ?? null };
  const shown = problem
    ? text.slice(
        0,
        steps.findIndex(({ state }) => state === 'failed'),
      )
    : text;
  return {
    ok: problem === null,
    data,
    text: shown.length > 0 ? `${shown.join('\n')}\n` : '',
    ...(problem && { problem: problem.problem, exit: problem.exit }),
  };
}

const MARKS = { done: '[x]', ran: '[x]', open: '[ ]', failed: '[!]' } as const;
