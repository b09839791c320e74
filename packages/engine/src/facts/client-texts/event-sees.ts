import path from 'node:path';
import { SKILL_SHELL_EVENT } from '@flow/clients/registrations';
import { readSmall } from '@flow/evidence/disk/read-small';
import { isAsked } from '../../places/armed.js';
import { configFolder, type Place, projectOf } from './folders.js';

/** The first client that has an event before each shell command in a text. */
const SINCE = [2, 1, 332] as const;

/**
 * Tells whether the client asks about each shell command in a text by itself, with its arguments in it and at its moment. It
 * does where it has the event, which it says in its hooks' environment, and where the event is registered: an
 * installation of an earlier version has not done so.
 */
export function asksAboutEach(place: Place): boolean {
  const { AI_AGENT: client = '', CLAUDE_PLUGIN_ROOT: plugin } = place.environment;
  const version = /^claude-code_(\d+)-(\d+)-(\d+)(?:_|$)/.exec(client)?.slice(1).map(Number);
  if (!version || isBefore(version, SINCE)) return false;
  const project = path.join(projectOf(place), '.claude');
  const files = [
    path.join(project, 'settings.json'),
    path.join(project, 'settings.local.json'),
    path.join(configFolder(place), 'settings.json'),
  ];
  if (files.some((file) => isAsked(readSmall(file), SKILL_SHELL_EVENT))) return true;
  return plugin !== undefined && readSmall(path.join(plugin, 'hooks/hooks.json'))?.includes(SKILL_SHELL_EVENT) === true;
}

function isBefore(version: readonly number[], since: readonly number[]): boolean {
  const at = since.findIndex((number, index) => version[index] !== number);
  return at >= 0 && version[at]! < since[at]!;
}
