import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Event } from '@flow/clients/event';
import type { AuditLine } from '@flow/core';
import { appendLog, branchName, type Repository } from '@flow/evidence/fast';
import { repositoryAt } from '@flow/evidence/git/repository-at';

/*
 * Lines of the audit trail (features C31, C32). Part of the small entry: an edit with nothing to judge is written down
 * here without loading anything else, in well under a millisecond.
 */

/** Folder of the logs below a repository's evidence, and the name of the trail in it. */
export const auditFolder = (repository: Pick<Repository, 'evidence'>) => join(repository.evidence, 'audit');
export const TRAIL = 'trail';

/** Tools that do nothing but change the files that they name. */
const FILE_TOOLS = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'apply_patch']);

/** Returns the files that a client's own file tool changes, absolute; empty for any other call. */
export function editedFiles(tool: string, input: Readonly<Record<string, unknown>>, directory: string): string[] {
  if (!FILE_TOOLS.has(tool)) return [];
  const { file_path, notebook_path, edits } = input;
  const inner: unknown[] = Array.isArray(edits)
    ? edits.map((edit: { file_path?: unknown } | null) => edit?.file_path)
    : [];
  const names = [file_path, notebook_path, ...inner].filter((name) => typeof name === 'string' && name !== '');
  return [...new Set((names as string[]).map((name) => resolve(directory, name)))];
}

/** Fields of a tool event that name who does what. */
export type Doer = Pick<Extract<Event, { kind: 'tool-before' }>, 'session' | 'agent' | 'role' | 'call' | 'tool'>;

/** Deeds of a call. Paths are absolute. */
export type Deeds = Pick<AuditLine, 'decision' | 'phase' | 'found' | 'push' | 'formatted' | 'task'> & {
  paths: readonly string[];
};

/** Appends a line. A log that cannot be written changes no answer: nothing is thrown. */
export function writeAudit(repository: Repository, doer: Doer, deeds: Deeds): void {
  try {
    appendLog(auditFolder(repository), TRAIL, lineOf(repository, doer, deeds));
  } catch {
    // A full or read-only disk.
  }
}

/**
 * Notes an event that needed no closer look: an edit before it is made, or what a plain command changed.
 * @param written what the command says it changes, for hosts that do not tell
 */
export function auditPlain(event: Event, written: readonly string[] = []): void {
  if (event.kind === 'tool-before') {
    const paths = editedFiles(event.tool, event.input, event.directory);
    if (paths[0] !== undefined) note(paths[0], event, { decision: 'allowed', paths });
  } else if (event.kind === 'tool-after') {
    const paths = event.output.changed ?? written;
    const decision = event.output.background === null ? 'done' : 'allowed';
    if (paths.length > 0) note(event.directory, event, { decision, paths });
  }
}

/** Writes a line about a place; nothing is thrown. */
export function note(place: string, doer: Doer, deeds: Omit<Deeds, 'phase'>): void {
  try {
    const repository = repositoryAt(place);
    if (repository) writeAudit(repository, doer, { ...deeds, phase: null });
  } catch {
    // As with a log that cannot be written.
  }
}

const MAX_WORD = 64;
const MAX_BRANCH = 200;
const MAX_PATH = 400;
/** Bytes of all paths in a line, which is one write. */
const MAX_PATHS = 4000;

function lineOf(repository: Repository, doer: Doer, { paths, found, ...deeds }: Deeds): AuditLine {
  const names = paths.map((path) => nameOf(path, repository.root));
  // One look for all of it: from its second on, V8 makes code of a pattern's own, which takes longer than the line.
  const { session, agent, role, call, tool } = doer;
  const branch = branchName(repository);
  const isOdd = `${session}${agent}${role}${call}${tool}${branch}${names.join('')}`.search(HIDDEN) >= 0;
  const shortly = (text: string, max: number) => (isOdd || text.length > max ? plain(text, max) : text);
  const word = (text: string) => shortly(text, MAX_WORD);
  const shown = fitting(names.map((name) => safePath(shortly(name, MAX_PATH))));
  return {
    v: 1,
    time: Date.now(),
    session: word(session),
    agent: agent === null ? null : word(agent),
    role: role === null ? null : word(role),
    call: word(call),
    tool: word(tool),
    ...(branch !== null && { branch: shortly(branch, MAX_BRANCH) }),
    ...deeds,
    paths: shown,
    ...(shown.length < paths.length && { pathsTotal: paths.length }),
    ...(found?.length && { found: found.slice(0, 20).map(({ guard, code }) => ({ guard, code: word(code) })) }),
  };
}

/** Tells on which branch the work was, as far as one file tells. */
export function branchOf(repository: Repository): { branch?: string } {
  const branch = branchName(repository);
  return branch === null ? {} : { branch: plain(branch, MAX_BRANCH) };
}

function fitting(paths: readonly string[]): string[] {
  let left = MAX_PATHS;
  return paths.filter((path) => {
    left -= JSON.stringify(path).length + 1;
    return left >= 0;
  });
}

/** `nameOf` returns a path relative to the repository, with `/`; an absolute one outside of the repository. */
function nameOf(path: string, root: string): string {
  const absolute = resolve(root, path);
  const inside = relative(root, absolute);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? absolute : inside.replaceAll('\\', '/');
}

export const withoutSecrets = (text: string) =>
  text.replace(
    /(?:\b(?:gh[pousr]_|github_pat_|glpat-|sk-|xox[a-z]-|AKIA|ASIA|AIza|npm_|pypi-|eyJ)[\w.-]{16,})|(?<=:\/\/?)[^\s/@]+(?=@)|(?<=(?:token|secret|passw(?:or)?d|api[-_]?key|authorization)[=:])[^\s/&]+/gi,
    '[redacted]',
  );

/** Characters that every credential has. The expression above costs more than writing the line does. */
const LIKE_SECRET = /[@=:]|[\w.-]{20}/;

/** Returns a path without what looks like a credential. */
function safePath(shown: string): string {
  return LIKE_SECRET.test(shown) ? withoutSecrets(shown) : shown;
}

/** Characters that steer a terminal or hide in a line. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Returns text without that. */
function plain(text: string, max: number): string {
  const visible = text.slice(0, 2 * max).replace(HIDDEN, '');
  return visible.length > max ? `${visible.slice(0, max - 1)}…` : visible;
}
