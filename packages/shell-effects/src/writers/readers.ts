import { emitRead } from '../disk/paths.js';
import { programOf } from '../table.js';
import { findOperands, values } from '../text/command-options.js';
import { hasOption, type WriterCall } from './call.js';

const MAX_READS = 64;

/** Reports the files that a reading program is given. */
export function reportReads(call: WriterCall): void {
  const reader = programOf(call.program).reads;
  if (call.program === 'dd')
    for (const word of call.words) if (word.startsWith('if=')) emitRead(call.session, call.shell, word.slice(3), 'dd');
  if (reader === undefined) return;
  const { session, shell, program } = call;
  const isDeep = reader.deep !== undefined && (reader.deep.source === '.' || hasOption(call, reader.deep));
  const isGiven = reader.instead !== undefined && hasOption(call, reader.instead);
  const files = (reader.files ?? '').split(' ').filter((one) => one !== '');
  const operands = findOperands(call.words, [...(reader.valued ?? '').split(' '), ...files]);
  const named = values(call.words, files).map((path) => path.replace(/^\w+=/, ''));
  const given = operands.slice(isGiven ? 0 : (reader.skip ?? 0));
  if (isDeep && given.length === 0) given.push('.');
  for (const path of [...named, ...given].slice(0, MAX_READS))
    emitRead(session, shell, path, program, isDeep ? 'tree' : 'exact');
}
