import { scriptFiles } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import { type Call, type Frame, type Result, UNKNOWN, under } from '../state.js';
import { inCode } from '../tasks/task-finders.js';
import { namedTask } from '../tasks/task-tool.js';

/** Task runners of Node.js carry out tasks of a file. */
export const nodeTasks: ProgramFile = {
  'concurrently, run-script-os, start-server-and-test, start-test, server-test, pee, mispipe, bench': {
    carries: runEach,
  },
  grunt: { tasks: [{ pick: namedTask, files: ['Gruntfile.js', 'Gruntfile.cjs', 'gruntfile.js'], find: inCode }] },
  gulp: {
    tasks: [{ pick: namedTask, files: ['gulpfile.js', 'gulpfile.mjs', 'gulpfile.cjs', 'gulpfile.ts'], find: inCode }],
  },
  hereby: { tasks: [{ pick: namedTask, files: ['Herebyfile.mjs'], find: inCode }] },
  jake: { tasks: [{ pick: namedTask, files: ['Jakefile.js', 'Jakefile'], find: inCode }] },
  'zx, tsx': { sources: scriptFiles },
  tsx: { language: 'node' },
};

/** Runs words of which each is a command of a shell, or the name of a script. */
function runEach({ program, words, session, shell, frame }: Call): Result {
  for (const code of words.filter((word) => !word.startsWith('-'))) {
    const script = /^npm:(.+)$/.exec(code)?.[1];
    const inner: Frame = { ...under(frame, program), exit: 'hidden' };
    if (script !== undefined) session.run(['run-s', script], shell.external(), inner);
    else if (/[a-z]/i.test(code)) session.code(code, shell.child(session.context.env), inner, 'guess');
  }
  return UNKNOWN;
}
