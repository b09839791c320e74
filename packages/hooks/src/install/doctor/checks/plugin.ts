import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf } from '@flow/core/record';
import { isArmed, parseSettings } from '@flow/engine/places/armed';
import { verifyBundle } from '@flow/engine/places/bundle';
import { launcherFile } from '@flow/engine/places/launcher';
import { labelOf } from '@flow/engine/text/label';
import { isSamePlace } from '@flow/evidence/disk/is-same-place';
import { readSmall } from '@flow/evidence/disk/read-small';
import { type Check, failure, ok, type Plugin, type Subject, warning } from '../check.js';

/** The plugin's name, before that of the marketplace. */
const NAME = /^flow@[\w.-]{1,100}$/;

/**
 * Returns the plugin of Claude Code that answers for a project in which nothing is installed; null where there is none,
 * or where the project answers by itself, even in part.
 */
export function findPlugin({
  repository: { root },
  environment,
  hosts,
}: Pick<Subject, 'repository' | 'environment' | 'hosts'>): Plugin | null {
  if (hosts.some(({ adapter }) => adapter.name !== 'claude-code') || existsSync(launcherFile(root))) return null;
  if (isArmed(readSmall(join(root, '.claude/settings.json')))) return null;
  const home = environment.HOME ?? environment.USERPROFILE ?? '';
  const folder = environment.CLAUDE_CONFIG_DIR ?? join(home, '.claude');
  // The first that names it decides, from the narrowest to the widest.
  const files = [
    join(root, '.claude/settings.local.json'),
    join(root, '.claude/settings.json'),
    join(folder, 'settings.json'),
  ];
  const name = files.map((file) => enabledIn(readSmall(file))).find((one) => one !== undefined);
  if (!name) return null;
  const installed = fieldOf(
    fieldOf(parseSettings(readSmall(join(folder, 'plugins/installed_plugins.json'))), 'plugins'),
    name,
  );
  for (const entry of Array.isArray(installed) ? installed : []) {
    const [path, version, project] = ['installPath', 'version', 'projectPath'].map((field) => fieldOf(entry, field));
    const isHere = fieldOf(entry, 'scope') === 'user' || (typeof project === 'string' && isSamePlace(project, root));
    if (!isHere || typeof path !== 'string') continue;
    const launcher = join(path, 'hooks/flow.cjs');
    if (existsSync(launcher))
      return { name, folder: path, launcher, version: typeof version === 'string' ? version : '?' };
  }
  return null;
}

/**
 * Returns the plugin that a settings text switches on; null where it is switched off, undefined where it is not named.
 */
function enabledIn(text: string | undefined): string | null | undefined {
  const plugins = parseSettings(text)?.enabledPlugins;
  if (typeof plugins !== 'object' || plugins === null) return undefined;
  const named = Object.entries(plugins).filter(([name]) => NAME.test(name));
  return named.find(([, value]) => value === true)?.[0] ?? (named.length > 0 ? null : undefined);
}

/** `checkPlugin` checks the plugin in place of an installation: there, unchanged, of this version. */
export function checkPlugin(
  { name, folder, version: has }: Plugin,
  { repository, environment, version }: Subject,
): Check {
  const title = `Plugin ${name}`;
  const label = labelOf(folder, repository.root, environment);
  const update = `npx flow plugin && claude plugin update ${name}`;
  // Of a version that is there already, the client copies nothing.
  const again = `npx flow plugin && claude plugin uninstall ${name} && claude plugin install ${name}`;
  const changed = verifyBundle(join(folder, 'hooks/program'));
  if (changed === null || changed.length > 0) {
    const files = changed === null ? 'its program' : changed.join(', ');
    return failure('plugin', title, `${label}: ${files} changed or missing.`, again);
  }
  if (has !== version) return warning('plugin', title, `version ${has}, but this is ${version}.`, update);
  return ok('plugin', title, `${label}, version ${version}: guards this project, which has no installation of its own`);
}
