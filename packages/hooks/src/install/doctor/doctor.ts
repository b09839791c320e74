import { CLIENTS } from '@flow/clients/clients';
import { asTyped } from '@flow/engine/text/as-typed';
import { type Environment, findRepository, isBare } from '@flow/evidence/fast';
import { hostsOf } from '../host-files/host-files.js';
import { type Check, failure } from './check.js';
import { checkClients } from './checks/clients.js';
import { checkHookErrors } from './checks/hook-errors.js';
import { checkInstalled } from './checks/installed.js';
import { checkMachine } from './checks/machine.js';
import { findPlugin } from './checks/plugin.js';
import { runSamples } from './checks/sample-runs.js';
import { checkSeal } from './checks/seal.js';
import { checkSettings } from './checks/settings.js';
import { checkState } from './checks/state.js';

export interface DoctorOptions {
  /** Absolute path of any folder inside the work tree. */
  directory: string;
  environment: Environment;
  version: string;
  /** How many times as long as usual a hook may take: for a machine of which it is known that it is busy. @default 1 */
  patience?: number;
}

/**
 * Looks at an installation and the machine it is on; changes nothing in the repository or the person's state.
 * Starts `node`, `git` and the clients, and takes a second or two.
 */
export function runDoctor({ directory, environment, version, patience = 1 }: DoctorOptions): Check[] {
  const repository = findRepository(directory);
  const hosts = repository && !isBare(repository) ? hostsOf(repository.root) : CLIENTS.slice(0, 1);
  const machine = checkMachine(environment, hosts);
  if (!repository || isBare(repository)) {
    return [
      ...machine,
      failure('repository', 'Repository', 'this is not the worktree of a git repository.', 'git init'),
    ];
  }
  const place = { repository, environment, version, hosts, patience };
  const subject = { ...place, plugin: findPlugin(place) };
  // One broken part must not hide the others.
  const parts = [checkInstalled, checkSettings, checkSeal, checkClients, runSamples, checkState, checkHookErrors];
  const checks = behindSettings([...machine, ...parts.flatMap((part) => attempt(() => part(subject), part.name))]);
  return checks.map((check) => typedAt(check, directory));
}

/** Spells the commands of a check as they can be typed in the project. */
export function typedAt({ fix, ...check }: Check, directory: string): Check {
  const told = { ...check, detail: asTyped(check.detail, directory) };
  return fix === undefined ? told : { ...told, fix: asTyped(fix, directory) };
}

/** The guard refuses settings that are broken, in the sample as in a session: what mends them mends that, too. */
function behindSettings(checks: Check[]): Check[] {
  const broken = checks.find(({ id, status }) => status === 'failure' && /^(?:settings|hooks-disabled)/.test(id));
  return checks.map((check) =>
    check.id === 'run-ConfigChange' && check.status === 'failure' && broken?.fix
      ? { ...check, fix: broken.fix }
      : check,
  );
}

function attempt(part: () => Check[], name: string): Check[] {
  try {
    return part();
  } catch (error) {
    return [failure('doctor', name, `could not be checked: ${error instanceof Error ? error.message : String(error)}`)];
  }
}
