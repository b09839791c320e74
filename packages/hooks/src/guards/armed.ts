import { LAUNCHER_PATH } from '../install/matchers.js';

/** What we look for in a client's file of hooks. */
interface Settings {
  disableAllHooks?: unknown;
  enabledPlugins?: Record<string, unknown>;
  hooks?: { PreToolUse?: { hooks?: { command?: unknown; args?: unknown[] }[] }[] };
}

/** The settings in a text; null when it is no JSON object. */
export function parseSettings(text: string | undefined): Settings | null {
  try {
    const value: unknown = JSON.parse((text ?? '').replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null ? (value as Settings) : null;
  } catch {
    return null;
  }
}

/** True when a settings text switches the plugin off, which brings the guard where no project has installed it. */
export function isPluginOff(text: string | undefined): boolean {
  const plugins = parseSettings(text)?.enabledPlugins;
  if (typeof plugins !== 'object' || plugins === null) return false;
  return Object.entries(plugins).some(([name, value]) => name.startsWith('flow@') && value === false);
}

/** True when a settings text still calls the launcher before each tool call, and switches no hooks off. */
export function isArmed(text: string | undefined): boolean {
  const settings = parseSettings(text);
  if (!settings || settings.disableAllHooks === true) return false;
  const groups = settings.hooks?.PreToolUse;
  const isOurs = (word: unknown) => typeof word === 'string' && word.includes(LAUNCHER_PATH);
  return (
    Array.isArray(groups) &&
    groups.some((group) => group?.hooks?.some?.((hook) => isOurs(hook?.command) || hook?.args?.some?.(isOurs)))
  );
}
