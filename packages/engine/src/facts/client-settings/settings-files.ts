import { join } from 'node:path';
import { readState } from '@flow/evidence/disk/file-state';
import type { Environment, Repository } from '@flow/evidence/fast';
import { labelOf } from '../../text/label.js';

export type Settings = Record<string, unknown>;

/** A file of Claude Code's settings, as far as it can be read. */
export interface SettingsFile {
  /** How the file is named to a person. */
  label: string;
  place: 'managed' | 'local' | 'project' | 'user';
  /** Null where there is none, where it is empty, or where it is no JSON. */
  value: Settings | null;
  /** It is no JSON, so the client ignores all of it. */
  isBroken: boolean;
}

/** Reads the settings files of Claude Code, those first whose word counts more: managed, local, project, user. */
export function settingsFiles({
  repository,
  environment,
}: {
  repository: Repository;
  environment: Environment;
}): SettingsFile[] {
  const home = environment.HOME ?? environment.USERPROFILE ?? '';
  const paths = {
    managed: managedPath(environment),
    local: join(repository.root, '.claude/settings.local.json'),
    project: join(repository.root, '.claude/settings.json'),
    user: join(environment.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'settings.json'),
  };
  return (['managed', 'local', 'project', 'user'] as const).map((place) => ({
    label: labelOf(paths[place], repository.root, environment),
    place,
    ...read(paths[place]),
  }));
}

function read(path: string): Pick<SettingsFile, 'value' | 'isBroken'> {
  try {
    const text = readState(path)?.bytes.toString('utf8');
    const value: unknown = text?.trim() ? JSON.parse(text.replace(/^\uFEFF/, '')) : null;
    return { value: typeof value === 'object' ? (value as Settings | null) : null, isBroken: false };
  } catch {
    return { value: null, isBroken: true };
  }
}

/** `managedPath` returns the path of the managed settings (https://code.claude.com/docs/en/settings, "Managed settings"). */
function managedPath(environment: Environment): string {
  if (process.platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json';
  if (process.platform === 'win32')
    return join(environment.ProgramFiles ?? 'C:\\Program Files', 'ClaudeCode', 'managed-settings.json');
  return '/etc/claude-code/managed-settings.json';
}
