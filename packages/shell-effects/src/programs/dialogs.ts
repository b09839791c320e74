import { namedFiles } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import { dialogOf, type HandingCall, inputOf, runMatches } from '../starts/handing-call.js';

/** Dialog programs take orders from their input, among them to start a shell. */
export const dialogs: ProgramFile = {
  mail: { reads: { skip: 99, files: '-a -A' }, hands: runEscapes },
  'ftp, dc': { hands: runEscapes },
  m4: { hands: (call) => runMatches(call, inputOf(call), /\be?syscmd\(`?([^)']*)/g), sources: namedFiles },
  'expect, tclsh': { hands: runTcl, sources: namedFiles },
};

/** Programs that take a line behind `!` for a command: `mail`, `ftp`, `dc`. */
function runEscapes(call: HandingCall): undefined {
  runMatches(call, dialogOf(call), /(?:^|\n)[ \t]{0,64}~?![ \t]{0,64}([^\n]+)/g);
}

/** `exec …`, and what `expect` spawns. */
function runTcl(call: HandingCall): undefined {
  runMatches(
    call,
    dialogOf(call),
    /(?:^|[\n;{[])[ \t]{0,64}(?:-?c[ \t]{1,64})?(?:spawn(?:\s+-\w+)*|exec)\s+([^\n;\]}]+)/g,
  );
}
