import { existsSync, rmSync } from 'node:fs';
import { type Repository, writeFileAtomic } from '@flow/evidence';
import type { Environment } from '@flow/evidence/fast';
import { findProgram } from '@flow/evidence/git/program';
import { addedFile, isSealedHere, unsealedFile, wrapperFile } from '../../places/seal.js';
import { clean } from '../../text/clean.js';
import { recordOf, sandboxIn } from './sandbox-in.js';
import { type SettingsFile, settingsFiles } from './settings-files.js';

/** Why shells of a sealed repository's new sessions are not sealed as the installation had it, and the command that mends it. */
export interface Unsealed {
  why: string;
  remedy: string;
}

/**
 * Finds what the settings files of Claude Code, and the programs of this machine, have against the seal of a repository; null where
 * nothing is sealed, and where nothing stands against it.
 */
export function whyUnsealed(repository: Repository, environment: Environment): Unsealed | null {
  if (!isSealedHere(repository, environment)) return null;
  const files = settingsFiles({ repository, environment });
  return whyNoWrapper(files, wrapperFile(repository, environment)) ?? whyNoSandbox(files, repository, environment);
}

/** Tells why no shell is started through the wrapper. */
function whyNoWrapper(files: readonly SettingsFile[], wrapper: string): Unsealed | null {
  const again = `npx flow-hooks install --seal ${sandboxIn(files).state === 'on' ? 'host' : 'prefix'}`;
  const prefixOf = ({ value }: SettingsFile) => recordOf(value?.env).CLAUDE_CODE_SHELL_PREFIX;
  const deciding = files.find((file) => typeof prefixOf(file) === 'string');
  if (!deciding) return { why: 'no settings file names the wrapper, so new sessions are not sealed', remedy: again };
  if (prefixOf(deciding) === wrapper) return null;
  const why = `${deciding.label} starts shells through ${clean(prefixOf(deciding), 200)}, so new sessions are not sealed`;
  return { why, remedy: deciding.place === 'local' ? again : `$EDITOR ${deciding.label}` };
}

/** Programs that the client's sandbox starts, with the packages that have them. */
const NEEDED = { bwrap: 'bubblewrap', socat: 'socat' } as const;

/** Tells why the client's sandbox, by which an installation sealed, is off or cannot start. */
function whyNoSandbox(
  files: readonly SettingsFile[],
  repository: Repository,
  environment: Environment,
): Unsealed | null {
  if (!existsSync(addedFile(wrapperFile(repository, environment)))) return null;
  const sandbox = sandboxIn(files);
  const left = "so commands run in flow's seal alone, which leaves the network and other folders open";
  const prefix = 'npx flow-hooks install --seal prefix (to leave it at that)';
  if (sandbox.state === 'off') {
    const why = sandbox.by ? `${sandbox.by} switches it off` : 'no settings file switches it on';
    const remedy = `$EDITOR ${sandbox.by ?? '.claude/settings.local.json'} (\`sandbox.enabled\`), or ${prefix}`;
    return { why: `the sandbox of Claude Code, by which sessions are sealed here, is off: ${why}, ${left}`, remedy };
  }
  const open = files.find(({ value }) => recordOf(recordOf(value?.sandbox).filesystem).disabled === true);
  if (open) {
    const why = `the sandbox of Claude Code closes no files: ${open.label} says so (\`filesystem.disabled\`), ${left}`;
    return { why, remedy: `$EDITOR ${open.label}, or ${prefix}` };
  }
  if (process.platform !== 'linux') return null;
  const path = environment.PATH ?? '';
  const missing = Object.entries(NEEDED).filter(([name]) => findProgram(name, path, repository) === undefined);
  if (missing.length === 0) return null;
  const names = missing.map(([name]) => name).join(' and ');
  const none = missing.some(([name]) => name === 'bwrap') ? 'so no command runs' : left;
  return {
    why: `the sandbox of Claude Code, by which sessions are sealed here, cannot start: ${names} not found, ${none}`,
    remedy: `sudo apt-get install ${missing.map(([, name]) => name).join(' ')} (or as your system has it)`,
  };
}

/** Notes for the status line whether a session's shells are sealed as the installation had it. */
export function noteUnsealed(found: Unsealed | null, repository: Repository, environment: Environment): void {
  const file = unsealedFile(repository, environment);
  try {
    if (found) writeFileAtomic(file, found.why, { fsync: false });
    else if (existsSync(file)) rmSync(file, { force: true });
  } catch {
    // What nobody can write down is told at the session's start all the same.
  }
}
