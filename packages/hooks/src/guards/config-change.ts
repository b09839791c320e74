import path from 'node:path';
import type { Ruling } from '@flow/core';
import { findRepository } from '@flow/evidence';
import { type Decision, type Event, NONE } from '../hosts/event.js';
import { auditRulings } from '../observers/audit.js';
import { settle } from '../overrides/settle.js';
import { homeOf, readSmall, type Start, surroundingsOf } from '../surroundings.js';
import { formatFinding, formatRefusal } from '../words.js';
import { isArmed, isPluginOff, parseSettings } from './armed.js';
import { isRefused } from './guard.js';

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
  const off = others.find((file) => parseSettings(readSmall(file))?.disableAllHooks === true);
  const installedElsewhere = others.some((file) => isArmed(readSmall(file)));
  // What runs here is the plugin's copy then; its own switch is in the same files.
  const plugin = start.environment.CLAUDE_PLUGIN_ROOT !== undefined && parseSettings(text)?.disableAllHooks !== true;
  const unplugged = plugin ? [project, ...others].find((file) => isPluginOff(readSmall(file))) : undefined;
  const isPlugged = plugin && unplugged === undefined;
  if (off === undefined && (isArmed(text) || installedElsewhere || isPlugged)) return NONE;
  const spelled = off ?? unplugged ?? event.path ?? project;
  const finding = { code: 'GUARD_DISARM', level: 'block' as const, args: { spelled: path.relative(root, spelled) } };
  const call = {
    tool: 'ConfigChange',
    input: { source: event.source, path: spelled, text: readSmall(spelled) ?? null },
    directory: event.directory,
    session: event.session,
    id: `a change of ${path.relative(root, spelled)}`,
  };
  const found: Ruling[] = [{ guard: 'arming', finding, answer: 'refuse' }];
  const around = surroundingsOf(root, start);
  const { rulings, offer } = settle(found, call, around);
  if (around) auditRulings(rulings, { tool: call.tool, session: call.session, call: call.id }, around);
  const used = rulings.find(({ answer }) => answer === 'tell');
  if (!isRefused(rulings)) return { kind: 'tell', notice: used ? formatFinding(used.finding, Date.now()) : '' };
  const reason = `${formatRefusal('this change of settings', [finding], Date.now())}\nThe change does not take effect in this session, but the file stays changed: a person has to restore it (\`npx flow-hooks install\` repairs it).${offer}`;
  return { kind: 'refuse', reason };
}
