import path from 'node:path';
import type { Finding } from '@flow/core';
import { findRepository } from '@flow/evidence';
import type { Effect, Run } from '@flow/shell-effects';
import type { Deed, Facts } from '../../judges/guard.js';
import { ownCall } from '../../places/own-products.js';
import { isAgent } from '../../run/approvals/terminal.js';
import { begunReviewer, lookerHere } from '../../run/reviews/door.js';

/** Tools by which a reviewer looks; any other tool is taken to do something. */
const LOOKS = new Set([
  ...['Read', 'Glob', 'Grep', 'LS', 'NotebookRead', 'WebFetch', 'WebSearch', 'TodoWrite', 'ToolSearch'],
  ...['BashOutput', 'TaskOutput', 'StructuredOutput'],
]);

/** `OWN_LOOKS` lists the commands of ours that only look. */
const OWN_LOOKS = new Set(['status', 'next', 'explain', 'rules', 'doctor', 'help', 'workflow', 'graph']);

/**
 * Refuses what a reviewer may not do, by the role and not by what the reviewer was told (features C57, D88): write, change
 * the repository, publish, start other agents, hand in anything. A reviewer that gets only the diff may do nothing (D91).
 */
export function judgeReviewer(deed: Deed, { around }: Facts): Finding[] {
  const looker = lookerHere(deed.role, around);
  if (!looker) return [];
  const { judge, isBlind } = looker;
  const finding = (what: string): Finding[] => [{ code: 'REVIEWER_ACTS', level: 'block', args: { judge, what } }];
  if (isBlind) return finding('it gets only the diff and no tools');
  if (deed.command) {
    for (const effect of deed.command.analysis.effects) {
      const what = actOf(effect);
      if (what !== null) return finding(what);
    }
    return [];
  }
  return LOOKS.has(deed.tool) ? [] : finding(`${deed.tool} is not a read-only tool`);
}

/** Fields in which tools that speak to an agent name the agent. */
const RECIPIENTS = ['to', 'id', 'agent_id', 'target'];

/**
 * A message to a reviewer that has begun, or is over and would go on with it: it would tell a reviewer what was talked about
 * (feature D87), as its brief does not.
 */
export function judgeSpeech({ tool, input }: Deed, { around }: Facts): Finding[] {
  if (tool !== 'SendMessage' || !around) return [];
  const names = RECIPIENTS.map((field) => input[field]).filter((name) => typeof name === 'string');
  const judge = names.length > 0 ? begunReviewer(names, around) : null;
  return judge === null ? [] : [{ code: 'REVIEWER_TOLD', level: 'block', args: { judge } }];
}

/** Finds the effect of a part of a command beyond looking; null where the part only looks. */
function actOf(effect: Effect): string | null {
  switch (effect.kind) {
    case 'write':
      return isScratch(effect.path) ? null : `it would change ${effect.path}`;
    case 'run':
      return startOf(effect);
    case 'read':
      return null;
    case 'opaque':
      // A program of the project that cannot be read (a test run, a build) is looked at afterwards: what it changed.
      return effect.what === 'program' ? null : effect.reason;
    case 'setting':
      return 'it would change git settings';
    default:
      return `it would run \`${effect.spelled}\``;
  }
}

function startOf({ argv, program }: Run): string | null {
  const words = argv.filter((word): word is string => word !== undefined);
  if (isAgent({ pid: 0, name: program, command: words.join(' '), marks: [] })) return 'it would start another agent';
  const call = ownCall(words);
  return call?.verb === undefined || OWN_LOOKS.has(call.verb)
    ? null
    : `it would run \`${words.slice(call.at).join(' ')}\``;
}

/** A place for notes that belongs to no repository, or no place at all. */
function isScratch(file: string): boolean {
  if (/^\/dev\/(?:null|stdout|stderr|tty)$/.test(file)) return true;
  const within = path.relative(process.getBuiltinModule('node:os').tmpdir(), file);
  return !within.startsWith('..') && !path.isAbsolute(within) && findRepository(file) === null;
}
