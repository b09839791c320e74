import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests beside the source, wherever a room lies, and those of packages whose tests mostly start none. */
const BESIDE_THE_SOURCE = [
  'packages/!(test-kit)/src/**/*.test.ts',
  'packages/{agents,capture-parsers,shell-effects,workflows}/test/**/*.test.ts',
];

const STARTS_PROGRAMS = /^(?:import|\} from) .*['"](?:node:child_process|@flow\/test-kit)['"]/m;
/** These ask the source to start one. */
const THROUGH_THE_SOURCE = ['verify/run-command.test.ts'];

const HELPER = /^(?:import|\} from) .*['"](\.[^'"]*\/test\/[^'"]+|\.\.?\/[^'"]+)['"]/gm;

/** Whether a test or one of its helpers starts programs; what is tested may do so, as long as no test of these asks it to. */
export function startsPrograms(file: string, seen: Set<string> = new Set()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (STARTS_PROGRAMS.test(text) || THROUGH_THE_SOURCE.some((end) => file.endsWith(end))) return true;
  return [...text.matchAll(HELPER)].some(([, name = '']) => {
    const helper = path.resolve(path.dirname(file), name.replace(/\.js$/, '.ts'));
    return helper.includes(`${path.sep}test${path.sep}`) && existsSync(helper) && startsPrograms(helper, seen);
  });
}

/** All tests that lie beside the source, from the root: those that start no program, and the others. */
export function fastFiles(): { fast: string[]; slow: string[] } {
  const files = globSync(BESIDE_THE_SOURCE, { cwd: root, exclude: ['**/node_modules/**'] });
  const all = files.map((file) => file.split(path.sep).join('/')).sort();
  const slow = all.filter((file) => startsPrograms(path.join(root, file)));
  return { fast: all.filter((file) => !slow.includes(file)), slow };
}
