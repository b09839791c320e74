import type { Decision, Event } from '@flow/clients/event';
import { neededStrength } from '@flow/core';
import { type Start, surroundingsOf } from '../../places/surroundings.js';
import { describeFault } from '../../run/approvals/fault-words.js';
import { gateHere, openGate, recordApproval, stateNow } from '../../run/approvals/make.js';
import { judgeSession } from '../../run/approvals/terminal.js';
import { sessionFacts } from '../../run/approvals/terminal-facts.js';
import { standingHere, workflowRoom } from '../../run/door.js';
import { clean } from '../../text/clean.js';
import { isUntyped } from './author.js';

/** The command that stands for a gate's approval in a session, of the project or of the plugin. */
const COMMAND = /^(?:flow:)?approve-([a-z][a-z0-9-]{0,39})$/;

/**
 * Answers `/approve-<gate>`, typed in a session. The command approves only where the policy takes so little, never for a
 * gate that ships, and only when a person can be taken to have typed it; otherwise the answer is what to run in a
 * terminal. Null for any other command.
 */
export function typedApproval(event: Extract<Event, { kind: 'expansion' }>, start: Start): Decision | null {
  const gate = COMMAND.exec(event.command)?.[1];
  const around = gate === undefined ? null : surroundingsOf(event.directory, start);
  const rules = around && gateHere(around, gate!);
  if (!around || !rules || gate === undefined) return null;
  // An item is named behind the command, where each is approved by itself (G8).
  const named = event.given.trim() || undefined;
  const standing = standingHere(around);
  const command = (item?: string) => `Type: /${event.command}${item === undefined ? '' : ` ${item}`}`;
  const about = standing ? workflowRoom().itemToApprove(standing, gate, rules, named, command) : {};
  if ('code' in about) return { kind: 'refuse', reason: `flow: ${about.code}: ${about.why}` };
  const of = about.item ? ` --item ${clean(about.item.id, 60)}` : '';
  const terminal = `To approve gate ${gate}${about.item ? ` for ${clean(about.item.id, 60)}` : ''}, run \`npx flow-hooks approve ${gate}${of}\` in your own terminal.`;
  if (neededStrength(rules) !== 'typed') return { kind: 'refuse', reason: `flow: ${terminal}` };
  const verdict = judgeSession(sessionFacts(start.environment, event.agent, isUntyped(event, start)));
  if (!verdict.ok) {
    return {
      kind: 'refuse',
      reason: `flow: ${verdict.fault}: ${describeFault(verdict.fault, verdict.detail)} ${terminal}`,
    };
  }
  const open = openGate(around, gate, rules, about.item);
  if ('nothing' in open) return { kind: 'refuse', reason: `flow: NOTHING_TO_APPROVE: ${open.nothing}` };
  const statement = stateNow(around, open, 'typed', event.session);
  const told = `flow: ${recordApproval(around.repository, open, statement, null)}`;
  return { kind: 'tell', context: told, notice: told };
}
