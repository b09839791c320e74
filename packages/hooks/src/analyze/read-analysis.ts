import path from 'node:path';
import { Progress } from '@flow/clients/past';
import { type AuditLine, type Price, readAuditLine, type SubagentTotals, subagentTotals } from '@flow/core';
import { auditFolder, editedFiles, TRAIL } from '@flow/engine/facts/trail/audit-line';
import { sessionsOf, spentLines } from '@flow/engine/facts/trail/spent';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { readLog } from '@flow/evidence';
import type { HookError } from '../entry/hook-errors.js';
import { readHookErrors } from '../hook-errors.js';
import { readTranscript } from '../replay/transcript.js';

/** The newest sessions whose transcripts are read. */
const MOST_SESSIONS = 50;

/** `Drift` tells what the clients recorded of their sessions, held against what the hooks saw of them (row X63). */
export interface Drift {
  /** Sessions whose transcripts were there and could be read to their end. */
  sessions: number;
  /** Sessions whose transcript is gone, or could not be read. */
  unread: number;
  /** Edits of this repository in them, by the tool that made them; `unseen`: no hook has noted those. */
  tools: { tool: string; calls: number; unseen: number }[];
  /** Lines of kinds that are not known, the first of those kinds, and lines that could not be read. */
  unknownLines: number;
  unknownKinds: string[];
  skippedLines: number;
}

/** Analysis facts hold all that an analysis of the hooks is made from; nothing of it is judged. */
export interface AnalysisFacts {
  /** Hooks that failed, in any repository of the user. */
  errors: HookError[];
  drift: Drift;
  /** The work of sessions and of each kind of sub-agent. */
  agents: SubagentTotals[];
  /** Refused calls by the kind of the agent that made them; '' for the session's own. */
  refusals: Record<string, number>;
}

/** Reads it all. Transcripts are read line by line, so it takes seconds where they are long. */
export async function readAnalysis({ repository, policy, start }: Surroundings, since: number): Promise<AnalysisFacts> {
  const lines = readLog(auditFolder(repository), TRAIL).records.flatMap((one) => readAuditLine(one) ?? []);
  const refusals: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const { decision, role, time } of lines)
    if (decision === 'refused' && time >= since) refusals[role ?? ''] = (refusals[role ?? ''] ?? 0) + 1;
  return {
    errors: readHookErrors(start.environment).filter(({ time }) => time >= since),
    drift: await driftOf(repository, lines, since),
    agents: totalsOf(spentLines(repository), policy.prices, since),
    refusals,
  };
}

const totalsOf = (
  lines: Parameters<typeof subagentTotals>[0],
  prices: Readonly<Record<string, Price>>,
  since: number,
) => subagentTotals(lines, prices, ({ time }) => time >= since);

async function driftOf(
  repository: Surroundings['repository'],
  lines: readonly AuditLine[],
  since: number,
): Promise<Drift> {
  const seen = new Set(lines.map(({ call }) => call));
  const sessions = sessionsOf(repository)
    .filter(({ time }) => time >= since)
    .slice(-MOST_SESSIONS);
  const files = [...new Set(sessions.map(({ transcript }) => transcript))];
  const tools = new Map<string, { tool: string; calls: number; unseen: number }>();
  const progress = new Progress();
  let unread = 0;
  for (const file of files) {
    try {
      for (const { id, tool } of await editsIn(file, repository.root, progress)) {
        const one = tools.get(tool) ?? { tool, calls: 0, unseen: 0 };
        tools.set(tool, { tool, calls: one.calls + 1, unseen: one.unseen + (seen.has(id) ? 0 : 1) });
      }
    } catch {
      unread += 1;
    }
  }
  return {
    ...{ sessions: files.length - unread, unread },
    tools: [...tools.values()].toSorted((one, other) => other.unseen - one.unseen || other.calls - one.calls),
    unknownLines: progress.unknown,
    unknownKinds: [...progress.kinds].slice(0, 20),
    skippedLines: progress.skipped,
  };
}

/** Edits of files of the repository that a session made; those that failed or were refused are left out. */
async function editsIn(file: string, root: string, progress: Progress): Promise<{ id: string; tool: string }[]> {
  const edits = new Map<string, string>();
  for await (const one of readTranscript(file, progress)) {
    if (one.kind === 'call') {
      const paths = editedFiles(one.tool, one.input, one.directory ?? one.home ?? root);
      if (paths.some((name) => isWithinRoot(name, root))) edits.set(one.id, one.tool);
    } else if (one.kind === 'end' && one.ending !== 'succeeded') edits.delete(one.id);
  }
  return [...edits].map(([id, tool]) => ({ id, tool }));
}

function isWithinRoot(name: string, root: string): boolean {
  const inside = path.relative(root, name);
  return inside !== '' && !inside.startsWith('..') && !path.isAbsolute(inside);
}
