import path from 'node:path';
import { type Decision, type Event, NONE } from '@flow/clients/event';
import { type Ruling, rule } from '@flow/core';
import { findRepository } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { noteUnsealed, whyUnsealed } from '../facts/client-settings/why-unsealed.js';
import { isRefused } from '../judges/guard.js';
import { isFullyArmed, isPluginOff, misleadingVariable, parseSettings } from '../places/armed.js';
import { homeOf, type Start, surroundingsOf } from '../places/surroundings.js';
import { settle } from '../run/overrides/settle.js';
import { formatFinding, formatRefusal } from '../words/finding-words.js';
import { auditRulings } from './audit/audit.js';

const WHAT = 'this settings change';

/**
 * A settings change that would disarm the guard does not take effect in this session. The file stays as it is: the
 * message says so, and the git hook does not depend on it.
 */
export function judgeConfigChange(event: Extract<Event, { kind: 'config-change' }>, start: Start): Decision {
  const root = findRepository(event.directory)?.root ?? event.directory;
  const project = path.join(root, '.claude/settings.json');
  const local = path.join(root, '.claude/settings.local.json');
  const own = path.join(homeOf(start.environment), '.claude/settings.json');
  // In the order in which the client lets them decide; the first that says it counts.
  const files = [local, project, own];
  const isOff = (file: string) => parseSettings(readSmall(file))?.disableAllHooks;
  const said = files.find((file) => typeof isOff(file) === 'boolean');
  const off = said !== undefined && isOff(said) === true ? said : undefined;
  const misled = files.find((file) => misleadingVariable(readSmall(file), start.environment) !== undefined);
  // What runs here is the plugin's copy then; its own switch is in the same files.
  const plugin = start.environment.CLAUDE_PLUGIN_ROOT !== undefined;
  const unplugged = plugin ? files.find((file) => isPluginOff(readSmall(file))) : undefined;
  const isPlugged = plugin && unplugged === undefined;
  const isInstalled = files.some((file) => isFullyArmed(readSmall(file)));
  const cause = off ?? misled;
  if (cause === undefined && (isInstalled || isPlugged)) return sealOff(root, start);
  const spelled = cause ?? unplugged ?? event.path ?? project;
  const name = path.relative(root, spelled);
  const finding = { code: 'GUARD_DISARM', level: 'block' as const, path: name, args: { spelled: name } };
  const call = {
    tool: 'ConfigChange',
    input: { source: event.source, path: spelled, text: readSmall(spelled) ?? null },
    directory: event.directory,
    session: event.session,
    id: `a change of ${name}`,
  };
  const around = surroundingsOf(root, start);
  const found: Ruling = around
    ? rule('arming', finding, around.policy, null, Date.now())
    : { guard: 'arming', finding, answer: 'refuse' };
  const { rulings, offer } = settle([found], call, around);
  if (around) auditRulings(rulings, { tool: call.tool, session: call.session, call: call.id }, around);
  if (!isRefused(rulings)) return { kind: 'tell', notice: noticeOf(rulings) };
  const reason = `${formatRefusal(WHAT, [finding], Date.now())}\nThe change has no effect in this session, but the file is still changed. A person has to restore it (\`npx flow-hooks install\` repairs it).${offer}`;
  return { kind: 'refuse', reason };
}

/** Tells the person that shells are not sealed any more as the project has it; each call shows by its mark what is so. */
function sealOff(root: string, start: Start): Decision {
  const around = surroundingsOf(root, start);
  const found = around && whyUnsealed(around.repository, start.environment);
  if (around) noteUnsealed(found, around.repository, start.environment);
  return found ? { kind: 'tell', notice: `flow: ${found.why}. ${found.remedy}` } : NONE;
}

/** Returns words for a change that passes: a person's code let the change through, or the guard only tells. */
function noticeOf(rulings: readonly Ruling[]): string {
  const now = Date.now();
  return rulings
    .flatMap(({ answer, finding }) => {
      if (answer === 'monitor') return [`(monitor mode: not enforced) ${formatRefusal(WHAT, [finding], now)}`];
      return answer === 'tell' ? [formatFinding(finding, now)] : [];
    })
    .join('\n');
}
