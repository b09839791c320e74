import type { Sent, Surroundings } from '@flow/hooks/program';
import { hooks } from '../evidence.js';
import { failedThere, type Way, wayTo } from '../git/outside.js';
import { runProjectHooks } from '../git/project-hooks.js';
import { placeOf } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import type { Place } from '../workflow/place.js';
import { type Call, type Command, EXIT, FlowError } from './command.js';

/** Milliseconds that a push may take. */
const PATIENCE = 600_000;

export const push: Command = {
  name: 'push',
  group: 'workflow',
  arguments: '[remote] [refs...]',
  summary:
    'push the commits of this branch, or tags on them, to a remote that a person has accepted, once they are proven',
  flags: [
    { flags: '-u, --set-upstream', description: 'have the branch follow the one that it is pushed to' },
    { flags: '--force', description: 'replace what is there (a person only)' },
    { flags: '--delete', description: 'delete the refs there (a person only)' },
  ],
  examples: [
    ['push', 'this branch, under its own name, to where git would push it'],
    ['push origin HEAD:review/login', 'under another name'],
    ['push origin refs/tags/v1.2.0', 'a tag on this branch'],
  ],
  run: runPush,
};

/** A ref that was asked for: what it is here, and where it goes. */
interface Asked extends Sent {
  source: string;
  isForced: boolean;
}

/** In a sealed project, what is judged and what is sent are objects that no sealed shell can exchange between the two. */
async function runPush(call: Call) {
  const { holdObjects, isSealedHere, repositoryOf } = await hooks();
  const repository = repositoryOf(call.directory);
  if (!repository || !isSealedHere(repository, call.environment)) return pushFrom(call);
  const { end, broken } = holdObjects(repository, call.environment, Date.now() + PATIENCE);
  try {
    return await pushFrom(call);
  } catch (error) {
    const isRefusal = error instanceof FlowError && error.exit !== EXIT.usage;
    throw isRefusal && broken.length > 0 ? await lacking(error, broken) : error;
  } finally {
    end();
  }
}

/** Says with a refusal what the judgement had to do without: nothing that it names of the work would bring that back. */
async function lacking({ exit, problem }: FlowError, broken: readonly string[]): Promise<FlowError> {
  const { clean } = await hooks();
  const { code, message, remedy } = problem;
  const named = broken.slice(0, 3).map((name) => clean(name, 60));
  const more = broken.length > named.length ? ` and ${broken.length - named.length} more` : '';
  return new FlowError(
    exit === EXIT.finding ? 'finding' : 'broken',
    code,
    `${message}\nGit's store has what cannot be read, or is not what its name says, and it was left out here: ${named.join(', ')}${more}.`,
    `\`git fsck\` names it; \`git fetch --refetch\` brings what the remote has, and where its broken file is deleted, \`git hash-object -w <file>\` writes what is checked out\n  ${remedy}`,
  );
}

async function pushFrom(call: Call) {
  const place = await placeOf(call);
  const { around } = place;
  const { branchOf, clean, git, hasProjectPushHook, pushOutside, runGitHook } = await hooks();
  const { repository, start } = around;
  const branch = branchOf(repository);
  const [remote = null, ...refs] = call.words;
  if (branch === null && refs.length === 0) throw await detached(call, around);
  const way = await wayTo(call, around, branch ?? '', remote);
  const name = way.place.remote;
  const asked = await Promise.all(
    (refs.length > 0 ? refs : [branch!]).map((one) => readRef(call, around, branch, one)),
  );
  const isForced = asked.some(({ id, isForced }) => isForced || id === null);
  const heads = asked.flatMap(({ destination }) => /^refs\/heads\/(.+)$/.exec(destination)?.[1] ?? []);
  // What is there by now: a person decides by it, and hooks of the project reckon with it.
  const hasHook = hasProjectPushHook(repository, start);
  const tips =
    isForced || hasHook
      ? await Promise.all(way.pushed.map((there) => tipsOf(call, around, { ...way, there, heads })))
      : [];
  const plans = way.pushed.map((there, at) => ({ there, refs: asked.map((one) => withTip(one, tips[at])) }));
  if (isForced) await askPerson(call, place, plans);
  // From here on only the ids count, whatever becomes of the branch.
  const linesOf = (planned: readonly Planned[]) => {
    const zero = '0'.repeat(planned.find(({ id }) => id !== null)?.id?.length ?? 40);
    return planned
      .map(({ source, id, destination, was }) => `${source} ${id ?? zero} ${destination} ${was ?? zero}\n`)
      .join('');
  };
  const first = plans[0]!;
  const judged = runGitHook([name, first.there.address], linesOf(first.refs), repository.root, start);
  if (judged.exit !== 0)
    throw new FlowError(
      'finding',
      'PUSH_REFUSED',
      judged.text.trim(),
      `Do what it says, then ${clean(call.line, 300)}`,
    );
  const remarks = judged.text === '' ? [] : [judged.text.trim()];
  if (hasHook)
    for (const { there, refs } of plans) {
      const told = { remote: name, address: there.address, lines: linesOf(refs) };
      remarks.push(...(await runProjectHooks(call, place, told)));
    }
  const reached: Plan[] = [];
  for (const [at, { there, refs }] of plans.entries()) {
    const done = pushOutside(repository, there, refs.map(sentOf), way, Date.now() + PATIENCE);
    const isThere = ({ destination }: Planned) => done.received.includes(destination);
    if (refs.some(isThere)) reached.push({ there, refs: refs.filter(isThere) });
    if (done.ok) continue;
    const missing = refs.filter((one) => !isThere(one));
    const beside = await partsWords(reached, [{ there, refs: missing }], plans.slice(at + 1));
    throw await rejected(call, name, done.said, beside);
  }
  const options = { deadline: Date.now() + 10_000 };
  for (const { id, destination } of asked) {
    const there = /^refs\/heads\/(.+)$/.exec(destination)?.[1];
    if (there === undefined) continue;
    const ref = `refs/remotes/${name}/${there}`;
    git(repository, id === null ? ['update-ref', '-d', ref] : ['update-ref', ref, id], options);
  }
  const followed = asked.find(({ id, destination }) => id !== null && destination.startsWith('refs/heads/'));
  if (call.options.setUpstream === true && followed && branch !== null) {
    git(repository, ['config', `branch.${branch}.remote`, name], options);
    git(repository, ['config', `branch.${branch}.merge`, followed.destination], options);
  }
  const told = asked.map(({ id, destination }) =>
    id === null ? `deleted ${destination} on ${name}` : `${id.slice(0, 10)} is ${destination} on ${name}`,
  );
  return {
    exit: EXIT.ok,
    data: { remote: name, refs: asked.map(({ id, destination }) => ({ id, ref: destination })) },
    text: `${[...remarks, ...told.map((line) => clean(line, 400))].join('\n')}\n`,
  };
}

/** A ref that is pushed to one place, with what is there now; null where nothing is, or nobody asked. */
interface Planned extends Asked {
  was: string | null;
}

/** The refs that go to one place. */
interface Plan {
  there: Way['place'];
  refs: readonly Planned[];
}

const withTip = (one: Asked, tips?: ReadonlyMap<string, string>): Planned => ({
  ...one,
  was: tips?.get(one.destination.replace(/^refs\/heads\//, '')) ?? null,
});

/** Has git expect what a person was shown, where something is taken away. */
const sentOf = ({ id, destination, isForced, was }: Planned): Sent => ({
  id,
  destination,
  ...((isForced || id === null) && !destination.startsWith('refs/tags/') && { expects: was }),
});

/** Words why nothing can be told to be of a branch. */
async function detached(call: Call, { repository }: Surroundings): Promise<FlowError> {
  const { operationIn } = await hooks();
  if (operationIn(repository) !== null)
    return new FlowError(
      'finding',
      'NO_BRANCH',
      'git is in the middle of a merge or a rebase, so no branch is checked out.',
      'git status (finish it, or give it up)',
    );
  return new FlowError(
    'finding',
    'NO_BRANCH',
    'HEAD is detached: no branch is checked out whose name would say where this goes.',
    `git switch -c my-change; or name the branch: ${call.program} push origin HEAD:my-change`,
  );
}

/**
 * Reads a ref as it was typed: of this branch, or a tag on it.
 * @throws FlowError REF_NOT_OF_BRANCH
 */
async function readRef(call: Call, around: Surroundings, branch: string | null, typed: string): Promise<Asked> {
  const { clean, git } = await hooks();
  const { repository, start } = around;
  const refuse = (why: string) =>
    new FlowError(
      'finding',
      'REF_NOT_OF_BRANCH',
      `\`${clean(typed, 200)}\`: ${why}.`,
      `${call.program} push origin HEAD (or HEAD:<name>, refs/tags/<name>)`,
    );
  const isForced = call.options.force === true || typed.startsWith('+');
  const spec = typed.replace(/^\+/, '');
  const colon = spec.indexOf(':');
  const isDeletion = call.options.delete === true || colon === 0;
  const from = colon < 0 ? spec : spec.slice(0, colon);
  const to = colon < 0 ? from : spec.slice(colon + 1);
  const options = { deadline: start.deadline };
  const isThere = (ref: string) =>
    git(repository, ['rev-parse', '--verify', '--quiet', '--end-of-options', ref], options).status === 0;
  const ofBranch = branch === null ? [] : [branch, `heads/${branch}`, `refs/heads/${branch}`];
  const isBranch = ['HEAD', '@', ...ofBranch].includes(from);
  if (branch === null && isBranch && colon < 0) throw await detached(call, around);
  const tag = tagOf(isDeletion ? to : from, !isDeletion && !isBranch, isThere);
  if (!isDeletion && !isBranch && tag === undefined)
    throw refuse(
      `only ${branch === null ? 'HEAD' : clean(branch, 100)}, and tags on it, are pushed from here${isThere(`refs/heads/${from}`) ? ` (git switch ${clean(from, 100)} first, for that branch)` : ''}`,
    );
  const named = colon < 0 && !isDeletion ? (tag === undefined ? branch! : `refs/tags/${tag}`) : to;
  const full = named.replace(/^(?=(?:heads|tags)\/)/, 'refs/');
  const destination = full.startsWith('refs/') ? full : `refs/${tag === undefined ? 'heads' : 'tags'}/${full}`;
  const folder = tag === undefined ? 'refs/heads/' : 'refs/tags/';
  if (!destination.startsWith(folder) || git(repository, ['check-ref-format', destination], options).status !== 0)
    throw refuse(`it goes to ${folder}, under a name that git takes`);
  if (isDeletion) return { source: '(delete)', id: null, destination, isForced };
  const source = tag !== undefined ? `refs/tags/${tag}` : branch === null ? 'HEAD' : `refs/heads/${branch}`;
  const found = git(repository, ['rev-parse', '--verify', '--quiet', '--end-of-options', source], options);
  if (found.status !== 0)
    throw refuse(tag === undefined ? 'nothing is committed on it yet' : 'there is no such tag here');
  const id = found.stdout.toString('latin1').trim();
  if (
    tag !== undefined &&
    git(repository, ['merge-base', '--is-ancestor', `${id}^{commit}`, 'HEAD'], options).status !== 0
  )
    throw refuse('the tag is not on this branch');
  return { source, id, destination, isForced };
}

/** Returns the tag that a ref names: in full, or, where that is asked, by its name alone. */
function tagOf(ref: string, isNameEnough: boolean, isThere: (ref: string) => boolean): string | undefined {
  const full = /^(?:refs\/)?tags\/(.+)$/.exec(ref)?.[1];
  if (full !== undefined || !isNameEnough || isThere(`refs/heads/${ref}`)) return full;
  return /^\w[\w./-]*$/.test(ref) && isThere(`refs/tags/${ref}`) ? ref : undefined;
}

/** Asks a place for the branches that are to be pushed there. */
async function tipsOf(
  call: Call,
  { repository }: Surroundings,
  { there, letsIn, heads }: Pick<Way, 'letsIn'> & { there: Way['place']; heads: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { askRemote } = await hooks();
  const told = askRemote(repository, there, heads, { leads: [], letsIn }, Date.now() + 10_000);
  if ('failed' in told) throw await failedThere(call, there.remote, told.failed);
  return told.tips;
}

/** Asks a person for what takes something away. */
async function askPerson(call: Call, place: Place, plans: readonly Plan[]): Promise<void> {
  const { clean, shownAddress } = await hooks();
  const isOne = plans.length === 1;
  const shown = plans.flatMap(({ there, refs }) =>
    refs.map(({ id, destination, was }) => {
      const before = was === null ? '' : `, which is ${was.slice(0, 10)} there`;
      const what = id === null ? `Delete ${destination}` : `Set ${destination} to ${id.slice(0, 10)}`;
      const where = isOne ? there.remote : `${there.remote}, ${shownAddress(there.address)}`;
      return `${clean(what, 300)} on ${clean(where, 300)}${before}.`;
    }),
  );
  await asPerson(call, place, shown.join('\n'));
}

async function rejected(call: Call, name: string, said: string, beside: string): Promise<FlowError> {
  const { clean } = await hooks();
  if (/\[rejected\].*\((?:non-fast-forward|fetch first|stale info|needs force)\)/.test(said))
    return new FlowError(
      'finding',
      'PUSH_DIVERGED',
      `${clean(name, 100)} has commits that are not here.${beside}`,
      `${call.program} fetch ${clean(name, 100)}, then git rebase onto what was fetched; or a person pushes with --force`,
    );
  return failedThere(call, name, said, beside);
}

/** Says which refs each address has, where a push was taken in part: nothing is taken back there. */
async function partsWords(
  reached: readonly Plan[],
  refused: readonly Plan[],
  untried: readonly Plan[],
): Promise<string> {
  if (reached.length + untried.length === 0) return '';
  const { clean, shownAddress } = await hooks();
  const lines = (plans: readonly Plan[], what: string) =>
    plans.map(({ there, refs }) => {
      const named = refs.map(
        ({ id, destination }) => `${destination}${id === null ? ' deleted' : ` ${id.slice(0, 10)}`}`,
      );
      return `\n  ${clean(`${shownAddress(there.address)} ${what}: ${named.join(', ')}`, 600)}`;
    });
  return `\nIt is pushed in part, and what is there stays:${[
    ...lines(reached, 'has received'),
    ...lines(refused, 'has refused'),
    ...lines(untried, 'was not tried'),
  ].join('')}`;
}
