import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Forge, Pull } from '../forge/forge.js';
import { pauseOf, sleep } from '../forge/sending.js';
import { bodyWith, hasProofOf } from './body.js';
import { titleOf } from './commit-step.js';
import type { Facts } from './facts.js';
import { runGit } from './git.js';
import { proofOf } from './proof.js';
import type { Shipping } from './shipping.js';
import type { Step } from './step.js';

/** So often the forge is asked until it has seen the push. */
const LOOKS = 6;

export const pullRequest: Step = {
  id: 'pull-request',
  title: 'Pull request',
  async isDone({ pull, head, told, changes }) {
    if (changes.length > 0) return null;
    const open = await pull();
    const isIt = open?.head === head && hasProofOf(open.body, head) && told.pullRequest?.number === open.number;
    return isIt ? open.url : null;
  },
  async plan(facts, shipping) {
    const open = await facts.pull();
    if (open) return [`update #${open.number} with the proof of the commit: ${open.url}`];
    const title = await titleOrSubject(facts, shipping);
    return [`open ${shipping.options.draft ? 'a draft' : 'one'}, ${facts.branch} into ${baseOf(facts)}: "${title}"`];
  },
  async run(facts, shipping) {
    const forge = await shipping.forge(facts.branch);
    const { branch, head } = facts;
    const open = await facts.pull();
    const body = bodyWith(open?.body ?? '', await proofOf(facts, shipping), head);
    const { title } = shipping.options;
    const changed = open
      ? await forge.updatePull(open.number, { body, ...(title !== null && { title }) })
      : await opened(facts, shipping, forge, body);
    const pull = await seen(changed, facts, shipping, forge);
    const { number, url, base } = pull;
    await keep(facts, forge, { branch, head, pullRequest: { number, url, base } });
    shipping.progress.say(`${open ? 'updated' : 'opened'} ${url}`);
  },
};

async function opened(facts: Facts, shipping: Shipping, forge: Forge, body: string): Promise<Pull> {
  const { branch, head } = facts;
  const title = await titleOrSubject(facts, shipping);
  const { draft } = shipping.options;
  const made = await forge.createPull({ title, body, base: baseOf(facts), branch, draft });
  // One that was there already has a body of its own.
  return hasProofOf(made.body, head)
    ? made
    : forge.updatePull(made.number, { body: bodyWith(made.body, await proofOf(facts, shipping), head) });
}

/** Returns the title that is asked for or that a document gives, else what the newest commit says. */
async function titleOrSubject(facts: Facts, shipping: Shipping): Promise<string> {
  const { clean } = await hooks();
  const subject = () => runGit(shipping, ['log', '-1', '--format=%s', 'HEAD'], { asks: true });
  return (await titleOf(facts, shipping)) ?? (clean((await subject()).stdout, 120) || facts.branch);
}

function baseOf({ base }: Facts): string {
  if (base) return base.branch;
  throw new FlowError(
    'finding',
    'SHIP_NO_BASE',
    'the base branch is not known.',
    'git remote set-head origin --auto, or `baseBranch` in flow.config.yaml',
  );
}

/** The pull request once the forge has seen the push: only then it speaks of this commit. */
async function seen(pull: Pull, { branch, head }: Facts, { patience, again }: Shipping, forge: Forge): Promise<Pull> {
  let last: Pull | null = pull;
  for (let look = 0; last?.head !== head && look < LOOKS; look++) {
    await sleep(pauseOf(look, patience.pause));
    last = await forge.findPull(branch);
  }
  if (last?.head === head) return last;
  throw new FlowError(
    'broken',
    'FORGE_BEHIND',
    `the forge's pull request does not show ${head.slice(0, 10)} yet.`,
    `Later: ${again}`,
  );
}

/** Writes into the journal what the forge has answered. */
export async function keep(
  { around }: Facts,
  { address: { api, repository }, how }: Forge,
  answer: Omit<Parameters<Awaited<ReturnType<typeof hooks>>['recordForge']>[1], 'api' | 'repository' | 'how'>,
): Promise<void> {
  const { recordForge } = await hooks();
  recordForge(around, { api, repository, how, ...answer });
}
