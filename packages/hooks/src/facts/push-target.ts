import { git, holdsOnlyNotes, NOTES_REF, type Repository, readHead } from '@flow/evidence';
import type { Push } from '../shell/index.js';

/** One ref that a push would change on a remote. */
export interface PushTarget {
  remote: string | null;
  /** Destination as the remote sees it: `refs/heads/x`, `refs/tags/v1`; null when it cannot be told. */
  destination: string | null;
  /** The commit that would be there; null for a deletion, or when it cannot be told (then HEAD is judged). */
  tip: string | null;
  deletion: boolean;
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

function resolve(repository: Repository, name: string, deadline: number): string | null {
  const head = readHead(repository);
  if (head?.commit && (name === 'HEAD' || name === '@' || name === head.branch)) return head.commit;
  const answer = git(repository, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], {
    deadline,
  });
  return answer.status === 0 ? answer.stdout.toString('utf8').trim() : null;
}

/**
 * What a `git push` on the command line would change, as well as it can be told before it runs; the git hook
 * judges what is really pushed.
 */
export function targetsOfCommand(repository: Repository, push: Push, deadline: number): PushTarget[] {
  const head = readHead(repository);
  const branch = head?.branch ?? null;
  const remote = push.remote ?? null;
  const all = push.flags.all || push.flags.mirror;
  const words = push.refspecs.filter((word) => word !== 'tag');
  if (words.length === 0 || all) {
    const destination = branch === null ? null : `refs/heads/${upstreamOf(repository, branch, deadline) ?? branch}`;
    const tip = resolve(repository, 'HEAD', deadline);
    const targets: PushTarget[] = [{ remote, destination, tip, deletion: false }];
    if (all) targets.push(...everyBranch(repository, remote, deadline));
    return targets;
  }
  return words.map((word) => {
    const spec = word.startsWith('+') ? word.slice(1) : word;
    const colon = spec.indexOf(':');
    const source = colon < 0 ? spec : spec.slice(0, colon);
    const into = colon < 0 ? null : spec.slice(colon + 1);
    if (push.flags.delete || (colon >= 0 && source === '')) {
      return { remote, destination: fullRef(into ?? spec, 'heads'), tip: null, deletion: true };
    }
    const isTag = push.refspecs.includes('tag') || source.startsWith('refs/tags/');
    const { force, tags, noVerify } = push.flags;
    const plain = !force && !tags && !noVerify;
    const named = into ?? (source === 'HEAD' || source === '@' ? (branch ?? null) : source);
    return {
      remote,
      destination: named === null ? null : fullRef(named, isTag ? 'tags' : 'heads'),
      // Notes that are forced, or that git's hook does not see, are held to what is here: nobody else looks at them.
      tip: plain || source !== NOTES_REF ? resolve(repository, source, deadline) : null,
      deletion: false,
      ...(plain ? { source } : {}),
    };
  });
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

function fullRef(name: string, kind: 'heads' | 'tags'): string {
  return name.startsWith('refs/') ? name : `refs/${kind}/${name}`;
}

function upstreamOf(repository: Repository, branch: string, deadline: number): string | null {
  const answer = git(repository, ['config', '--get-regexp', `^(push\\.default|branch\\..*\\.merge)$`], { deadline });
  if (answer.status !== 0) return null;
  const lines = answer.stdout.toString('utf8').split('\n');
  const mode = lines.find((line) => line.startsWith('push.default '))?.slice('push.default '.length);
  if (mode !== 'upstream' && mode !== 'tracking') return null;
  const key = `branch.${branch}.merge `;
  return (
    lines
      .find((line) => line.startsWith(key))
      ?.slice(key.length)
      .replace(/^refs\/heads\//, '') ?? null
  );
}

function everyBranch(repository: Repository, remote: string | null, deadline: number): PushTarget[] {
  const refs = git(repository, ['for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads'], { deadline });
  return refs.stdout
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [destination, tip] = line.split(' ');
      return { remote, destination: destination!, tip: tip!, deletion: false };
    });
}
