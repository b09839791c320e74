import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { type Answer, answerOf, type Call, type Command, EXIT } from './command.js';

/** The steps of shipping, which `../ship/step.ts` has too: that file is loaded only when something is shipped. */
const STEPS = ['build', 'lint', 'test', 'evidence', 'commit', 'push', 'pull-request', 'ci'] as const;

export const ship: Command = {
  name: 'ship',
  group: 'workflow',
  summary: 'build, lint, test, commit, push, open the pull request and wait for CI; run again to continue',
  flags: [
    { flags: '--dry-run', description: 'show for each step whether it is done and what it would do' },
    { flags: '--message <text>', description: "commit message (default: the plan's title)" },
    { flags: '--title <text>', description: "pull request title (default: the plan's title)" },
    { flags: '--draft', description: 'open the pull request as a draft' },
    { flags: '--until <step>', description: 'stop after this step', choices: STEPS },
    { flags: '--no-wait', description: 'check CI once instead of waiting' },
    { flags: '--timeout <minutes>', description: 'how long to wait for the forge and CI (default: 30)' },
    { flags: '--interval <seconds>', description: 'initial delay between CI checks (default: 5)' },
    { flags: '--api-url <url>', description: "URL of the forge's GitHub-compatible REST API" },
  ],
  examples: [
    ['ship --dry-run', 'what is left to do'],
    ['ship', 'from the current content to a pull request with green CI'],
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
  const pushPolicy = report.facts.standing?.workflow.push ?? null;
  const data = { branch, head, steps, remarks, pushPolicy, pullRequest: told.pullRequest ?? null, ci: told.ci ?? null };
  const shown = problem
    ? text.slice(
        0,
        steps.findIndex(({ state }) => state === 'failed'),
      )
    : text;
  return { ...(problem ? answerOf(problem) : DONE), data, text: shown.length > 0 ? `${shown.join('\n')}\n` : '' };
}

const DONE = { exit: EXIT.ok };

const MARKS = { done: '[x]', ran: '[x]', open: '[ ]', failed: '[!]' } as const;
