import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fieldOf } from '@flow/core/record';
import { readSmall } from '@flow/evidence/disk/read-small';
import { parseSettings } from '../../places/armed.js';
import { homeOf } from '../../places/surroundings.js';

/** Folders that a session reads texts from. */
export interface Place {
  /** Absolute: the folder that it is in. */
  directory: string;
  environment: NodeJS.ProcessEnv;
}

/** Returns the person's own folder of the client. */
export const configFolder = ({ environment }: Place): string =>
  environment.CLAUDE_CONFIG_DIR ?? path.join(homeOf(environment), '.claude');

/** Returns the folder that the session began in. */
export const projectOf = ({ directory, environment }: Place): string => environment.CLAUDE_PROJECT_DIR ?? directory;

/** Folder for the texts that an administrator gives to all users. */
const MANAGED = ['/etc/claude-code/.claude', '/Library/Application Support/ClaudeCode/.claude'];

/**
 * Finds every folder of the form `.claude` whose skills, commands and agents a session may have: of its folder and of
 * those above, of folders that were added to it, and the person's own.
 */
export function textFolders(place: Place): string[] {
  const around = [place.directory, projectOf(place), ...addedFolders(place)];
  const folders = around.flatMap(withParents).map((folder) => path.join(folder, '.claude'));
  return [...new Set([...folders, configFolder(place), ...MANAGED])];
}

function withParents(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

/** Folders that were added when the session was started, or by a settings file. */
function addedFolders(place: Place): string[] {
  const files = ['settings.json', 'settings.local.json'].map((name) => path.join(projectOf(place), '.claude', name));
  const inSettings = [...files, path.join(configFolder(place), 'settings.json')].flatMap((file) => {
    const permissions = fieldOf(parseSettings(readSmall(file)), 'permissions');
    const folders = fieldOf(permissions, 'additionalDirectories');
    return Array.isArray(folders) ? folders.filter((one): one is string => typeof one === 'string') : [];
  });
  return [...inSettings, ...startedWith('--add-dir', place)].map((folder) => fromProject(folder, place));
}

const fromProject = (folder: string, place: Place) =>
  path.resolve(projectOf(place), folder.replace(/^~(?=\/|$)/, homeOf(place.environment)));

/** Returns the folders that the client was started with behind an option, where the system shows that. */
export function startedWith(option: string, { environment }: Place): string[] {
  const id = environment.CLAUDE_PID ?? '';
  let words: string[];
  try {
    words = /^\d+$/.test(id) ? readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0') : [];
  } catch {
    return [];
  }
  return words.flatMap((word, at) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    if (word !== option) return [];
    const rest = words.slice(at + 1);
    const end = rest.findIndex((next) => next === '' || next.startsWith('-'));
    return end < 0 ? rest : rest.slice(0, end);
  });
}

/** Returns the plugins that are installed, with the folder of each. */
export function installedPlugins(place: Place): { name: string; root: string }[] {
  const file = path.join(configFolder(place), 'plugins', 'installed_plugins.json');
  const installed = fieldOf(readLarge(file), 'plugins');
  return Object.entries(installed ?? {}).flatMap(([key, entries]) =>
    (Array.isArray(entries) ? entries : [entries]).flatMap((entry: unknown) => {
      const root = fieldOf(entry, 'installPath');
      return typeof root === 'string' ? [{ name: key.split('@')[0]!, root }] : [];
    }),
  );
}

const readLarge = (file: string) => parseSettings(readSmall(file, 4_000_000));

/** The roots of plugins, by the names that they may have: installed ones, and those of folders. */
export function pluginRoots(place: Place): { name: string | null; root: string }[] {
  const plugins = path.join(configFolder(place), 'plugins');
  const markets = Object.values(readLarge(path.join(plugins, 'known_marketplaces.json')) ?? {}).flatMap((market) => {
    const at = fieldOf(market, 'installLocation') ?? fieldOf(fieldOf(market, 'source'), 'path');
    return typeof at === 'string' ? inMarketplace(at) : [];
  });
  const { CLAUDE_CODE_PLUGIN_DIRS: listed = '', CLAUDE_PLUGIN_ROOT: own } = place.environment;
  const given = [...startedWith('--plugin-dir', place), ...listed.split(path.delimiter)].filter(Boolean);
  const named = [...given.map((folder) => fromProject(folder, place)), ...(own === undefined ? [] : [own])];
  return [...installedPlugins(place), ...markets, ...named.map((root) => ({ name: null, root }))];
}

/** Returns the plugins that lie in a marketplace's own folder, which the client reads there. */
function inMarketplace(folder: string): { name: string | null; root: string }[] {
  const listed = fieldOf(readLarge(path.join(folder, '.claude-plugin/marketplace.json')), 'plugins');
  return (Array.isArray(listed) ? listed : []).flatMap((plugin: unknown) => {
    const [name, source] = [fieldOf(plugin, 'name'), fieldOf(plugin, 'source')];
    if (typeof source !== 'string') return [];
    return [{ name: typeof name === 'string' ? name : null, root: path.resolve(folder, source) }];
  });
}
