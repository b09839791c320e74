import path from 'node:path';
import type * as Sqlite from 'node:sqlite';
import { fieldOf, isRecord, textOf } from '@flow/core/record';
import type { Ending, Past } from '../past.js';
import { adapter } from './dialect.js';

/*
 * The database in which OpenCode keeps its sessions (`~/.local/share/opencode/opencode.db`, recorded with 1.18.33): `part` holds
 * the parts of messages as JSON, those of a tool with the call, its state and its end; `session` holds the folder.
 */

/** The longest part that is read, in characters: a longer one holds an output, and a call of a tool does not. */
const MAX_PART = 16 * 1024 * 1024;

const QUERY = `SELECT part.session_id AS session, part.data AS data, session.directory AS folder
  FROM part LEFT JOIN session ON session.id = part.session_id
  WHERE part.data LIKE '%"type":"tool"%' AND length(part.data) <= ${MAX_PART}
  ORDER BY part.time_created, part.id`;

/** Texts where a call is not made: those of our plugin, of the client's own rules, and of a person. */
const NOT_MADE = /^flow(?: |-hooks: )refused|rejected permission|prevents you from using/i;

/**
 * Yields the calls of all sessions in a database, each with its end behind it.
 * @throws an error with the code `NODE_WITHOUT_SQLITE` where Node has no reader of databases (before 22.13), and what that throws
 */
export function* callsInDatabase(file: string): Generator<Past> {
  const sqlite = process.getBuiltinModule?.('node:sqlite') as typeof Sqlite | undefined;
  if (sqlite === undefined)
    throw Object.assign(new Error('Node 22.13 or later reads databases'), { code: 'NODE_WITHOUT_SQLITE' });
  const database = new sqlite.DatabaseSync(file, { readOnly: true });
  try {
    let line = 0;
    for (const row of database.prepare(QUERY).iterate()) {
      line += 1;
      yield* partOf(file, line, row as Record<string, unknown>);
    }
  } finally {
    database.close();
  }
}

function* partOf(file: string, line: number, { session, data, folder }: Record<string, unknown>): Generator<Past> {
  const part = parsed(data);
  const [tool, state] = [textOf(fieldOf(part, 'tool')), fieldOf(part, 'state')];
  if (fieldOf(part, 'type') !== 'tool' || tool === null || !isRecord(state)) return;
  const home = typeof folder === 'string' && path.isAbsolute(folder) ? folder : null;
  const id = textOf(fieldOf(part, 'callID')) ?? `${line}`;
  const told = { hook_event_name: 'PreToolUse', session_id: String(session), cwd: home ?? '/', tool_use_id: id };
  const read = adapter.readEvent({ ...told, tool_name: tool, tool_input: state.input });
  const past = { kind: 'call' as const, file, line, session: String(session), id, home, host: adapter.capabilities };
  if (read.ok && read.event.kind === 'tool-before')
    yield { ...past, directory: home && read.event.directory, tool: read.event.tool, input: read.event.input };
  else yield { ...past, directory: home, tool, input: {}, problem: read.ok ? 'not a call' : read.why };
  const ending = endingOf(state);
  if (ending !== null) yield { kind: 'end', id, ending };
}

function endingOf({ status, error, metadata }: Record<string, unknown>): Ending | null {
  const exit = fieldOf(metadata, 'exit');
  if (status === 'completed') return typeof exit === 'number' && exit !== 0 ? 'failed' : 'succeeded';
  if (status !== 'error') return null;
  return NOT_MADE.test((textOf(error) ?? '').slice(0, 2000)) ? 'refused' : 'failed';
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
