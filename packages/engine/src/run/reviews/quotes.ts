import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { VerdictFinding } from '@flow/agents';
import type { RaisedFinding } from '@flow/core/workflow';
import { git, type Repository, readFileBounded } from '@flow/evidence';
import { clean } from '../../text/clean.js';
import { findQuote } from './find-quote.js';

/** Larger files are not searched. Bytes. */
const MAX_FILE = 4 * 1024 * 1024;

/** Texts that quotes are looked for in. */
export interface Library {
  repository: Repository;
  /** Paths of the workflow's documents, by name. */
  documents: Readonly<Record<string, string>>;
  /** The commit at which the work left the base branch: what was taken away stands there. */
  fork: string | null;
  deadline: number;
}

/** A verdict's findings by what they do: block, or only be told. */
export interface Weighed {
  findings: RaisedFinding[];
  notes: RaisedFinding[];
  /** Of must-fixes that block nothing, because their quote is not there: which, and why. */
  unverified: string[];
}

/**
 * Holds the quotes of a verdict's findings against the tree. A quote that is found gets the line at which it stands; a
 * must-fix whose quote is not found, or that has none, becomes a note.
 */
export function weigh(found: readonly VerdictFinding[], library: Library): Weighed {
  const weighed: Weighed = { findings: [], notes: [], unverified: [] };
  for (const [index, finding] of found.entries()) {
    const place = placeOf(finding, library);
    const { line: _, ...rest } = finding;
    if (typeof place !== 'string') {
      const told = { ...rest, ...place };
      (finding.severity === 'must-fix' ? weighed.findings : weighed.notes).push(told);
      continue;
    }
    const isClaim = finding.quote !== undefined || finding.severity === 'must-fix';
    weighed.notes.push(isClaim ? { ...finding, unverified: true } : finding);
    if (finding.severity === 'must-fix') weighed.unverified.push(`findings[${index}]: ${place}`);
  }
  return weighed;
}

type Found = { file: string; line?: number };

/** `placeOf` finds the place of a quote; in words, why the quote stands nowhere. */
function placeOf({ file, line, quote }: VerdictFinding, library: Library): Found | string {
  if (quote === undefined) return 'it has no quote';
  if (file === undefined) {
    for (const document of Object.values(library.documents)) {
      const at = lineIn(document, quote, line, library);
      if (at !== null) return { file: document, line: at };
    }
    return 'it names no file, and no document of the run contains the quote';
  }
  const name = Object.hasOwn(library.documents, file) ? library.documents[file]! : inside(file, library.repository);
  if (name === null) return 'its file is outside the repository';
  const at = lineIn(name, quote, line, library);
  if (at !== null) return { file: name, line: at };
  if (isInBase(name, quote, library)) return { file: name };
  return 'its quote is not in its file; quote verbatim';
}

/** Says in words why a file shows nothing: it is not there, or its quote is not in it. Null where it shows what it says. */
export function evidenceAt({ file, quote, line }: { file: string; quote?: string; line?: number }, library: Library) {
  const name = Object.hasOwn(library.documents, file) ? library.documents[file]! : inside(file, library.repository);
  if (name === null) return 'its file is outside the repository';
  if (readInside(name, library.repository) === null) return `there is no file ${clean(name, 200)}`;
  if (quote === undefined || lineIn(name, quote, line, library) !== null) return null;
  return `its quote is not in ${clean(name, 200)}; quote verbatim`;
}

function lineIn(name: string, quote: string, near: number | undefined, { repository }: Library): number | null {
  const text = readInside(name, repository);
  return text === null ? null : findQuote(text, quote, near);
}

/** Returns a path relative to the root; null for one that leads out of the work tree. */
function inside(file: string, { root }: Repository): string | null {
  const name = path.relative(root, path.resolve(root, file)).split(path.sep).join('/');
  return name === '' || name.startsWith('..') || path.isAbsolute(name) || /^\.git(?:\/|$)/i.test(name) ? null : name;
}

/** Returns the text of a file of the work tree; null for what is none, and for a link that leads out of it. */
function readInside(name: string, { root }: Repository): string | null {
  try {
    const real = realpathSync(path.join(root, name));
    if (!real.startsWith(realpathSync(root) + path.sep)) return null;
    const read = readFileBounded(real, MAX_FILE);
    return read.kind === 'ok' ? read.bytes.toString('utf8') : null;
  } catch {
    return null;
  }
}

/** A finding may be about what the work took away. */
function isInBase(name: string, quote: string, { repository, fork, deadline }: Library): boolean {
  if (fork === null) return false;
  const answer = git(repository, ['cat-file', 'blob', `${fork}:${name}`], { deadline });
  return answer.status === 0 && findQuote(answer.stdout.toString('utf8'), quote) !== null;
}
