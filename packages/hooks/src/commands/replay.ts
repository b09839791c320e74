import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Policy } from '@flow/core';
import { compileLazily, homeOf } from '@flow/engine/places/surroundings';
import { MAX_CONFIG } from '@flow/engine/policy/policy';
import { presetReader } from '@flow/engine/policy/presets/installed';
import { clean } from '@flow/engine/text/clean';
import { findRepository } from '@flow/evidence';
import { readNamed } from '@flow/evidence/disk/read-named';
import type { Answer } from '../answer/answer.js';
import { exportAllowed, type Left } from '../replay/export.js';
import { replayAll } from '../replay/replay-all.js';
import { type Call, type Command, noRepository, repositoryOf, usage } from './command.js';
import { renderReplayed } from './render-replay.js';

export const replay: Command = {
  name: 'replay',
  usage: '[--policy <file>] [--json] [--limit <n>] <transcripts>… | --export',
  summary: 'show what the guards would have refused in past sessions, likely false alarms first',
  options: {
    policy: { type: 'string', value: 'file', about: 'use the rules in this file instead of the policy in force' },
    export: {
      type: 'boolean',
      about: 'print refusals that a person lifted as rows of a set for guards, without personal details',
    },
    limit: { type: 'string', value: 'n', about: 'maximum number to show (default: 30)' },
  },
  run: runReplay,
};

async function runReplay(call: Call): Promise<Answer> {
  if (call.values.export) return exportRows(call);
  const limit = Number(call.values.limit ?? 30);
  if (call.words.length === 0)
    return usage(
      call,
      replay,
      'Name transcripts, or folders of them (~/.claude/projects, ~/.codex/sessions, ~/.copilot/session-state, ~/.gemini/tmp, ~/.local/share/opencode).',
    );
  if (!(limit > 0)) return usage(call, replay, '--limit expects a number.');
  const places = call.words.map((word) => path.resolve(call.directory, word));
  const gone = places.find((place) => !existsSync(place));
  if (gone !== undefined) return usage(call, replay, `${clean(gone)} does not exist.`);
  const policy = policyFrom(call);
  if (policy !== null && 'exit' in policy) return policy;
  const found = await replayAll(places, policy, call);
  const shown = { ...found, refused: found.refused.slice(0, limit) };
  return { exit: 0, data: shown, text: renderReplayed(shown, found.refused.length), isVerbatim: true };
}

/** Prints a row a line. What is taken out is what a program can know: whoever passes the rows on looks through them. */
function exportRows(call: Call): Answer {
  if (call.words.length > 0 || call.values.policy !== undefined || call.values.limit !== undefined)
    return usage(call, replay, '--export stands alone.');
  const around = repositoryOf(call);
  if (!around) return noRepository(call);
  const { environment, deadline } = around.start;
  const { rows, left } = exportAllowed(around.repository, homeOf(environment), environment, deadline);
  const problems = LEFT.flatMap(([why, words, remedy]) => {
    const count = left[why] ?? 0;
    const message = `${count} allowed call${count === 1 ? ' is' : 's are'} not among them: ${words}.`;
    return count === 0 ? [] : [{ code: 'ROWS_LEFT', message, remedy }];
  });
  return {
    exit: 0,
    data: { rows, left: Object.values(left).reduce((sum, count) => sum + count, 0) },
    text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    isVerbatim: true,
    problems,
  };
}

/** Why calls become no row, each with what helps. */
const LEFT: readonly [why: Left, words: string, remedy: string][] = [
  ['gone', 'what was refused is kept for a day', 'Export within a day of `npx flow-hooks allow`'],
  [
    'git',
    "git's own hook refused them, which sees no call of a tool",
    'Write the row by hand, with the command that pushed',
  ],
  ['long', 'only the beginning of such a long call is kept', 'Write the row by hand, from the transcript'],
  ['unread', 'what was shown of them can be read in several ways', 'Write the row by hand, from the transcript'],
];

/** Returns the policy of `--policy`; null for the one in force; where it is not valid, the answer that says so. */
function policyFrom(call: Call): Policy | Answer | null {
  const { values, directory } = call;
  if (typeof values.policy !== 'string') return null;
  const file = path.resolve(directory, values.policy);
  let text: string;
  try {
    text = readNamed(file, MAX_CONFIG);
  } catch (error) {
    return usage(call, replay, `${clean(file)} cannot be read: ${clean((error as Error).message)}.`);
  }
  const compiled = compileLazily(text, presetReader({ root: findRepository(directory)?.root ?? directory }, true));
  if (compiled.ok) return compiled.policy;
  const problems = compiled.problems.map(({ at, message }) => ({
    code: 'POLICY_INVALID',
    message: `${clean(path.basename(file), 80)} is not valid (${clean(at)}: ${clean(message)}).`,
  }));
  return { exit: 2, problems };
}
