import { runAwk } from '../code/awk.js';
import { printFields } from '../prints/awk-print.js';
import { ofInput } from '../prints/call.js';
import type { ProgramFile } from '../program.js';

/** `awk` and its like carry out a program for each line. */
export const awk: ProgramFile = {
  'awk, gawk, mawk, nawk': { starts: runAwk },
  mlr: { writes: { targets: 'each', when: /^-I$/ } },
  awk: {
    writes: { out: '-o -p -d' },
    reads: { skip: 1, instead: /^(?:-f|--file)/, valued: '-F -v -f -i --file', files: '-f --file' },
    prints: ofInput((input, { words }) => printFields(words, input)),
  },
  gawk: {
    reads: { skip: 1, instead: /^(?:-f|--file)/, valued: '-F -v -f -i --file', files: '-f --file' },
    prints: ofInput((input, { words }) => printFields(words, input)),
  },
  mawk: {
    reads: { skip: 1, instead: /^-f/, valued: '-F -v -f', files: '-f' },
    prints: ofInput((input, { words }) => printFields(words, input)),
  },
};
