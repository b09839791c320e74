import path from 'node:path';
import type { Finding } from '@flow/core';
import type { Analysis, Write } from '../shell/index.js';
import type { ProtectedSet, Protection } from './protected-set.js';

/** Tools that only read, by their own names or by the verb in the name of a server's tool. */
const READERS = /^(Read|Glob|Grep|LS|NotebookRead|WebFetch|WebSearch|TodoWrite|Task|Agent|Skill|ToolSearch)$/;
const READING_VERB = /(^|_)(read|get|list|search|find|stat|info|tree|view|show|query|fetch|describe)(_|$)/;

const PATH_KEYS =
  /^(file_?path|notebook_?path|path|paths|file|filename|destination|dest|target|target_?file|source|to|uri|new_?path|old_?path|output_?path)$/i;

/** True for a tool whose input may name files that it writes: the known ones, and every unknown one. */
export function isWriter(tool: string): boolean {
  if (READERS.test(tool)) return false;
  const verb = tool.startsWith('mcp__') ? (tool.split('__').at(-1) ?? '') : '';
  return !(verb && READING_VERB.test(verb));
}

/** Paths that a tool call names, wherever in its input; a known writer without a usable path is a problem. */
export function pathsOf(tool: string, input: Record<string, unknown>): { paths: string[]; problem: string | null } {
  const paths: string[] = [];
  const visit = (value: unknown, key: string, depth: number): void => {
    if (depth > 6 || paths.length > 1000) return;
    if (typeof value === 'string') {
      if (PATH_KEYS.test(key)) paths.push(value.replace(/^file:\/\//, ''));
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, key, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) visit((value as Record<string, unknown>)[name], name, depth + 1);
    }
  };
  visit(input, '', 0);
  const required = { Write: 'file_path', Edit: 'file_path', NotebookEdit: 'notebook_path' }[tool];
  if (required && (typeof input[required] !== 'string' || input[required] === '')) {
    return { paths, problem: `${required} of ${tool} is not a string` };
  }
  const odd = paths.find((value) => /[\u0000-\u001f\u007f]/.test(value));
  return { paths, problem: odd === undefined ? null : 'a path holds control characters' };
}

function finding(file: string, protection: Protection, root: string): Finding {
  const inside = path.relative(root, file);
  return {
    code: 'PROTECTED_WRITE',
    level: 'block',
    path: inside.startsWith('..') ? file : inside,
    args: { what: protection.what, instead: protection.instead },
  };
}

/** Judges the paths that a file tool would write. `root` is the repository's, for the words only. */
export function judgePaths(paths: readonly string[], directory: string, set: ProtectedSet, root: string): Finding[] {
  return paths.flatMap((name) => {
    const absolute = path.resolve(directory, name);
    const protection = set.of(absolute);
    return protection ? [finding(absolute, protection, root)] : [];
  });
}

/**
 * Judges the writes that a command line shows. Where only a part of a name is known (`gate-$g.approved`), it is judged
 * with a letter in the gap; a name of which nothing is known is looked at after the call.
 */
export function judgeWrites(analysis: Analysis, around: { readonly protected: ProtectedSet }, root: string): Finding[] {
  const shown = analysis.effects.filter((effect): effect is Write => effect.kind === 'write');
  const guessed = analysis.effects.flatMap((effect): Write[] =>
    effect.kind === 'opaque' && effect.what === 'destination' && effect.pattern
      ? [{ kind: 'write', how: 'write', path: effect.pattern.replaceAll('*', 'x'), reach: 'exact', by: effect.reason }]
      : [],
  );
  // Most commands write nothing, and the set costs a question to git.
  if (shown.length + guessed.length === 0) return [];
  const set = around.protected;
  return [...shown, ...guessed].flatMap((write) => {
    const protection = set.of(write.path);
    if (protection) return [finding(write.path, protection, root)];
    if (write.reach === 'exact' && write.how !== 'delete' && write.how !== 'move') return [];
    // Deleting all installed packages is honest work; the bundle that guards is kept elsewhere.
    if (path.basename(write.path) === 'node_modules') return [];
    const below = write.reach === 'into' ? set.holder(write.path) : set.beneath(write.path);
    return below ? [finding(below.path, below.protection, root)] : [];
  });
}
