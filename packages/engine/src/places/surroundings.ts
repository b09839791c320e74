import type { Capabilities } from '@flow/clients/adapter';
import type { Finding, Policy } from '@flow/core';
import { findRepository, type Repository, repositoryToldByGit } from '@flow/evidence';
import { hooksFolder } from '@flow/evidence/git/hooks-folder';
import { load } from '../load.js';
import { readAskedCommands } from '../policy/asked-commands.js';
import type * as Config from '../policy/config.js';
import { explainPending } from '../policy/pending.js';
import { loadPolicy } from '../policy/policy.js';
import { type ProtectedSet, protectedSet } from './protected-set.js';

/** Context that the program is started with; the deadline is epoch milliseconds. */
export interface Start {
  environment: NodeJS.ProcessEnv;
  deadline: number;
  /** The client that the event came from; missing where no client is involved. */
  host?: Capabilities | undefined;
  /** Folder that whoever is told something stands in, absolute: paths are told from there. @default the root */
  here?: string | undefined;
  /** Surroundings of the repositories of one event, by their roots: guards and observers ask for the same ones. */
  known?: Map<string, Surroundings>;
}

/** A repository with all that the guards need to know about it, each part found only when asked for. */
export interface Surroundings {
  repository: Repository;
  policy: Policy;
  /** Findings about a configuration that is not in force: where it cannot be, why. */
  policyFindings: Finding[];
  /** The configuration on disk is not in force. */
  isPending: boolean;
  protected: ProtectedSet;
  start: Start;
}

/** Returns the user's home, from the environment that the program runs in. */
export function homeOf(environment: NodeJS.ProcessEnv): string {
  return environment.HOME ?? environment.USERPROFILE ?? process.getBuiltinModule('node:os').homedir();
}

/**
 * Returns the surroundings of a folder; null outside of any repository.
 * @param given in place of the policy in force
 */
export function surroundingsOf(directory: string, start: Start, given?: Policy): Surroundings | null {
  const repository = findRepository(directory);
  return repository ? surroundingsIn(repository, start, given) : null;
}

/**
 * Returns the surroundings of the repository that git calls a hook for; null where git's variables do not tell which
 * one that is.
 */
export function surroundingsOfHook(directory: string, start: Start): Surroundings | null {
  const repository = repositoryToldByGit(directory, start.environment);
  return repository ? surroundingsIn(repository, start) : null;
}

function surroundingsIn(repository: Repository, start: Start, given?: Policy): Surroundings {
  const known = given ? undefined : start.known;
  const found = known?.get(repository.root) ?? lookAround(repository, start, given);
  known?.set(repository.root, found);
  return found;
}

function lookAround(repository: Repository, start: Start, given?: Policy): Surroundings {
  const { policy: loaded, findings } = given
    ? { policy: given, findings: [] }
    : loadPolicy(repository, start.environment, start.deadline, compileLazily);
  const asked = given ? [] : readAskedCommands(repository, start.environment);
  const policy = asked.length === 0 ? loaded : { ...loaded, asked };
  let set: ProtectedSet | null = null;
  let told: Finding[] | null = null;
  return {
    repository,
    policy,
    start,
    isPending: findings.some(({ code }) => code === 'POLICY_PENDING'),
    get policyFindings() {
      // Compiled for the words alone, and so only where they are told.
      const known = { repository, policy, ...start, compile: compileLazily };
      told ??= findings.map((one) => explainPending(one, known));
      return told;
    },
    get protected() {
      set ??= protectedSet(repository, policy, {
        home: homeOf(start.environment),
        environment: start.environment,
        gitHooks: hooksFolder(repository, homeOf(start.environment), start.deadline),
      });
      return set;
    },
  };
}

/** The surroundings anew, after what the policy is read by has changed. */
export function lookAgain({ repository, start }: Surroundings): Surroundings {
  start.known?.delete(repository.root);
  return surroundingsIn(repository, start);
}

/** Copies surroundings for a caller that has less time. */
export function withDeadline(around: Surroundings, deadline: number): Surroundings {
  const { repository, policy, start } = around;
  return {
    ...{ repository, policy, isPending: around.isPending, start: { ...start, deadline } },
    get policyFindings() {
      return around.policyFindings;
    },
    get protected() {
      return around.protected;
    },
  };
}

/** Compiles the text of a configuration; loads what that needs only now. */
export const compileLazily: typeof Config.compileConfig = (text, readPreset) => {
  // YAML and schema code are a bundle of their own.
  return load<typeof Config>('config').compileConfig(text, readPreset);
};
