import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LAUNCHER_PATH } from '@flow/clients/registrations';
import { verifyBundle } from '@flow/engine/places/bundle';
import { launcherFile, launcherSource, launcherVersion } from '@flow/engine/places/launcher';
import { labelOf } from '@flow/engine/text/label';
import { gitLineEnds } from '@flow/engine/text/line-ends';
import { readState } from '@flow/evidence/disk/file-state';
import { bundleFolder } from '@flow/evidence/fast';
import { type Check, failure, INSTALL, ok, type Subject, warning } from '../check.js';
import { checkGitHooks } from './git-hooks.js';
import { checkPlugin } from './plugin.js';

/** `checkInstalled` checks what an installation wrote, apart from the settings: there, unchanged, of this version. */
export function checkInstalled(subject: Subject): Check[] {
  if (subject.plugin) return [checkPlugin(subject.plugin, subject), ...checkGitHooks(subject).map(besidePlugin)];
  return [checkLauncher(subject), checkBundle(subject), ...checkGitHooks(subject)];
}

/** A plugin brings no hooks of git: a choice, which has its price. */
function besidePlugin(check: Check): Check {
  if (check.status !== 'failure') return check;
  return {
    ...check,
    status: 'warning',
    detail: `${check.detail} Only CI judges pushes made outside the client.`,
  };
}

function checkLauncher({ repository, version }: Subject): Check {
  const title = `Launcher ${LAUNCHER_PATH}`;
  const state = readState(launcherFile(repository.root));
  if (!state) return failure('launcher', title, 'is missing: the client cannot start any hook.', INSTALL);
  const text = gitLineEnds(state.bytes).toString('utf8');
  const pinned = launcherVersion(text);
  if (pinned === null) return failure('launcher', title, 'is not a flow launcher.', INSTALL);
  if (pinned !== version) {
    return warning('launcher', title, `starts version ${pinned}, but this is ${version}.`, INSTALL);
  }
  if (text !== launcherSource(version)) return failure('launcher', title, 'was changed after it was written.', INSTALL);
  return ok('launcher', title, `unchanged, version ${version}`);
}

function checkBundle({ repository, environment, version }: Subject): Check {
  const title = 'Program of the guard';
  const folder = bundleFolder(version, environment);
  const label = labelOf(folder, repository.root, environment);
  const changed = verifyBundle(folder);
  if (changed?.length === 0) return ok('program', title, `${label}, hashes as installed`);
  if (changed) return failure('program', title, `${label}: ${changed.join(', ')} changed or missing.`, INSTALL);
  const fallback = join(repository.root, 'node_modules/@flow/hooks/dist/hook.cjs');
  if (existsSync(fallback)) {
    const detail = `${label} is missing; the copy in node_modules is used as long as it exists.`;
    return warning('program', title, detail, INSTALL);
  }
  return failure('program', title, `${label} and the package are both missing: nothing is armed.`, INSTALL);
}
