import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { policyWords } from '../git/push-advice.js';
import { throwRefused } from './evidence-step.js';
import { type Facts, unreachable } from './facts.js';
import { runGit, tailOf } from './git.js';
import type { Shipping } from './shipping.js';
import type { Step } from './step.js';

export const push: Step = {
  id: 'push',
  title: 'Push',
  async isDone({ remoteHead, head, changes, remotes }) {
    // What is still to be committed is still to be pushed.
    return changes.length === 0 && (await remoteHead()) === head ? `${remotes.push} has ${head.slice(0, 10)}` : null;
  },
  plan: ({ branch, remotes, standing }) => {
    const when = standing?.workflow.push ? policyWords(standing.workflow.push) : null;
    return [
      `git push ${remotes.push} HEAD:refs/heads/${branch}`,
      ...(when === null ? [] : [`${standing!.workflow.id} wants pushes ${when}`]),
    ];
  },
  async run(facts, shipping) {
    const { judgeShip } = await hooks();
    const { branch, head, around, remotes } = facts;
    await refuseDiverged(facts, shipping);
    // The commit as it is: a hook of git may have changed what was judged before.
    await throwRefused(judgeShip(around, branch, head, null));
    shipping.progress.say(`pushing ${head.slice(0, 10)} to ${remotes.push}, ${branch}`);
    // Which branch it follows is the person's word, where they have said it: the one that a fork was made of, perhaps.
    const follow = remotes.follows ? [] : ['--set-upstream'];
    const words = ['push', '--porcelain', ...follow, remotes.push, `HEAD:refs/heads/${branch}`];
    const pushed = await runGit(shipping, words);
    if (pushed.status !== 0) throw await whyNot(pushed.stdout, pushed.stderr, facts, shipping);
    await track(facts, shipping);
  },
};

/**
 * Asks what the remote has after a push: where only one branch is fetched (`git clone --depth`), the push leaves no
 * trace of it.
 */
async function track({ remotes: { push: remote }, branch, head }: Facts, shipping: Shipping): Promise<void> {
  const ref = `refs/remotes/${remote}/${branch}`;
  const known = await runGit(shipping, ['rev-parse', '--verify', '--quiet', ref], { asks: true });
  if (known.stdout === head) return;
  const words = ['fetch', '--quiet', '--no-tags', remote, `+refs/heads/${branch}:${ref}`];
  await runGit(shipping, words, { asks: true });
}

/** Refuses to ship where the remote has commits that are not here. */
async function refuseDiverged({ remoteHead, head, branch, remotes }: Facts, shipping: Shipping): Promise<void> {
  const there = await remoteHead();
  if (there === null || there === head) return;
  const known = await runGit(shipping, ['merge-base', '--is-ancestor', there, head], { asks: true });
  if (known.status !== 0) throw diverged(remotes.push, branch);
}

const diverged = (remote: string, branch: string) =>
  new FlowError(
    'finding',
    'SHIP_DIVERGED',
    `${branch} on ${remote} has commits that are not here.`,
    `git pull --rebase ${remote} ${branch}`,
  );

/** Reads what `git push --porcelain` says of a push that failed. */
async function whyNot(
  stdout: string,
  stderr: string,
  { branch, remotes }: Facts,
  shipping: Shipping,
): Promise<FlowError> {
  const { clean } = await hooks();
  const line = stdout.split('\n').find((one) => one.startsWith('!')) ?? '';
  if (/\[rejected\].*\((?:non-fast-forward|fetch first|stale info|needs force)\)/.test(line))
    return diverged(remotes.push, branch);
  if (/\[remote rejected\]|\[remote failure\]/.test(line)) {
    const said = [line.replace(/^.*\[remote [a-z]+\]\s*/, ''), ...tailOf(stderr, clean)].filter(Boolean);
    return new FlowError(
      'finding',
      'SHIP_PUSH_REJECTED',
      `the remote rejected the push:\n  ${said.map((one) => clean(one, 300)).join('\n  ')}`,
      'Read its message: a rule of the remote blocks this branch or commit',
    );
  }
  // git's own hook, ours or the project's, said why on standard error.
  const lines = tailOf(stderr, clean);
  const isHook = lines.some((one) => /^error: failed to push some refs/.test(one)) && line === '';
  if (!isHook) return unreachable(shipping, stderr);
  const told = lines.filter((one) => !/^(?:error: failed to push|hint:)/.test(one));
  return new FlowError(
    'finding',
    'SHIP_PUSH_REFUSED',
    `the git pre-push hook refused the push:\n  ${told.join('\n  ')}`,
    `Do what it says, then ${shipping.again}`,
  );
}
