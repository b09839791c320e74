import type { Policy } from '@flow/core';
import { eventsOf, type ForgeData, git, type JournalEntry, type Repository } from '@flow/evidence';
import { gitSettings } from '@flow/evidence/git/git-settings';
import { readRemoteAddress } from '@flow/evidence/git/remote-address';
import { remotesOf } from '@flow/evidence/git/remotes';

/**
 * Address of the forge where the pull requests of a repository are made, as far as the repository tells without asking
 * anybody.
 */
export interface ForgeAddress {
  /** Of the web pages and of git: `github.com`; null where only the interface is named. */
  host: string | null;
  /** Address of the interface, without a slash at its end. */
  api: string;
  /** `owner/name` of where pull requests are opened. */
  repository: string;
  /** Address of the forge that the branch is pushed to: a fork, where the pull requests are made elsewhere. */
  source: string;
}

const GITHUB = 'github.com';

/** Hosts of other forges, which do not speak GitHub's language. */
const OTHERS = /(?:^|\.)(?:gitlab|bitbucket|codeberg|dev\.azure|visualstudio|sr\.ht)(?:\.|$)/;

/**
 * Returns the forge of a repository: what the policy in force says, else what the addresses of its remotes tell.
 * @param branch the one whose pull request is meant
 * @returns null where neither tells, or the host is known for another kind of forge
 */
export function forgeAddress(
  repository: Repository,
  branch: string,
  policy: Pick<Policy, 'forge'>,
  deadline: number,
): ForgeAddress | null {
  const settings = gitSettings(repository, '^(remote|branch|url)\\.', deadline);
  const isRewritten = [...settings.keys()].some((name) => /^url\..*\.insteadof$/.test(name));
  // What `insteadOf` makes of it is where git goes; what is written may be what a person reads.
  const addressOf = (remote: string) => {
    const [written, ...more] = settings.get(`remote.${remote}.url`) ?? [];
    const asked = written === undefined || isRewritten;
    const goesTo = asked
      ? git(repository, ['remote', 'get-url', remote], { deadline }).stdout.toString('utf8').trim()
      : written;
    return readRemoteAddress(goesTo) ?? readRemoteAddress(more.at(-1) ?? written ?? '');
  };
  const { base, push, names } = remotesOf(repository, branch, policy, deadline, settings);
  const into = names.includes(base) ? addressOf(base) : null;
  const from = push === base || !names.includes(push) ? into : addressOf(push);
  const named = policy.forge?.repository ?? into?.repository;
  const api = policy.forge?.api ?? (into && apiOf(into.host));
  if (!named || !api) return null;
  const source = from?.repository ?? named;
  return { host: into?.host ?? null, api: api.replace(/\/+$/, ''), repository: named, source };
}

function apiOf(host: string): string | null {
  if (host === GITHUB) return 'https://api.github.com';
  if (host.endsWith('.ghe.com')) return `https://api.${host}`;
  return OTHERS.test(host) ? null : `https://${host}/api/v3`;
}

/** The forge has a last word on a commit: each part is the newest answer that speaks of the part. */
export interface ForgeFact {
  pullRequest?: ForgeData['pullRequest'];
  ci?: ForgeData['ci'];
}

/**
 * Returns facts about a commit's pull request and CI. Only answers of the forge that the repository and the policy in
 * force name count: an answer of another forge, which somebody asked for by an option, says nothing here.
 * @param addressOf asked only when there is an answer
 */
export function forgeFact(
  entries: readonly JournalEntry[],
  branch: string,
  head: string | null,
  addressOf: () => ForgeAddress | null,
): ForgeFact {
  const told = eventsOf(entries, 'forge').filter(({ data }) => data.branch === branch && data.head === head);
  const address = told.length > 0 ? addressOf() : null;
  const fact: ForgeFact = {};
  for (const { data } of told) {
    if (data.api !== address?.api || data.repository !== address.repository) continue;
    if (data.pullRequest !== undefined) fact.pullRequest = data.pullRequest;
    if (data.ci !== undefined) fact.ci = data.ci;
  }
  return fact;
}
