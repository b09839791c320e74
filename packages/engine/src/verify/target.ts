import type { Finding, Policy } from '@flow/core';
import { git, type Repository, sha256 } from '@flow/evidence';
import { type Base, findBase } from '@flow/evidence/git/base';
import { compileLazily, type Surroundings } from '../places/surroundings.js';
import { publishedPolicy } from '../policy/policy.js';

/** Content that is verified, with the rules that it is verified by. */
export interface Target {
  commit: string;
  tree: string;
  /** The commit that tells which suites are needed; null where there is none. */
  base: Base | null;
  policy: Policy;
  /** Source of the policy, for people. */
  rules: { from: string; commit: string | null; digest: string | null };
  findings: Finding[];
}

/** Words of a call that name no commit. */
export interface NoTarget {
  unknown: string;
}

/**
 * Resolves `<commit>` or `<from>..<commit>`. Policy, signers and gates are those of the base branch as the remote has it,
 * or of the commit that the caller names as base: never those of the content that is judged.
 */
export function resolveTarget(
  around: Surroundings,
  words: string,
  baseName: string | undefined,
  deadline: number,
): Target | NoTarget {
  const { repository } = around;
  const asking = { environment: around.start.environment, deadline };
  const at = words.indexOf('..');
  const [from, to] = at < 0 ? [undefined, words] : [words.slice(0, at), words.slice(at).replace(/^\.{2,3}/, '')];
  const commit = resolve(repository, to || 'HEAD', 'commit', deadline);
  const tree = commit && resolve(repository, commit, 'tree', deadline);
  if (!commit || !tree) return { unknown: to || 'HEAD' };
  const named = baseName === undefined ? undefined : baseOf(repository, baseName, deadline);
  if (named === null) return { unknown: baseName! };
  const start = from === undefined ? undefined : baseOf(repository, from || 'HEAD', deadline);
  if (start === null) return { unknown: from! };
  const trusted = named ?? findBase(repository, around.policy, null, asking);
  if (trusted === null) {
    const { policy, policyFindings: findings } = around;
    return { commit, tree, base: start ?? null, policy, rules: rulesOf('this machine', null, policy), findings };
  }
  const { policy, findings } = publishedPolicy(repository, trusted.commit, deadline, compileLazily);
  // The configuration may name another branch than the one that was guessed.
  const base = start ?? named ?? findBase(repository, policy, null, asking);
  const label = trusted.ref.replace(/^refs\/(?:remotes|heads)\//, '');
  return { commit, tree, base, policy, rules: rulesOf(label, trusted.commit, policy), findings };
}

function rulesOf(from: string, commit: string | null, { source }: Policy): Target['rules'] {
  return { from, commit, digest: source === null ? null : sha256(source) };
}

function baseOf(repository: Repository, name: string, deadline: number): Base | null {
  const commit = resolve(repository, name, 'commit', deadline);
  return commit === null ? null : { branch: name.replace(/^(?:refs\/remotes\/)?[^/]+\//, ''), ref: name, commit };
}

function resolve(repository: Repository, name: string, kind: 'commit' | 'tree', deadline: number): string | null {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{${kind}}`];
  const answer = git(repository, words, { deadline });
  return answer.status === 0 ? answer.stdout.toString('latin1').trim() : null;
}
