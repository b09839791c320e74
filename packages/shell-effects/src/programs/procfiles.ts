import type { ProgramFile } from '../program.js';
import { PROCFILE } from '../tasks/task-tool.js';

/** Runners of a Procfile start its processes. */
export const procfiles: ProgramFile = {
  'foreman, honcho, overmind': { tasks: [PROCFILE] },
  hivemind: { tasks: [{ ...PROCFILE, pick: () => ['default'] }] },
};
