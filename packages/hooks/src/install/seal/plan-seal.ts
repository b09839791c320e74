import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { sandboxIn } from '@flow/engine/facts/client-settings/sandbox-in';
import { settingsFiles } from '@flow/engine/facts/client-settings/settings-files';
import { addedFile, insideFolder, isSealedHere, listFile, marksFolder, wrapperFile } from '@flow/engine/places/seal';
import { keptNow, loadKey, makeFolder, readFileBounded, steeringRecord } from '@flow/evidence';
import type { FileState } from '@flow/evidence/disk/file-state';
import { type Environment, type Repository, realPath, stateFolder } from '@flow/evidence/fast';
import { findProgram } from '@flow/evidence/git/program';
import { withoutOurs } from '../plan/our-part.js';
import { type Planner, problem } from '../plan/planner.js';
import { addLocalBlock, planting } from '../project/exclude-block.js';
import { closedShell } from './closed-shell.js';
import { KERNEL_FIX, kernelWords } from './kernel.js';
import { addedTo, sandboxEntries, withSeal } from './local-settings.js';
import { type SealPlaces, sealedPlaces, sealProfile, sealWords } from './seal-list.js';
import { terminalFilter } from './terminal-filter.js';
import { TRIAL, trialLine, whyNot } from './trial.js';
import { wrapperText } from './wrapper.js';

/** The local settings of Claude Code in a project, which nobody commits. */
export const LOCAL_SETTINGS = '.claude/settings.local.json';

/** What seals the shells of sessions: our wrapper alone, or the client's own sandbox, within which the wrapper tells what holds. */
export type Backend = 'host' | 'prefix';

/**
 * Plans the seal of a repository's sessions; it is tried before anything is written, as far as what it covers is there.
 * @returns what a person has to know of it
 */
export function planSeal(plan: Planner, gitHooks: string, asked?: Backend): string[] {
  const { repository, environment } = plan;
  const { root } = repository;
  const state = stateFolder(environment);
  const isSealed = isSealedHere(repository, environment);
  const files = settingsFiles({ repository, environment });
  const sandbox = sandboxIn(files);
  const local = join(root, LOCAL_SETTINGS);
  const wrapper = wrapperFile(repository, environment);
  const backend = asked ?? (addedTo(wrapper).length > 0 ? 'host' : 'prefix');
  const unavailable = (why: string, remedy?: string) =>
    plan.findings.push(problem('SEAL_UNAVAILABLE', root, { why, isSealed, ...(remedy && { remedy }) }));
  if (asked === 'host' && sandbox.state !== 'on') {
    const { by } = sandbox;
    const why = by
      ? `${by} switches the sandbox of Claude Code off (\`sandbox.enabled\`)`
      : 'no settings file of Claude Code switches its sandbox on (`sandbox.enabled`)';
    unavailable(why, 'Switch it on there, or use `--seal prefix`, which needs no sandbox of the client');
    return [];
  }
  if (asked === 'prefix' && sandbox.state === 'on') {
    const why = `${sandbox.by} switches the sandbox of Claude Code on, and no sandbox starts within another one`;
    unavailable(why, 'Use `--seal host`');
    return [];
  }
  const found = sealingProgram(environment, repository);
  if ('why' in found) {
    unavailable(found.why);
    return [];
  }
  const { program } = found;
  const home = environment.HOME && isAbsolute(environment.HOME) ? environment.HOME : homedir();
  const client = environment.CLAUDE_CONFIG_DIR ?? join(home, '.claude');
  const marks = marksFolder(repository, environment);
  const programs = startedPrograms(environment, repository);
  const isRoot = process.getuid?.() === 0;
  const places = sealedPlaces({ ...{ ...repository, gitHooks, state, home, client }, marks, programs, isRoot });
  // Where the kernel takes no filter, the seal holds without it.
  const bytes = process.platform === 'linux' ? terminalFilter() : null;
  const withFilter = bytes && tryOut(program, places, repository, state, bytes) === null ? bytes : null;
  const failed = withFilter ? null : tryOut(program, places, repository, state);
  if (failed !== null) {
    unavailable(failed);
    return [];
  }
  const list = listFile(repository, environment);
  const wanted = environment.SHELL ?? '';
  const shell = /\/(?:bash|zsh)$/.test(wanted) && isAbsolute(wanted) ? wanted : '/bin/bash';
  const filter = withFilter && join(dirname(list), 'terminal');
  const text = wrapperText({
    ...{ list, marks, program, filter, shell, root, self: wrapper, evidence: repository.evidence },
    inside: insideFolder(repository),
    key: join(state, 'keys', 'current'),
    reader: closedShell(),
  });
  if (filter) plan.write('seal', filter, state, () => ({ bytes: withFilter, mode: 0o600 }));
  plan.write('seal', list, state, () => ({ bytes: Buffer.from(listText(places)), mode: 0o600 }));
  // What a person had recorded stays; `apply` is how a person changes it.
  plan.write(
    'seal',
    steeringRecord(repository, environment),
    state,
    (before) => before ?? { bytes: Buffer.from(keptNow(repository, environment)), mode: 0o600 },
  );
  plan.write('seal', wrapper, state, () => ({ bytes: Buffer.from(text), mode: 0o755 }));
  const planted = backend === 'host' ? planting(root) : [];
  plan.write('exclude', join(repository.commonDir, 'info', 'exclude'), repository.commonDir, (before) =>
    made(addLocalBlock(textOf(before), planted), before),
  );
  let added = addedTo(wrapper);
  plan.write('local-settings', local, root, (before) => {
    const own = [repository.evidence, gitHooks, state].filter(
      (path) => path !== join(repository.commonDir, 'hooks') && (path !== gitHooks || existsSync(path)),
    );
    const more = backend === 'host' ? sandboxEntries(own, [join(state, 'keys')]) : [];
    const edit = withSeal(textOf(before), wrapper, more);
    if (edit.ok) {
      added = [...added, ...edit.added];
      return made(edit.text, before);
    }
    if ('taken' in edit) return problem('SEAL_TAKEN', local, { value: edit.taken, key: edit.key });
    const { line, column, message } = edit.problems[0] ?? { line: 1, column: 1, message: 'cannot be read' };
    return problem('SETTINGS_INVALID', local, { line, column, message });
  });
  if (added.length > 0)
    plan.write('seal', addedFile(wrapper), state, () => ({
      bytes: Buffer.from(`${JSON.stringify(added)}\n`),
      mode: 0o600,
    }));
  const open = backend === 'host' ? kernelWords() : null;
  return open === null ? [] : [`${open}: ${KERNEL_FIX}.`];
}

/** Finds the files of the programs that hooks are started by, and that ours start outside. */
const startedPrograms = (environment: Environment, repository: Repository): string[] => {
  const found = ['node', 'git', 'ssh', 'bwrap'].flatMap(
    (name) => findProgram(name, environment.PATH ?? '', repository) ?? [],
  );
  return [...new Set([process.execPath, ...found].map((path) => realPath(path)))];
};

/** Finds what seals on this machine, or why nothing can. */
function sealingProgram(environment: Environment, repository: Repository): { program: string } | { why: string } {
  if (process.platform === 'darwin') return { program: '/usr/bin/sandbox-exec' };
  if (process.platform !== 'linux') return { why: `not on ${process.platform}` };
  const program = findProgram('bwrap', environment.PATH ?? '', repository);
  return program === undefined ? { why: 'bubblewrap (bwrap) is not installed' } : { program };
}

/** Returns what the program that seals is told: words that end with a zero byte each, or a profile. */
const listText = (places: SealPlaces): string =>
  process.platform === 'darwin'
    ? sealProfile(places)
    : sealWords(places)
        .map((word) => `${word}\0`)
        .join('');

/** Returns places by the paths that `sandbox-exec` knows them by, where links lead to them (`/tmp`, `/var`). */
function asReal(places: SealPlaces): SealPlaces {
  const real = (paths: readonly string[]) => paths.map((path) => realPath(path));
  const { closed, closedIfThere, open, hidden } = places;
  return {
    ...{ closed: real(closed), closedIfThere: real(closedIfThere), open: real(open), hidden: real(hidden) },
    kernel: places.kernel,
  };
}

/** Makes what has to be there before it can be sealed: the key, and the folder of the evidence. */
export function prepareSeal(repository: Repository, environment: Environment): void {
  loadKey(environment);
  makeFolder(repository.evidence);
  makeFolder(marksFolder(repository, environment));
  makeFolder(insideFolder(repository));
  // What the wrapper tries to write, so that it makes nothing new where it can.
  closeSync(openSync(join(repository.evidence, 'probe'), 'a'));
}

/** Returns the files by which a repository's sessions count as sealed. */
export const sealFiles = (repository: Repository, environment: Environment): string[] => [
  listFile(repository, environment),
  steeringRecord(repository, environment),
  addedFile(wrapperFile(repository, environment)),
];

/** Plans that sessions are sealed no more: the wrapper of those that run finds no list. */
export function planUnsealed(plan: Planner): void {
  const { repository, environment } = plan;
  const local = join(repository.root, LOCAL_SETTINGS);
  const before = plan.read(local, repository.root);
  if (before !== 'refused' && before !== null) {
    const after = withoutOurs('local-settings', before);
    if (after !== before) plan.remove('local-settings', local, before, after);
  }
  for (const file of sealFiles(repository, environment)) {
    const bytes = readFileBounded(file, 1024 * 1024);
    if (bytes.kind === 'ok') plan.remove('seal', file, { bytes: bytes.bytes, mode: 0o600 }, null);
  }
}

/**
 * Tries a seal before it is written. Places that nobody has made yet are left out.
 * @param filter of system calls, which bubblewrap reads from its standard input here
 * @returns why it does not hold
 */
function tryOut(
  program: string,
  places: SealPlaces,
  repository: Repository,
  state: string,
  filter?: Buffer,
): string | null {
  const there = (paths: readonly string[]) => paths.filter((path) => existsSync(path));
  const some = { ...places, closed: there(places.closed), hidden: there(places.hidden) };
  const more = filter ? ['--seccomp', '0', '--'] : ['--'];
  const through = program.endsWith('/sandbox-exec') ? ['-p', sealProfile(asReal(some))] : [...sealWords(some), ...more];
  return whyNot(
    spawnSync(program, [...through, '/bin/sh', '-c', trialLine(repository, state)], {
      ...{ cwd: repository.root, timeout: TRIAL, encoding: 'utf8' },
      ...(filter && { input: filter }),
    }),
  );
}

const textOf = (state: FileState | null) => (state ? state.bytes.toString('utf8') : null);

const made = (text: string, before: FileState | null): FileState => ({
  bytes: Buffer.from(text),
  mode: before?.mode ?? 0o644,
});
