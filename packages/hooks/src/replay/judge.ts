import { existsSync } from 'node:fs';
import path from 'node:path';
import type { PastCall } from '@flow/clients/past';
import { type Finding, type Policy, type Ruling, rule } from '@flow/core';
import { shellContext } from '@flow/engine/facts/shell-context';
import { effectsOf } from '@flow/engine/facts/shell-door';
import { type Deed, GUARD_ENTRIES, judgeDeed } from '@flow/engine/handle/guards/index';
import { partsOf } from '@flow/engine/handle/guards/parts';
import { readPublishing } from '@flow/engine/handle/guards/publishing';
import { editsOf } from '@flow/engine/judges/file-edits';
import { homeOf, type Start, type Surroundings, surroundingsOf } from '@flow/engine/places/surroundings';
import { builtInPolicy } from '@flow/engine/policy/built-in';
import type { Analysis } from '@flow/shell-effects';
import { settled } from '../entry/fast-path.js';

/** The verdict of the guards on a call of the past. */
export interface Verdict {
  /** The rulings that would have refused, also where they are only monitored. */
  refused: Ruling[];
  /** The call publishes, so it would have needed evidence, which nobody can ask for any more. */
  publishes: boolean;
  analysis: Analysis | null;
  /** The repository in which the call was judged, for the ranking. */
  root: string | null;
}

/** The guards that need nothing of the past but the call itself. */
const TIMELESS = GUARD_ENTRIES.filter(({ id }) => id !== 'push');
const SHELLS = new Set(['Bash', 'PowerShell']);

const MAX_REMEMBERED = 1000;

/** Milliseconds that judging one call may take. */
const PATIENCE = 5000;

/** The world in which calls of the past are judged. */
interface World {
  start: Start;
  /** Takes the place of a folder that is gone. */
  here: string;
  /** The policy in place of the one in force. */
  policy: Policy | null;
  around(place: string): Surroundings | null;
}

export type JudgePast = (past: PastCall) => Verdict | null;

/** Judges calls of the past by what is on the disk now; nothing is run or written down. */
export function pastJudge(environment: NodeJS.ProcessEnv, here: string, policy: Policy | null): JudgePast {
  const start: Start = { environment, deadline: 0 };
  const world: World = { start, here, policy, around: rememberingSurroundings(start, policy) };
  return (past) => {
    if (past.problem !== undefined) return invalid(past.problem);
    start.deadline = Date.now() + PATIENCE;
    start.host = past.host;
    const { tool, input, directory } = atHand(past, here);
    const { session, id } = past;
    const event = { kind: 'tool-before' as const, session, agent: null, role: null, directory, tool, call: id, input };
    // The cheap questions go by the policy in force.
    if (policy === null && settled(event, environment) !== null) return null;
    const deed: Deed = { tool, input, directory, role: null, command: null, edits: [] };
    return SHELLS.has(tool) ? judgeCommand(deed, world) : judgeEdit(deed, world);
  };
}

function rememberingSurroundings(start: Start, policy: Policy | null): World['around'] {
  const known = new Map<string, Surroundings | null>();
  return (place) => {
    const folder = existsSync(place) ? place : path.dirname(place);
    const kept = known.get(folder);
    if (kept !== undefined) return kept;
    const found = surroundingsOf(folder, start, policy ?? undefined);
    if (known.size < MAX_REMEMBERED) known.set(folder, found);
    return found;
  };
}

function judgeCommand(deed: Deed, { start, around: find }: World): Verdict {
  const text = deed.input.command;
  if (typeof text !== 'string') return invalid('command is not a string');
  const around = find(deed.directory);
  const analysis = effectsOf(text, shellContext(deed.directory, start));
  const policy = policyOf(around);
  const rulings = judgeDeed(TIMELESS, { ...deed, command: { text, analysis } }, { around, start }, policy, false);
  const none = { findings: [], ready: [] };
  const { findings, ready } = policy.guards.push === 'off' ? none : readPublishing(analysis, deed.directory, start);
  rulings.push(...findings.map((found) => rule('push', found, policy, text, Date.now())));
  return { refused: rulings.filter(isAgainst), publishes: ready.length > 0, analysis, root: rootOf(around) };
}

function judgeEdit(deed: Deed, { start, around: find }: World): Verdict {
  const home = homeOf(start.environment);
  const named = editsOf(deed.tool, deed.input, deed.directory, home);
  if (named.problem !== null) return invalid(named.problem);
  const parts = partsOf(deed, named.edits, find);
  const rulings = parts.flatMap(({ part, home: around }) =>
    judgeDeed(TIMELESS, part, { around, start }, policyOf(around), false),
  );
  return { refused: rulings.filter(isAgainst), publishes: false, analysis: null, root: rootOf(parts[0]?.home ?? null) };
}

function invalid(why: string): Verdict {
  const finding: Finding = { code: 'INPUT_INVALID', level: 'block', args: { why } };
  return {
    refused: [{ guard: 'unreadable', finding, answer: 'refuse' }],
    publishes: false,
    analysis: null,
    root: null,
  };
}

/** The call as it would be made here, where the session's own folder is gone. */
function atHand({ tool, input, directory, home }: PastCall, here: string) {
  if (directory !== null && existsSync(directory)) return { tool, input, directory };
  const from = home ?? directory;
  if (from === null || from.length < 2) return { tool, input, directory: here };
  const moved = JSON.parse(JSON.stringify(input), (_key, value) =>
    typeof value === 'string' ? value.replaceAll(from, here) : value,
  ) as Record<string, unknown>;
  return { tool, input: moved, directory: (directory ?? from).replace(from, here) };
}

const isAgainst = ({ answer }: Ruling) => answer === 'refuse' || answer === 'monitor';

const policyOf = (around: Surroundings | null): Policy => around?.policy ?? builtInPolicy();

const rootOf = (around: Surroundings | null) => around?.repository.root ?? null;
