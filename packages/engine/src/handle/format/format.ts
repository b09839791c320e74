import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { classify, type Finding } from '@flow/core';
import { type Repository, readFileBounded, writeInTree } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { searchPath } from '@flow/evidence/environment';
import type { Printed } from '../../facts/run-with-input.js';
import type { Surroundings } from '../../places/surroundings.js';
import { GUARD_ENTRIES } from '../guards/index.js';
import { executableOf, formattersOf } from './choose.js';
import { runFormatter } from './run.js';

/** A file that was formatted, or was not. */
export interface FormatResult {
  findings: Finding[];
  /** The formatters that changed the file. */
  by: string[];
}

const MAX_FILE = 1024 * 1024;
/** Time limits of all formatters of one event, and of the rest of the event, in milliseconds. */
const MAX_TIME = 4000;
const REST = 700;

/**
 * Formats a file after an edit of it (feature C33), where the policy wants that. Formatters are given the text and print
 * the new one; it is written here, so no other file can change. What fails leaves the file as it is.
 * @param file absolute
 */
export function formatFile(file: string, around: Surroundings): FormatResult {
  const { repository, policy, start } = around;
  const result: FormatResult = { findings: [], by: [] };
  if (!policy.format.onEdit || !mayFormat(file, around)) return result;
  const before = readPlain(file);
  if (before === null) return result;
  const until = Math.min(Date.now() + MAX_TIME, start.deadline - REST);
  let text = before;
  for (const spec of formattersOf(file, repository.root, policy.format)) {
    const program = executableOf(spec, file, repository, searchPath(start.environment));
    const timeout = until - Date.now();
    const run = { program: program ?? '', root: repository.root, environment: start.environment, timeout };
    const formatted: Printed =
      program === undefined
        ? { ok: false, why: 'it was found neither in the project nor on PATH' }
        : timeout <= 0
          ? { ok: false, why: 'no time was left' }
          : runFormatter(spec, file, text, run);
    if (!formatted.ok)
      result.findings.push(finding('FORMAT_FAILED', file, around, { by: spec.id, why: formatted.why }));
    else if (formatted.text !== text) {
      text = formatted.text;
      result.by.push(spec.id);
    }
  }
  if (text === before) return { ...result, by: [] };
  const why = replace(file, before, text, repository);
  if (why !== null)
    return { findings: [finding('FORMAT_FAILED', file, around, { by: result.by.join(', '), why })], by: [] };
  result.findings.unshift(finding('FORMAT_DONE', file, around, { by: result.by.join(', ') }));
  return result;
}

function finding(code: string, file: string, { repository }: Surroundings, args: Finding['args']): Finding {
  return { code, level: 'note', path: path.relative(repository.root, file), args };
}

/**
 * Tells whether a file may be formatted: a file of the repository, reached without a link, that nothing else generates,
 * and that the agent itself may write.
 */
function mayFormat(file: string, around: Surroundings): boolean {
  const { repository, policy, start } = around;
  if (!isWithinFolder(file, repository.root) || isWithinFolder(file, repository.gitDir)) return false;
  const inside = path.relative(repository.root, file).split(path.sep).join('/');
  if (policy.presets.some((preset) => classify(inside, preset) === 'generated')) return false;
  try {
    const entry = lstatSync(file);
    if (!entry.isFile() || entry.nlink > 1 || realpathSync(file) !== file) return false;
  } catch {
    return false;
  }
  const directory = repository.root;
  const deed = { tool: 'Write', input: {}, directory, role: null, command: null, edits: [{ path: file, added: null }] };
  return GUARD_ENTRIES.filter(({ id }) => id === 'protected' || id === 'sensitive').every(
    (guard) => guard.judge(deed, { around, start }).length === 0,
  );
}

/** Text of a file that is text; null for any other. */
function readPlain(file: string): string | null {
  const read = readFileBounded(file, MAX_FILE);
  if (read.kind !== 'ok' || read.bytes.length === 0 || read.bytes.includes(0)) return null;
  const text = read.bytes.toString('utf8');
  return Buffer.from(text).equals(read.bytes) ? text : null;
}

/** Writes the new text, unless somebody else has written meanwhile; says why it was not written. */
function replace(file: string, before: string, text: string, repository: Repository): string | null {
  if (readPlain(file) !== before) return 'the file changed meanwhile';
  try {
    writeInTree(repository, path.relative(repository.root, file), text, { fsync: false });
    return null;
  } catch (error) {
    return String((error as Error).message);
  }
}
