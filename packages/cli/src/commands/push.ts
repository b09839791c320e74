import type { Sent, Surroundings } from '@flow/hooks/program';
import { hooks } from '../evidence.js';
import { failedThere, type Way, wayTo } from '../git/outside.js';
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

async function runPush(call: Call) {
  const place = await placeOf(call);
  const { around } = place;
  const { branchOf, clean, git, pushOutside, runGitHook } = await hooks();
  const { repository, start } = around;
  const branch = branchOf(repository);
  if (branch === null)
    throw new FlowError(
      'finding',
      'NO_BRANCH',
      'no branch is checked out, so nothing can be told to be of it.',
      'git switch -c my-change',
    );
  const [remote = null, ...refs] = call.words;
  const way = await wayTo(call, around, branch, remote);
  const name = way.place.remote;
  const asked = await Promise.all((refs.length > 0 ? refs : [branch]).map((one) => readRef(call, around, branch, one)));
  const forced = asked.filter(({ id, isForced }) => isForced || id === null);
  const sent = forced.length > 0 ? await withPerson(call, place, way, asked) : asked.map(plain);
  // From here on only the ids count, whatever becomes of the branch.
  const zero = '0'.repeat(40);
  const lines = sent.map(({ id, destination }, at) => `${asked[at]!.source} ${id ?? zero} ${destination} ${zero}\n`);
  const judged = runGitHook([name, way.place.address], lines.join(''), repository.root, start);
  if (judged.exit !== 0)
    throw new FlowError(
      'finding',
      'PUSH_REFUSED',
      judged.text.trim(),
      `Do what it says, then ${clean(call.line, 300)}`,
    );
  const done = pushOutside(repository, way.place, sent, way, Date.now() + PATIENCE);
  if (!done.ok) throw await rejected(call, name, done.said);
  const options = { deadline: Date.now() + 10_000 };
  for (const { id, destination } of sent) {
    const there = /^refs\/heads\/(.+)$/.exec(destination)?.[1];
    if (there === undefined) continue;
    const ref = `refs/remotes/${name}/${there}`;
    git(repository, id === null ? ['update-ref', '-d', ref] : ['update-ref', ref, id], options);
  }
  const followed = sent.find(({ id, destination }) => id !== null && destination.startsWith('refs/heads/'));
  if (call.options.setUpstream === true && followed) {
    git(repository, ['config', `branch.${branch}.remote`, name], options);
    git(repository, ['config', `branch.${branch}.merge`, followed.destination], options);
  }
  const told = sent.map(({ id, destination }) =>
    id === null ? `deleted ${destination} on ${name}` : `${id.slice(0, 10)} is ${destination} on ${name}`,
  );
  const remarks = judged.text === '' ? [] : [judged.text.trim()];
  return {
    exit: EXIT.ok,
    data: { remote: name, refs: sent.map(({ id, destination }) => ({ id, ref: destination })) },
    text: `${[...remarks, ...told.map((line) => clean(line, 400))].join('\n')}\n`,
  };
}

const plain = ({ id, destination }: Asked): Sent => ({ id, destination });

/**
 * Reads a ref as it was typed: of this branch, or a tag on it.
 * @throws FlowError REF_NOT_OF_BRANCH
 */
async function readRef(call: Call, around: Surroundings, branch: string, typed: string): Promise<Asked> {
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
  const tag = /^refs\/tags\/(.+)$/.exec(isDeletion ? to : from)?.[1];
  const isBranch = ['HEAD', '@', branch, `heads/${branch}`, `refs/heads/${branch}`].includes(from);
  if (!isDeletion && !isBranch && tag === undefined)
    throw refuse(`only ${clean(branch, 100)}, and tags on it, are pushed from here`);
  const named = colon < 0 && !isDeletion && isBranch ? branch : to;
  const destination = named.startsWith('refs/') ? named : `refs/heads/${named.replace(/^heads\//, '')}`;
  const folder = tag === undefined ? 'refs/heads/' : 'refs/tags/';
  const options = { deadline: start.deadline };
  if (!destination.startsWith(folder) || git(repository, ['check-ref-format', destination], options).status !== 0)
    throw refuse(`it goes to ${folder}, under a name that git takes`);
  if (isDeletion) return { source: '(delete)', id: null, destination, isForced };
  const source = tag === undefined ? `refs/heads/${branch}` : `refs/tags/${tag}`;
  const found = git(repository, ['rev-parse', '--verify', '--quiet', '--end-of-options', source], options);
  if (found.status !== 0) throw refuse('there is no such ref here');
  const id = found.stdout.toString('latin1').trim();
  if (
    tag !== undefined &&
    git(repository, ['merge-base', '--is-ancestor', `${id}^{commit}`, 'HEAD'], options).status !== 0
  )
    throw refuse('the tag is not on this branch');
  return { source, id, destination, isForced };
}

/** Asks a person for what takes something away, and has git expect what they were shown. */
async function withPerson(
  call: Call,
  place: Place,
  { place: there, letsIn }: Way,
  asked: readonly Asked[],
): Promise<Sent[]> {
  const { askRemote, clean } = await hooks();
  const { repository } = place.around;
  const heads = asked.flatMap(({ destination }) => /^refs\/heads\/(.+)$/.exec(destination)?.[1] ?? []);
  const told = askRemote(repository, there, heads, { leads: [], letsIn }, Date.now() + 10_000);
  if ('failed' in told) throw await failedThere(call, there.remote, told.failed);
  const sent = asked.map((one): Sent & { was: string | null } => {
    const was = told.tips.get(one.destination.replace(/^refs\/heads\//, '')) ?? null;
    const isTag = one.destination.startsWith('refs/tags/');
    return { ...plain(one), was, ...((one.isForced || one.id === null) && !isTag && { expects: was }) };
  });
  const shown = sent.map(({ id, destination, was }) => {
    const before = was === null ? '' : `, which is ${was.slice(0, 10)} there`;
    const what = id === null ? `Delete ${destination}` : `Set ${destination} to ${id.slice(0, 10)}`;
    return `${clean(what, 300)} on ${clean(there.remote, 100)}${before}.`;
  });
  await asPerson(call, place, shown.join('\n'));
  return sent.map(({ was: _, ...one }) => one);
}

async function rejected(call: Call, name: string, said: string): Promise<FlowError> {
  const { clean } = await hooks();
  if (/\[rejected\].*\((?:non-fast-forward|fetch first|stale info|needs force)\)/.test(said))
    return new FlowError(
      'finding',
      'PUSH_DIVERGED',
      `${clean(name, 100)} has commits that are not here.`,
      `${call.program} fetch ${clean(name, 100)}, then git rebase onto what was fetched; or a person pushes with --force`,
    );
  return failedThere(call, name, said);
}
