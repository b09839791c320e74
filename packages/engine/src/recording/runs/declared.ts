import path from 'node:path';
import { isWithin, type Question } from '@flow/core';
import type { Repository } from '@flow/evidence';
import type { Run } from '@flow/shell-effects/effects';
import { type DiskFacts, relative } from './suite-root.js';

const SCRIPTS: Record<Question, RegExp> = {
  // A script of another name (`test:unit`, `test:changed`) says itself that it is a part.
  test: /\b(script|run|make|just|task) test(?:[:-]all)?$/,
  lint: /\b(script|run|make|just|task) (lint|check|verify)\b/,
  types: /\b(script|run|make|just|task) (types?|type-?check|check-types|tsc|mypy|pyright|lint|check|verify)\b/,
  format: /\b(script|run|make|just|task) (format|fmt|prettier|style|lint|check|verify)\b/,
  analysis: /\b(script|run|make|just|task) (analysis|semgrep|security|lint|check|verify)\b/,
  build: /\b(script|run|make|just|task) (build|compile|check|verify)\b/,
};

/** Words of a project's own script may narrow by folder or project: that is the project's choice, not a trick. */
export const isDeclared = (run: Run, question: Question) => run.via.some((step) => SCRIPTS[question].test(step));

/**
 * Keeps the words of a run that the caller gave the script, directly or in a variable: those are no choice of the
 * project's.
 */
export function handedIn(argv: Run['argv'], { handed = [], environment }: Run): Run['argv'] {
  const values = Object.values(environment).filter((value) => value !== undefined && TELLING.test(value));
  const isGiven = (word: string) => word.split(/[=,]/).some((part) => values.includes(part));
  return argv.filter((word) => word === undefined || handed.includes(word) || isGiven(word));
}

/** A value that is not likely to stand in a word by chance, as `1` and `true` do. */
const TELLING = /^(?!true$|false$|test$)(?:.{3,}|\d+\/\d+)$/;

const SCRIPT_STEP = /\b(?:script|run|make|just|task) (\S+)/;
const TASK_FILES = ['Makefile', 'makefile', 'GNUmakefile', 'justfile', 'Justfile', 'Taskfile.yml', 'Taskfile.yaml'];

/** A script of a package below the suite's root says what that package looks at: of the whole it is a part. */
export function isOfMember(run: Run, root: string, repository: Repository, disk: DiskFacts): boolean {
  const name = run.via.flatMap((step) => SCRIPT_STEP.exec(step)?.[1] ?? []).at(-1);
  if (name === undefined || run.directory === undefined) return false;
  const word = name.replace(/[^\w-]/g, '\\$&');
  const task = new RegExp(`^[^\\S\\n]*${word}[^\\S\\n]*:`, 'm');
  const top = path.resolve(repository.root, root);
  for (let folder = run.directory; isWithin(relative(repository, folder), root); folder = path.dirname(folder)) {
    if (folder === top) return false;
    const here = (file: string) => disk.readFile(path.join(folder, file)) ?? '';
    if (hasScript(here('package.json'), name) || TASK_FILES.some((file) => task.test(here(file)))) return true;
  }
  return false;
}

function hasScript(manifest: string, name: string): boolean {
  try {
    const { scripts } = JSON.parse(manifest) as { scripts?: unknown };
    return typeof scripts === 'object' && scripts !== null && Object.hasOwn(scripts, name);
  } catch {
    return false;
  }
}
