import { git, holdsOnlyNotes, NOTES_REF, type Repository, readHead, readRefs } from '@flow/evidence';
import type { GitSettings } from '@flow/evidence/git/git-settings';
import type { Push } from '@flow/shell-effects';
import { canBeMapped, mapped, mayBeSteered, readPushSettings, stemOf, usualRefspecs } from './push-settings.js';

/** A push target is a ref that a push would change on a remote. */
export interface PushTarget {
  remote: string | null;
  /** Destination as the remote sees it: `refs/heads/x`, `refs/tags/v1`; null when it cannot be told. */
  destination: string | null;
  /** The commit that would be there; null for a deletion, or when it cannot be told (then HEAD is judged). */
  tip: string | null;
  deletion: boolean;
  /** A deletion by a short name, which the remote may have given to a tag alone. */
  mayBeTag?: boolean;
  /** The local ref, where it is named plainly and nothing else goes along with it. */
  source?: string;
}

const ZERO = /^0+$/;

/** Reads git's standard input of a `pre-push` hook: `<local ref> <local id> <remote ref> <remote id>` a line. */
export function targetsOfHook(remote: string | null, stdin: string): PushTarget[] {
  const targets: PushTarget[] = [];
  for (const line of stdin.split('\n')) {
    const [, local, destination] = line.trim().split(' ');
    if (!local || !destination) continue;
    const deletion = ZERO.test(local);
    targets.push({ remote, destination, tip: deletion ? null : local, deletion, source: line.trim().split(' ')[0]! });
  }
  return targets;
}

/** Refs that a line makes before it pushes, by short name: `start` is the commit that the ref will name, null where unknown. */
export type Made = ReadonlyMap<string, { kind: 'heads' | 'tags' | 'stash'; start: string | null }>;

const NONE_MADE: Made = new Map();

function resolve(repository: Repository, name: string, deadline: number, made: Made = NONE_MADE): string | null {
  const start = made.get(name.replace(/^(?:refs\/)?(?:heads|tags)\//, ''))?.start;
  if (typeof start === 'string') return resolve(repository, start, deadline);
  const head = readHead(repository);
  if (head?.commit && (name === 'HEAD' || name === '@' || name === head.branch)) return head.commit;
  // Whatever stands behind `:/` is looked for in the messages of commits.
  const wanted = name.startsWith(':/') ? name : `${name}^{commit}`;
  const answer = git(repository, ['rev-parse', '--verify', '--quiet', '--end-of-options', wanted], { deadline });
  return answer.status === 0 ? answer.stdout.toString('utf8').trim() : null;
}

/**
 * Targets that a `git push` on the command line would change, as well as they can be told before the push runs; the git
 * hook judges the real ones.
 */
export function targetsOfCommand(
  repository: Repository,
  push: Push,
  environment: NodeJS.ProcessEnv,
  deadline: number,
  made: Made = NONE_MADE,
): PushTarget[] {
  const branch = readHead(repository)?.branch ?? null;
  const remote = push.remote ?? null;
  // What is left out of a pattern is taken for pushed.
  const words = push.refspecs.filter((word) => word !== 'tag' && !word.startsWith('^'));
  if (push.flags.delete) return deletions(push.refspecs, repository, push);
  const isGiven = () => push.settings.length > 0 || mayBeSteered(repository, environment);
  const isSteered = words.length === 0 || (words.some(canBeMapped) && isGiven());
  const settings: GitSettings = isSteered ? readPushSettings(repository, push.settings, deadline) : new Map();
  const all = push.flags.all || push.flags.mirror;
  const refspecs =
    words.length > 0 && !all
      ? words.map((word) => mapped(word, settings, remote, branch, repository))
      : [...usualRefspecs(settings, remote, branch, repository), ...(all ? ['refs/heads/*'] : [])];
  const goes = (kind: string) => (all && kind !== 'stash') || (kind === 'tags' && push.flags.tags);
  const along = [...made].flatMap(([name, { kind }]) => (goes(kind) ? [`refs/${kind}/${name}`] : []));
  return [...refspecs, ...along].flatMap((one) => targetsOfRefspec(one, repository, push, branch, deadline, made));
}

/** `deletions` reads the refs that a push deletes, as in `--delete a b tag v1`. */
const deletions = (words: readonly string[], repository: Repository, push: Push): PushTarget[] =>
  words.flatMap((word, at) => {
    if (word === 'tag' && at + 1 < words.length) return [];
    return deletion(words[at - 1] === 'tag' ? `refs/tags/${word}` : word, repository, push);
  });

/**
 * Describes a ref that a push deletes. The remote completes a short name by what it has; git's hook is told which ref
 * it was, where it is asked.
 */
function deletion(name: string, repository: Repository, push: Push): PushTarget {
  const { remote = null, flags, spelled } = push;
  const target = { remote, destination: fullRef(name, 'heads'), tip: null, deletion: true };
  if (/^(?:refs|heads|tags)\//.test(name)) return target;
  const has = (ref: string) => readRefs(repository, [ref])?.has(ref);
  const isUnseen = flags.noVerify || spelled.includes('send-pack');
  const mayBeTag = !has(`refs/remotes/${remote}/${name}`) && (isUnseen || has(`refs/tags/${name}`) !== false);
  return mayBeTag ? { ...target, mayBeTag } : target;
}

function targetsOfRefspec(
  refspec: string,
  repository: Repository,
  push: Push,
  branch: string | null,
  deadline: number,
  made: Made,
): PushTarget[] {
  const remote = push.remote ?? null;
  const spec = refspec.startsWith('+') ? refspec.slice(1) : refspec;
  // A colon may stand in the source, `:/text`, and never in a ref.
  const colon = spec.lastIndexOf(':');
  const source = colon < 0 ? spec : spec.slice(0, colon);
  const into = colon < 0 ? null : spec.slice(colon + 1);
  if (spec === ':') return matchingBranches(repository, remote, deadline);
  if (source === '') return [deletion(into ?? '', repository, push)];
  if (source.includes('*')) return branchesLike(source, into ?? source, repository, remote, deadline);
  const isTag = push.refspecs.includes('tag') || source.startsWith('refs/tags/');
  const { force, tags, noVerify } = push.flags;
  const plain = !force && !tags && !noVerify;
  const named = into || (source === 'HEAD' || source === '@' ? branch : source);
  return [
    {
      remote,
      destination: named === null ? null : fullRef(named, isTag ? 'tags' : 'heads'),
      // Notes that are forced, or that git's hook does not see, are held to what is here: nobody else looks at them.
      tip: plain || source !== NOTES_REF ? resolve(repository, source, deadline, made) : null,
      deletion: false,
      ...(plain ? { source } : {}),
    },
  ];
}

/**
 * Attestations of commits, which publish no code: the notes' own ref on both sides, with nothing but notes in it, neither
 * deleted nor forced over those of others.
 */
export function isNotesPush(repository: Repository, target: PushTarget, deadline: number): boolean {
  const { source, destination, tip, deletion } = target;
  const named = source === NOTES_REF && destination === NOTES_REF && !deletion && tip !== null;
  return named && holdsOnlyNotes(repository, tip, deadline);
}

/** Returns a name as git completes it: `main`, `heads/main`, `refs/heads/main`. */
function fullRef(name: string, kind: 'heads' | 'tags'): string {
  if (name.startsWith('refs/')) return name;
  return /^(?:heads|tags)\//.test(name) ? `refs/${name}` : `refs/${kind}/${name}`;
}

/** Lists branches by their full names, with their commits. */
function refsBelow(repository: Repository, folder: string, deadline: number): (readonly [string, string])[] {
  const refs = git(repository, ['for-each-ref', '--format=%(refname) %(objectname)', folder], { deadline });
  const lines = refs.stdout.toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
}

/** Returns the branches that a pattern stands for, under the names that it gives them. */
function branchesLike(
  from: string,
  to: string,
  repository: Repository,
  remote: string | null,
  deadline: number,
): PushTarget[] {
  const folder = from.startsWith('refs/remotes/') ? 'refs/remotes' : 'refs/heads';
  return refsBelow(repository, folder, deadline).flatMap(([ref, tip]) => {
    const stem = stemOf(from, ref);
    return stem === null ? [] : [{ remote, destination: to.replace('*', () => stem), tip, deletion: false }];
  });
}

/** `:` pushes the branches that the remote has as well: of one that was never fetched, all may be. */
function matchingBranches(repository: Repository, remote: string | null, deadline: number): PushTarget[] {
  const own = branchesLike('refs/heads/*', 'refs/heads/*', repository, remote, deadline);
  const folder = `refs/remotes/${remote ?? 'origin'}/`;
  const known = new Set(refsBelow(repository, folder, deadline).map(([ref]) => ref.slice(folder.length)));
  const isThere = ({ destination }: PushTarget) => known.has(destination?.slice('refs/heads/'.length) ?? '');
  return known.size > 0 ? own.filter(isThere) : own;
}
