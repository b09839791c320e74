import type { Question, Severity } from '@flow/core';
import { readSmall } from '@flow/evidence/disk/read-small';
import { treeView } from '@flow/evidence/git/tree-view';
import { contentNow } from '../facts/content.js';
import { shellContext } from '../facts/shell-context.js';
import { effectsOf } from '../facts/shell-door.js';
import type { Surroundings } from '../places/surroundings.js';
import { checkSeverity, questionOf, suiteOfRun, suitesOf } from '../policy/suites.js';
import { recognise } from '../recording/runs/recognise.js';

/** A suite that CI runs, and what a push meets without it here. */
export interface CiRun {
  suite: string;
  question: Question;
  command: string;
  /** `off` also where the content has no such suite. */
  severity: Severity;
}

/**
 * Returns the suites that command lines of CI run, as far as their programs are known here (feature C74). What is not
 * known says nothing.
 */
export function ciRuns(around: Surroundings, commands: readonly string[]): CiRun[] {
  const { repository, policy, start } = around;
  const tree = contentNow(repository, start.deadline)?.tree;
  const view = tree ? treeView(repository, tree, start.deadline) : null;
  if (!view) return [];
  const suites = suitesOf(view, policy);
  const context = shellContext(repository.root, start);
  const found = commands.flatMap((command) =>
    recognise(effectsOf(command, context), repository, policy, { readFile: readSmall }, context).flatMap(
      (run): CiRun[] => {
        const of = suiteOfRun(run, policy);
        if (!of || run.selection.kind === 'nothing' || run.doubts.includes('other-words')) return [];
        const asked = suites.find(({ id }) => id === run.suite);
        const severity = asked ? checkSeverity(asked, policy) : 'off';
        return [{ suite: run.suite, question: questionOf(of), command: run.argv.join(' '), severity }];
      },
    ),
  );
  return found.filter(({ suite }, at) => found.findIndex((one) => one.suite === suite) === at);
}
