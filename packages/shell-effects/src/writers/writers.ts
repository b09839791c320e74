import { reportForeignWrites } from '../code/foreign-writes.js';
import { isDirectory } from '../disk/paths.js';
import { type Call, HOLE } from '../state.js';
import { programOf } from '../table.js';
import { findOperands, optionNames } from '../text/command-options.js';
import { type WriterCall, write } from './call.js';
import { reportEnvironment } from './environment.js';
import { reportReads } from './readers.js';
import { applyRule, applyTellingOptions, type WriterRule } from './rules.js';

/** Names under which GNU programs are installed beside others. */
const GNU =
  /^g(?=(?:cp|mv|ln|rm|sed|tar|touch|chmod|chown|install|dd|tee|truncate|mkdir|split|csplit|sort|shred|unlink|mktemp)$)/;

/** Reports the files that a program is told to change, and those that it reads. */
export function reportWrites(started: Call): void {
  const { words, session, shell } = started;
  const program = started.program.replace(GNU, '');
  const known = programOf(program);
  const operands = findOperands(words, optionNames(known.valued ?? ''));
  const call: WriterCall = { ...started, program, operands };
  reportEnvironment(program, session, shell);
  known.writer?.(call);
  const rules: WriterRule[] = [];
  for (const part of ['writes', 'stores'] as const) {
    const found = findRule(part, program, operands);
    if (found === undefined) continue;
    rules.push(found.rule);
    applyRule(call, found.rule, found.taken);
  }
  if (known.writer === undefined || known.tellsByOptions) {
    const taken = rules.flatMap((rule) => [
      ...optionNames(rule.out),
      ...optionNames(rule.into),
      ...optionNames(rule.valued),
    ]);
    applyTellingOptions(call, taken);
  }
  const { snapshots } = known;
  if (snapshots !== undefined && words.some((word) => snapshots.test(word))) reportSnapshots(call);
  reportForeignWrites(call);
  reportReads(call);
}

/** Finds a rule of a program or of its subcommand: the most words that have one. */
function findRule(
  part: 'writes' | 'stores',
  program: string,
  operands: readonly string[],
): { rule: WriterRule; taken: number } | undefined {
  for (let taken = Math.min(3, operands.length); taken >= 0; taken--) {
    const rule = programOf([program, ...operands.slice(0, taken)].join(' '))[part];
    if (rule !== undefined) return { rule, taken };
  }
  return undefined;
}

const TEST_FOLDERS = ['test', 'tests', '__tests__', 'spec', 'e2e'];

/** Snapshots are written beside tests: in the folders that are there and hold tests by their names. */
function reportSnapshots(call: WriterCall): void {
  const folders = TEST_FOLDERS.filter((name) => isDirectory(call.session, call.shell, name));
  for (const folder of folders) write(call, `${folder}/__snapshots__`, 'into');
  if (folders.length === 0) write(call, `./${HOLE}__snapshots__/${HOLE}.snap`);
}
