import type { Traits } from '@flow/clients/client';
import {
  besideFront,
  FRONT_PATH,
  FRONT_TOOL,
  GUARDED_TOOLS,
  GUARDED_WITH_READS,
  LAUNCHER_PATH,
  OBSERVED_TOOLS,
  OBSERVED_WITH_EDITS,
} from '@flow/clients/registrations';

/** A hook is a handler as somebody may have written it. */
interface Hook {
  type?: unknown;
  command?: unknown;
  args?: unknown[];
  if?: unknown;
  async?: unknown;
  onFailure?: unknown;
}

interface Group extends Hook {
  matcher?: unknown;
  hooks?: Hook[];
}

/** Entries that we look for in a client's file of hooks. */
interface Settings {
  disableAllHooks?: unknown;
  /** Switches of Gemini CLI. */
  hooksConfig?: { enabled?: unknown; disabled?: unknown };
  enabledPlugins?: Record<string, unknown>;
  env?: Record<string, unknown>;
  hooks?: Record<string, Group[] | undefined>;
}

/** Returns the settings in a text; null when it is no JSON object. */
export function parseSettings(text: string | undefined): Settings | null {
  try {
    const value: unknown = JSON.parse((text ?? '').replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null ? (value as Settings) : null;
  } catch {
    return null;
  }
}

/** Tells whether a settings text switches the plugin off, which brings the guard where no project has installed it. */
export function isPluginOff(text: string | undefined): boolean {
  const plugins = parseSettings(text)?.enabledPlugins;
  if (typeof plugins !== 'object' || plugins === null) return false;
  return Object.entries(plugins).some(([name, value]) => name.startsWith('flow@') && value === false);
}

/** Tells whether the file that registers a client's hooks still calls the launcher before each tool call. */
export function isArmedIn({ mark }: Pick<Traits, 'mark'>, text: string | undefined): boolean {
  if (mark === undefined) return isArmed(text);
  return text?.startsWith(mark) === true && text.includes(LAUNCHER_PATH);
}

/** Names of events before a tool is called, however a client spells them. */
const BEFORE = /^(?:pre|before)_?tool/i;

/** Tells whether a settings text still calls the launcher before each tool call, and switches no hooks off. */
export function isArmed(text: string | undefined): boolean {
  const settings = parseSettings(text);
  if (!settings || settings.disableAllHooks === true || settings.hooksConfig?.enabled === false) return false;
  const isOurs = (word: unknown) =>
    typeof word === 'string' && (word.includes(LAUNCHER_PATH) || word.includes(FRONT_PATH));
  const starts = (hook: Hook | null) => isOurs(hook?.command) || hook?.args?.some?.(isOurs) === true;
  // Some clients know no groups: the handler stands in its place.
  const before = Object.keys(settings.hooks ?? {}).filter((event) => BEFORE.test(event));
  return before
    .flatMap((event) => groupsOf(settings, event))
    .some((group) => starts(group) || group?.hooks?.some?.(starts));
}

/**
 * Tells whether a settings text has the client ask the guard about every event of a name, and take a failure for a
 * refusal.
 */
export function isAsked(text: string | undefined, event: string): boolean {
  const settings = parseSettings(text);
  if (!settings || settings.disableAllHooks === true) return false;
  return asks(settings, event, true, []);
}

/** The events without which a guard does not stand, and the matchers that leave out nothing it has to see. */
const NEEDED: readonly (readonly [event: string, isClosed: boolean, ...matchers: string[]])[] = [
  ['PreToolUse', true, GUARDED_TOOLS, GUARDED_WITH_READS],
  ['PostToolUse', false, OBSERVED_TOOLS, OBSERVED_WITH_EDITS],
  ['ConfigChange', true],
];

/**
 * Tells whether a settings text has the client ask the guard about everything, wait for its answer, and take a failure
 * of it for a refusal. To name the launcher is not enough: a narrower matcher, an `if` or `async` disarms as well.
 */
export function isFullyArmed(text: string | undefined): boolean {
  const settings = parseSettings(text);
  if (!settings) return false;
  return NEEDED.every(
    ([event, isClosed, ...matchers]) =>
      asks(settings, event, isClosed, matchers) ||
      // Calls of the shell may be for the front, and all others for the launcher.
      (matchers.length > 0 &&
        asks(settings, event, isClosed, [FRONT_TOOL], true) &&
        asks(settings, event, isClosed, matchers.map(besideFront))),
  );
}

function asks(
  settings: Settings,
  event: string,
  isClosed: boolean,
  matchers: readonly string[],
  isFront = false,
): boolean {
  return groupsOf(settings, event).some(
    (group) =>
      [undefined, '', '*', ...matchers].includes(group?.matcher as string | undefined) &&
      group?.hooks?.some?.((hook) => asksGuard(hook, event, isFront) && (!isClosed || hook.onFailure === 'block')),
  );
}

function asksGuard(hook: Hook | null, event: string, isFront: boolean): hook is Hook {
  const { type, command, args } = hook ?? {};
  const words = Array.isArray(args) ? args : [];
  const isStarted = (word: unknown, path: string) =>
    typeof word === 'string' && word.replaceAll('\\', '/').endsWith(`/${path}`);
  const isByNode = typeof command === 'string' && /(^|[\\/])node(\.exe)?$/.test(command);
  const [started, ...behind] = isByNode && !isFront ? words : [command, ...words];
  return (
    type === 'command' &&
    isStarted(started, isFront ? FRONT_PATH : LAUNCHER_PATH) &&
    behind[0] === event &&
    (behind.length === 1 || !isFront) &&
    hook?.if === undefined &&
    hook?.async !== true
  );
}

function groupsOf(settings: Settings, event: string): Group[] {
  const groups = settings.hooks?.[event];
  return Array.isArray(groups) ? groups : [];
}

/** Variables that say where the guard finds its program, its key and its policy. */
const PLACES = ['XDG_STATE_HOME', 'LOCALAPPDATA', 'HOME', 'USERPROFILE'];

/** Settings that have Node run other code before the guard's own. */
const PRELOADED = /(^|\s)(-r|--require|--import|--loader|--experimental-loader)\b/;

/** Returns the variable by which a settings text would take the guard's place from it; undefined where it sets none. */
export function misleadingVariable(text: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const env = parseSettings(text)?.env;
  if (typeof env !== 'object' || env === null) return undefined;
  return Object.entries(env).find(([name, value]) => {
    if (environment[name] === value) return false;
    return PLACES.includes(name) || (name === 'NODE_OPTIONS' && PRELOADED.test(String(value)));
  })?.[0];
}
