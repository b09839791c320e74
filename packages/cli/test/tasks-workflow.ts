import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { expect } from 'vitest';
import { flow } from './kit.js';

/** Further lines of the small workflow, indented as they stand there. */
export interface Further {
  /** Phases of each task. */
  phases?: string;
  /** Checks of the whole. */
  final?: string;
}

/**
 * The configuration of a small workflow of a project's own: tasks, each submitted and shown by a command, and then the whole.
 * @param each further lines of the walk, indented as they stand there
 */
export const tasksConfig = (each = '', { phases = '', final = '' }: Further = {}) => `workflows:
  tasks:
    define:
      id: tasks
      title: Tasks until all are done
      version: 1
      dials: {}
      documents:
        tasks: { title: Tasks, path: 'develop/{branch}/tasks.md' }
      rules: []
      phases:
        - id: build
          title: Tasks
          instruction: Work on the task that is named.
          exit: []
          each:
            kind: task
${each}            phases:
              - id: work
                title: Work
                instruction: Do it.
                exit:
                  - { check: submitted, name: complete, on: item }
                  - { check: command, command: sh verify.sh, on: item }
${phases}        - id: final
          title: The whole
          instruction: Try it.
          exit:
            - { check: command, command: sh whole.sh, on: tree }
${final}`;

/** A further phase of each task, in which a judge looks at it. */
export const LOOK = `              - id: look
                title: Look
                instruction: Have it judged.
                exit:
                  - { check: verdict, judge: code-quality, on: item, loop: { max: 3, onExhausted: block } }
`;

/** The tasks of such a run: each with a file of its own, and the last one behind the first. */
export const TASKS = `# Tasks

## Tasks

- [ ] A: First
  - Files: \`a.txt\`
- [ ] B: Second
  - Files: \`b.txt\`
- [ ] C: Third
  - Files: \`c.txt\`
  - After: A
`;

/**
 * Starts such a run in a work tree of its own, beside a person's checkout, with its list of tasks.
 * @returns the root of the work tree
 */
export function runBeside(repo: TempRepo, tasks = TASKS, ...goal: string[]): string {
  const home = startBeside(repo, tasks, ...goal);
  repo.git('-C', home, 'add', '-A');
  repo.git('-C', home, 'commit', '-qm', 'tasks');
  return home;
}

/** The same, whose list nobody has committed. */
export function startBeside(repo: TempRepo, tasks = TASKS, ...goal: string[]): string {
  const home = path.join(repo.area, 'tree');
  repo.git('switch', '-q', '-c', 'mine');
  repo.git('worktree', 'add', '-q', home, 'feature/login');
  expect(flow(repo, ['start', 'tasks', ...goal], { cwd: home })).toMatchObject({ stderr: '', status: 0 });
  repo.write('../tree/develop/feature/login/tasks.md', tasks);
  return home;
}

/** Goes on behind a limit; the boxes that the program has ticked meanwhile are committed. */
export function resume(repo: TempRepo, home: string): void {
  flow(repo, ['resume'], { cwd: home });
  repo.git('-C', home, 'commit', '-q', '--allow-empty', '-am', 'ticked');
}
