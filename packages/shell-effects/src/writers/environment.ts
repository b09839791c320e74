import { emitWrite } from '../disk/paths.js';
import type { Session, Shell } from '../state.js';

/** Variables that tell a program where to write. */
const PLACES =
  /^(?:GIT_TRACE\w*|GIT_INDEX_FILE|\w+_OUTPUT(?:_FILE|_NAME|_DIR)?|\w*(?:LOG|REPORT|RESULTS?|JUNIT\w*)_?FILE|COVERAGE_FILE|NODE_V8_COVERAGE|GOCOVERDIR|LLVM_PROFILE_FILE|HISTFILE|NODE_REPORT_FILENAME)$/;

/** Reports the files that exported variables name for the program that is started. */
export function reportEnvironment(program: string, session: Session, shell: Shell): void {
  for (const [name, { exported, value }] of shell.variables)
    if (exported && PLACES.test(name) && /[./]/.test(value)) emitWrite(session, shell, 'write', value, program);
}
