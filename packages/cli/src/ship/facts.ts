import type { ForgeAddress, ShipFacts, Surroundings } from '@flow/hooks/program';
import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Pull } from '../forge/forge.js';
import { type Change, readChanges } from '../git/changes.js';
import type { Standing } from '../workflow/place.js';
import { runGit } from './git.js';
import type { Shipping } from './shipping.js';

/**
 * Facts are those of now. They are taken anew before each step, so that what is done follows from them and from nothing that
 * was kept.
 */
export interface Facts extends ShipFacts {
  around: Surroundings;
  standing: Standing | null;
  branch: string;
  head: string;
  changes: Change[];
  /** Asks the remote for the commit of the branch there. @throws FlowError SHIP_REMOTE_UNREACHABLE */
  remoteHead(): Promise<string | null>;
  /** The branch's open pull request, asked at the forge. */
  pull(): Promise<Pull | null>;
  /** The forge's answers about this commit that the journal has. */
  told: { pullRequest?: { number: number; url: string } | null | undefined; ci?: { state: string } | undefined };
}

const unreadable = (program: string) =>
  new FlowError('broken', 'CONTENT_UNREADABLE', 'the content on disk cannot be read.', `${program} doctor`);

/**
 * Takes the facts of now.
 * @throws FlowError SHIP_DETACHED, SHIP_NO_COMMIT, CONTENT_UNREADABLE
 */
export async function takeFacts(shipping: Shipping): Promise<Facts> {
  const { shipFacts, forgeFact, forgeEntries, isView } = await hooks();
  const { call } = shipping;
  const around = shipping.around();
  const seen = await readChanges(shipping, isView);
  if (seen === null) throw unreadable(call.program);
  const { branch, head, changes } = seen;
  if (branch === null)
    throw new FlowError(
      'finding',
      'SHIP_DETACHED',
      'no branch is checked out, so there is nothing to push.',
      'git switch -c <name>',
    );
  if (head === null)
    throw new FlowError('finding', 'SHIP_NO_COMMIT', 'the branch has no commit yet.', 'git commit, then try again');
  const ship = shipFacts(around, branch);
  if (!ship) throw unreadable(call.program);
  const address = await addressOf(shipping, branch);
  return {
    ...ship,
    around,
    standing: shipping.room.standingOf(around),
    branch,
    head,
    changes,
    remoteHead: once(() => remoteHead(shipping, ship.remotes.push, branch)),
    pull: once(async () => (await shipping.forge(branch)).findPull(branch)),
    told: forgeFact(forgeEntries(around), branch, head, () => address),
  };
}

/** Finds where pull requests go: what an option names, else what policy and remote say. */
export async function addressOf(
  { around, options }: Pick<Shipping, 'around' | 'options'>,
  branch: string,
): Promise<ForgeAddress | null> {
  const { forgeAddress } = await hooks();
  const { repository, policy, start } = around();
  const named = options.api === null ? policy : { forge: { ...policy.forge, api: options.api } };
  return forgeAddress(repository, branch, named, start.deadline);
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}

async function remoteHead(shipping: Shipping, remote: string, branch: string): Promise<string | null> {
  const asked = await runGit(shipping, ['ls-remote', remote, `refs/heads/${branch}`], { asks: true });
  if (asked.status === 0) return asked.stdout.split(/\s/)[0] || null;
  throw await unreachable(shipping, asked.stderr);
}

/** Words the failure of git to speak with the remote. */
export async function unreachable({ again }: Shipping, stderr: string): Promise<FlowError> {
  const { clean } = await hooks();
  const last = stderr.split('\n').find((line) => /fatal|denied|error|resolve|refused/i.test(line)) ?? stderr;
  const isLogin = /denied|authentication|could not read (?:username|password)|403|401/i.test(stderr);
  return isLogin
    ? new FlowError(
        'broken',
        'SHIP_REMOTE_LOGIN',
        `the remote denied access: ${clean(last, 200)}.`,
        'Log in as for any push (an SSH key, or `gh auth setup-git`), then try again',
      )
    : new FlowError(
        'broken',
        'SHIP_REMOTE_UNREACHABLE',
        `the remote cannot be reached: ${clean(last, 200)}.`,
        `Later: ${again}`,
      );
}
