import type { Finding, Policy } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { fetchedBase, findBase } from '@flow/evidence/git/base';
import { type Compile, invalidConfig, publishedConfig, readConfig } from './policy.js';
import { presetReader } from './presets/installed.js';
import { customSuite, typedAt } from './suites.js';

/** Facts about a configuration that is not in force, beside the finding that says so. */
interface Pending {
  repository: Repository;
  /** The one in force. */
  policy: Policy;
  deadline: number;
  environment: NodeJS.ProcessEnv;
  compile: Compile;
}

/**
 * Returns a finding about a configuration that is not in force, with all that its words tell: why it cannot be applied,
 * else the commands that it names in vain so far, and the base branch that would bring it into force. Any other finding
 * stays as it is.
 */
export function explainPending(finding: Finding, pending: Pending): Finding {
  const { repository, policy, deadline, compile } = pending;
  if (finding.code !== 'POLICY_PENDING') return finding;
  const invalid = invalidConfig(repository, compile);
  if (invalid) return invalid;
  const fetched = fetchedBase(repository, policy, null, deadline);
  const base = fetched?.ref.replace(/^refs\/remotes\//, '');
  // It is there as far as anybody here says: a push asks the remote.
  const isFetched =
    fetched !== null &&
    findBase(repository, policy, null, pending)?.commit !== fetched.commit &&
    publishedConfig(repository, fetched.commit, deadline) === readConfig(repository)?.text;
  const named = namedInVain(repository, policy, compile);
  const where = { ...(base === undefined ? {} : { base }), ...(isFetched && { isFetched }) };
  return { ...finding, args: { ...finding.args, ...where, named } };
}

/**
 * Returns the commands that the configuration on disk names and the policy in force does not, as they are typed at the
 * root.
 */
function namedInVain(repository: Repository, { suites }: Policy, compile: Compile): string[] {
  const config = readConfig(repository);
  const read = config && compile(config.text, presetReader(repository, false));
  if (!read?.ok) return [];
  const known = new Set(suites.map((one) => customSuite(one).id));
  const added = read.policy.suites.map(customSuite).filter(({ id }) => !known.has(id));
  return added.map(({ root, runner }) => typedAt(root, runner.command));
}

/** Tells whether a configuration that is not in force could name a command: asked before it is read in full. */
export function mayName(repository: Repository, command: string): boolean {
  return command.length > 1 && (readConfig(repository)?.text.includes(command) ?? false);
}

/** Where commands are named that are not in force yet, nobody has to be told to name one. */
export function withoutContradiction(findings: readonly Finding[]): Finding[] {
  const isNamed = findings.some(
    ({ code, args }) => code === 'POLICY_PENDING' && Array.isArray(args.named) && args.named.length > 0,
  );
  return findings.filter(({ code }) => !isNamed || code !== 'PUSH_NO_RUNNER');
}
