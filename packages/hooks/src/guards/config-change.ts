import path from 'node:path';
import { findRepository } from '@flow/evidence';
import { type Decision, type Event, NONE } from '../hosts/event.js';
import { homeOf, readSmall, type Start } from '../surroundings.js';
import { formatRefusal } from '../words.js';

/** True when a settings text still calls the launcher before each tool call, and switches no hooks off. */
export function isArmed(text: string | undefined): boolean {
  const settings = parse(text);
  if (!settings || settings.disableAllHooks === true) return false;
  const groups = settings.hooks?.PreToolUse;
  return (
    Array.isArray(groups) &&
    groups.some((group) =>
      group?.hooks?.some?.((hook) =>
        hook?.args?.some?.((word) => typeof word === 'string' && word.includes('.claude/hooks/flow.cjs')),
      ),
    )
  );
}

interface Settings {
  disableAllHooks?: unknown;
  hooks?: { PreToolUse?: { hooks?: { args?: unknown[] }[] }[] };
}

function parse(text: string | undefined): Settings | null {
  try {
    const value: unknown = JSON.parse((text ?? '').replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null ? (value as Settings) : null;
  } catch {
    return null;
  }
}

/**
 * A settings change that would disarm the guard does not take effect in this session. The file stays as it is: the
 * message says so, and the git hook does not depend on it.
 */
export function judgeConfigChange(event: Extract<Event, { kind: 'config-change' }>, start: Start): Decision {
  const root = findRepository(event.directory)?.root ?? event.directory;
  const project = path.join(root, '.claude/settings.json');
  const text = readSmall(project);
  const others = [
    path.join(root, '.claude/settings.local.json'),
    path.join(homeOf(start.environment), '.claude/settings.json'),
  ];
  const off = others.find((file) => parse(readSmall(file))?.disableAllHooks === true);
  const installedElsewhere = others.some((file) => isArmed(readSmall(file)));
  if (off === undefined && (isArmed(text) || installedElsewhere)) return NONE;
  const spelled = off ?? event.path ?? project;
  const finding = { code: 'GUARD_DISARM', level: 'block' as const, args: { spelled: path.relative(root, spelled) } };
  const reason = `${formatRefusal('this change of settings', [finding], Date.now())}\nThe change does not take effect in this session, but the file stays changed: a person has to restore it (\`npx flow-hooks install\` repairs it).`;
  return { kind: 'refuse', reason };
}
