import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder } from '@flow/evidence/fast';
import { verifyBundle } from '../bundle.js';
import { type Check, failure, INSTALL, ok, type Subject, warning } from '../check.js';
import { readState } from '../file-state.js';
import { EARLIER_HOOK, findHooksFolder, hookScript, isOurHook } from '../git-hook.js';
import { labelOf } from '../label.js';
import { launcherFile, launcherSource, launcherVersion } from '../launcher.js';
import { LAUNCHER_PATH } from '../matchers.js';

/** What an installation wrote, apart from the settings: there, unchanged, of this version. */
export function checkInstalled(subject: Subject): Check[] {
  return [checkLauncher(subject), checkBundle(subject), ...checkGitHook(subject)];
}

function checkLauncher({ repository, version }: Subject): Check {
  const title = `Launcher ${LAUNCHER_PATH}`;
  const state = readState(launcherFile(repository.root));
  if (!state) return failure('launcher', title, 'is not there: the host cannot start any hook.', INSTALL);
  const text = state.bytes.toString('utf8');
  const pinned = launcherVersion(text);
  if (pinned === null) return failure('launcher', title, 'is not a launcher of ours.', INSTALL);
  if (pinned !== version) {
    return warning('launcher', title, `starts version ${pinned}, while this is ${version}.`, INSTALL);
  }
  if (text !== launcherSource(version)) return failure('launcher', title, 'was changed since it was written.', INSTALL);
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
    const detail = `${label} is not there; the one in node_modules answers as long as nobody deletes it.`;
    return warning('program', title, detail, INSTALL);
  }
  return failure('program', title, `${label} is not there, and neither is the package: nothing is armed.`, INSTALL);
}

function checkGitHook({ repository, environment, version }: Subject): Check[] {
  const folder = findHooksFolder(repository, environment);
  const title = 'Git hook pre-push';
  if (!folder) return [failure('git-hook', title, 'git does not say where its hooks are.')];
  const path = join(folder.path, 'pre-push');
  const label = labelOf(path, repository.root, environment);
  const checks: Check[] = [];
  const state = readState(path);
  const text = state?.bytes.toString('utf8') ?? '';
  if (!state) checks.push(failure('git-hook', title, `${label} is not there.`, INSTALL));
  else if (!isOurHook(text)) {
    checks.push(failure('git-hook', title, `${label} is not ours; another tool may have written it.`, INSTALL));
  } else if ((state.mode & 0o100) === 0 && process.platform !== 'win32') {
    checks.push(failure('git-hook', title, `${label} is not executable, so git skips it.`, INSTALL));
  } else {
    const program = join(bundleFolder(version, environment), 'hook.cjs');
    const earlier = readState(join(folder.path, EARLIER_HOOK))?.bytes.toString('utf8') ?? null;
    const current = text === hookScript({ version, program, earlier, folder, environment });
    const chained = earlier === null ? '' : `, after ${EARLIER_HOOK}`;
    if (current) checks.push(ok('git-hook', title, `${label}${chained}`));
    else checks.push(failure('git-hook', title, `${label} is not what version ${version} writes.`, INSTALL));
  }
  const place = labelOf(folder.path, repository.root, environment);
  if (folder.inWorkTree) {
    const detail = `git runs hooks from ${place}, in the work tree; a tool that rewrites that folder takes ours out.`;
    checks.push(warning('hooks-path', 'core.hooksPath', detail, INSTALL));
  } else if (folder.shared) {
    const detail = `git runs hooks from ${place}, which other repositories share.`;
    checks.push(warning('hooks-path', 'core.hooksPath', detail, 'git config --show-origin core.hooksPath'));
  }
  return checks;
}
