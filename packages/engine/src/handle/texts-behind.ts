import path from 'node:path';
import type { Decision, Event } from '@flow/clients/event';
import { type Policy, type Ruling, rule } from '@flow/core';
import type { Analysis } from '@flow/shell-effects';
import { readTexts } from '../facts/client-texts/door.js';
import type { Reading, TextLine, Unread } from '../facts/client-texts/index.js';
import { namedText } from '../facts/client-texts/named-text.js';
import type { Start } from '../places/surroundings.js';
import { clean } from '../text/clean.js';

type Before = Extract<Event, { kind: 'tool-before' }>;

/** Commands that the client would run unasked for the text that a call names: a skill, a command, an agent. */
export function textsBehind({ tool, input, session, directory }: Before, { environment, deadline }: Start): Reading {
  const named = namedText(tool, input);
  return named === null ? NOTHING : readTexts(named, { session, directory, environment }, deadline);
}

const NOTHING: Reading = { lines: [], unread: [] };

/** Returns the other commands of a text, of which the client asks about one: it starts all of them at once. */
export function besideCommand(event: Before, { environment, deadline }: Start): readonly TextLine[] {
  const { skill, input, session, directory } = event;
  if (!skill) return [];
  const named = { kind: 'skill' as const, name: skill, given: '' };
  const { lines } = readTexts(named, { session, directory, environment }, deadline, true);
  return lines.filter(({ command }) => command !== input.command);
}

/** A command line, and what it would do. */
interface Line {
  text: string;
  analysis: Analysis;
}

/**
 * Returns a command behind those that write what it reads: the client starts the commands of a text at once, so that
 * any of them may be done first, and a script that is not there yet says nothing. Null where no other writes for it.
 */
export function behindWriters(line: Line, others: readonly Line[]): string | null {
  const reads = line.analysis.effects.filter((effect) => effect.kind === 'read').map(({ path: file }) => file);
  const writers = others.filter(({ analysis }) =>
    analysis.effects.some(
      (effect) =>
        effect.kind === 'write' &&
        reads.some((file) => file === effect.path || (effect.reach !== 'exact' && isBelow(file, effect.path))),
    ),
  );
  if (writers.length === 0) return null;
  return [...writers, line].map(({ text }) => `(\n${text}\n)`).join('\n');
}

const isBelow = (file: string, folder: string) => file.startsWith(folder + path.sep);

/** Texts that nobody can judge, held against the policy. */
export function judgeUnread(unread: readonly Unread[], directory: string, policy: Policy): Ruling[] {
  if (policy.guards.unreadable === 'off') return [];
  return unread.map(({ path: file, why }) => {
    const name = path.relative(directory, file);
    const finding = { code: 'TEXT_UNREADABLE', level: 'block' as const, path: name, args: { spelled: name, why } };
    return rule('unreadable', finding, policy, null, Date.now());
  });
}

/** Returns the command of a text that is refused, and where it stands, for the first line of a refusal. */
export const hiddenLine = (command: string, file: string, directory: string) =>
  `, which would run \`${clean(command, 80)}\` (in ${clean(path.relative(directory, file), 200)})`;

/** So much of why a command in a text was not run is shown, with blanks for the ends of lines. */
const SHOWN = 500;

/** Returns a refusal of such a command: its last line, which says what a person can do, is never what is cut off. */
export function asShown(decision: Decision): Decision {
  if (decision.kind !== 'refuse' || decision.reason.length <= SHOWN) return decision;
  const at = decision.reason.lastIndexOf('\n') + 1;
  const last = decision.reason.slice(at);
  const reason = `${decision.reason.slice(0, Math.max(0, SHOWN - last.length - 3))}…\n${last}`;
  return { kind: 'refuse', reason };
}
