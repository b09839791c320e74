import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isSealedHere, listFile, marksFolder } from '@flow/engine/places/seal';
import { keptNow, loadKey, makeFolder, readFileBounded, steeringRecord } from '@flow/evidence';
import type { FileState } from '@flow/evidence/disk/file-state';
import { type Environment, type Repository, repositoryState, stateFolder } from '@flow/evidence/fast';
import { findProgram } from '@flow/evidence/git/program';
import { quoted } from '@flow/shell-effects/text/quoted';
import { withoutOurs } from '../plan/our-part.js';
import { type Planner, problem } from '../plan/planner.js';
import { addLocalBlock } from '../project/exclude-block.js';
import { withPrefix } from './local-settings.js';
import { type SealPlaces, sealedPlaces, sealWords } from './seal-list.js';
import { TRIAL, trialLine, whyNot } from './trial.js';
import { WRAPPER, wrapperText } from './wrapper.js';

/** The local settings of Claude Code in a project, which nobody commits. */
export const LOCAL_SETTINGS = '.claude/settings.local.json';

/** Plans the seal of a repository's sessions; it is tried before anything is written, as far as what it covers is there. */
export function planSeal(plan: Planner, gitHooks: string): void {
  const { repository, environment } = plan;
  const { root } = repository;
  const state = stateFolder(environment);
  const bwrap = process.platform === 'linux' ? findProgram('bwrap', environment.PATH ?? '', repository) : undefined;
  const isSealed = isSealedHere(repository, environment);
  const unavailable = (why: string) => plan.findings.push(problem('SEAL_UNAVAILABLE', root, { why, isSealed }));
  if (bwrap === undefined) {
    unavailable(process.platform === 'linux' ? 'bubblewrap (bwrap) is not installed' : `not on ${process.platform}`);
    return;
  }
  const home = environment.HOME && isAbsolute(environment.HOME) ? environment.HOME : homedir();
  const client = environment.CLAUDE_CONFIG_DIR ?? join(home, '.claude');
  const places = sealedPlaces({
    ...{ ...repository, gitHooks, state, home, client },
    marks: marksFolder(repository, environment),
  });
  const words = sealWords(places);
  const failed = tryOut(bwrap, places, repository, state);
  if (failed !== null) {
    unavailable(failed);
    return;
  }
  const list = listFile(repository, environment);
  const marks = marksFolder(repository, environment);
  const wrapper = join(repositoryState(repository, environment), WRAPPER);
  const asked = environment.SHELL ?? '';
  const shell = /\/(?:bash|zsh)$/.test(asked) && isAbsolute(asked) ? asked : '/bin/bash';
  const text = wrapperText({
    list,
    marks,
    bwrap,
    shell,
    off: `cd ${quoted(root)} && npx flow-hooks install --seal off`,
  });
  plan.write('seal', list, state, () => ({
    bytes: Buffer.from(words.map((word) => `${word}\0`).join('')),
    mode: 0o600,
  }));
  // What a person had recorded stays; `apply` is how a person changes it.
  plan.write(
    'seal',
    steeringRecord(repository, environment),
    state,
    (before) => before ?? { bytes: Buffer.from(keptNow(repository, environment)), mode: 0o600 },
  );
  plan.write('seal', wrapper, state, () => ({ bytes: Buffer.from(text), mode: 0o755 }));
  plan.write('exclude', join(repository.commonDir, 'info', 'exclude'), repository.commonDir, (before) =>
    made(addLocalBlock(textOf(before)), before),
  );
  plan.write('local-settings', join(root, LOCAL_SETTINGS), root, (before) => {
    const edit = withPrefix(textOf(before), wrapper);
    if (edit.ok) return made(edit.text, before);
    if ('taken' in edit) return problem('SEAL_TAKEN', join(root, LOCAL_SETTINGS), { value: edit.taken });
    const { line, column, message } = edit.problems[0] ?? { line: 1, column: 1, message: 'cannot be read' };
    return problem('SETTINGS_INVALID', join(root, LOCAL_SETTINGS), { line, column, message });
  });
}

/** Makes what has to be there before it can be sealed: the key, and the folder of the evidence. */
export function prepareSeal(repository: Repository, environment: Environment): void {
  loadKey(environment);
  makeFolder(repository.evidence);
  makeFolder(marksFolder(repository, environment));
}

/** Returns the files by which a repository's sessions count as sealed. */
export const sealFiles = (repository: Repository, environment: Environment): string[] => [
  listFile(repository, environment),
  steeringRecord(repository, environment),
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
 * @returns why it does not hold
 */
function tryOut(bwrap: string, places: SealPlaces, repository: Repository, state: string): string | null {
  const there = (paths: readonly string[]) => paths.filter((path) => existsSync(path));
  const words = sealWords({ ...places, closed: there(places.closed), hidden: there(places.hidden) });
  const line = trialLine(repository, state);
  return whyNot(
    spawnSync(bwrap, [...words, '--', '/bin/sh', '-c', line], {
      cwd: repository.root,
      timeout: TRIAL,
      encoding: 'utf8',
    }),
  );
}

const textOf = (state: FileState | null) => (state ? state.bytes.toString('utf8') : null);

const made = (text: string, before: FileState | null): FileState => ({
  bytes: Buffer.from(text),
  mode: before?.mode ?? 0o644,
});
