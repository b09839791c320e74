import { filesOfRunner } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import { inJson } from '../tasks/task-finders.js';
import { taskAfter } from '../tasks/task-tool.js';

/** Deno runs tasks, formats and tests. */
export const deno: ProgramFile = {
  'deno test': { writes: { out: '--junit-path' } },
  'deno fmt': { writes: { targets: 'each', unless: /^--check$/, otherwise: '.' } },
  deno: {
    language: 'node',
    tasks: [
      {
        pick: taskAfter('task'),
        files: ['deno.json', 'deno.jsonc', 'package.json'],
        find: (text, name) => inJson('tasks')(text, name) ?? inJson('scripts')(text, name),
      },
    ],
    sources: filesOfRunner,
  },
};
