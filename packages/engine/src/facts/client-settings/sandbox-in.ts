import type { Settings, SettingsFile } from './settings-files.js';

/** Whether a sandbox of the client is on, and the file that decides it, as a person is told of it. */
export type Sandbox = { state: 'on'; by: string } | { state: 'off'; by: string | null };

/** Tells from the settings files of Claude Code, those first whose word counts more, whether its own sandbox is on. */
export function sandboxIn(files: readonly SettingsFile[]): Sandbox {
  for (const { label, value } of files) {
    const { enabled } = recordOf(value?.sandbox);
    if (typeof enabled === 'boolean') return { state: enabled ? 'on' : 'off', by: label };
  }
  return { state: 'off', by: null };
}

/** Returns a value as an object of settings; an empty one for anything else. */
export const recordOf = (value: unknown): Settings =>
  typeof value === 'object' && value !== null ? (value as Settings) : {};
