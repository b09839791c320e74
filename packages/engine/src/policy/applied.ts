import path from 'node:path';
import type { Policy } from '@flow/core';
import {
  branchName,
  canonical,
  isOurSignature,
  loadKey,
  type Repository,
  repositoryState,
  sign,
  writeFileAtomic,
} from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';

/**
 * Texts that a person applied, by branch. The policy in force follows what is checked out: on the base branch it is the
 * published one, and on the way back a branch has the one that a person put into force for it, as long as its text is the
 * same. Only the last one of a branch counts, so that nobody brings back a text that a person replaced.
 */
interface Applied {
  branch: string;
  policy: Policy;
}

/** Branches whose policy is remembered; the one applied longest ago goes first. */
const MAX_BRANCHES = 20;
/** `MAX_FILE` is the longest file that is read, in bytes. */
const MAX_FILE = 4 * 1024 * 1024;

const fileOf = (repository: Repository, environment: NodeJS.ProcessEnv) =>
  path.join(repositoryState(repository, environment), 'applied.json');

function readApplied(repository: Repository, environment: NodeJS.ProcessEnv): Applied[] {
  try {
    const { applied, mac: signed } = JSON.parse(readSmall(fileOf(repository, environment), MAX_FILE) ?? '') as {
      applied: Applied[];
      mac: string;
    };
    return isOurSignature(canonical(applied), signed, environment) ? applied : [];
  } catch {
    return [];
  }
}

/** Keeps a policy that a person has just put into force, for the branch that is checked out. */
export function keepApplied(repository: Repository, environment: NodeJS.ProcessEnv, policy: Policy): void {
  const branch = branchName(repository);
  if (branch === null) return;
  const others = readApplied(repository, environment).filter((one) => one.branch !== branch);
  const applied = [...others, { branch, policy: { ...policy, presets: [] } }].slice(-MAX_BRANCHES);
  while (canonical(applied).length > MAX_FILE / 2 && applied.length > 1) applied.shift();
  const signed = { applied, mac: sign(loadKey(environment), canonical(applied)) };
  writeFileAtomic(fileOf(repository, environment), JSON.stringify(signed));
}

/** Returns the policy that a person put into force here, where its source is still the one that they saw. */
export function appliedHere(
  repository: Repository,
  environment: NodeJS.ProcessEnv,
  source: string | null,
): Policy | undefined {
  const branch = branchName(repository);
  const kept = readApplied(repository, environment).find((one) => one.branch === branch)?.policy;
  return kept && kept.source === source && kept.version === 1 ? kept : undefined;
}
