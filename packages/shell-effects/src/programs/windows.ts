import { namedFiles } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import { type HandingCall, runHanded } from '../starts/handing-call.js';

/** Shells of Windows carry out a command that is given as text. */
export const windows: ProgramFile = {
  cmd: { hands: runCmd },
  'pwsh, powershell': { hands: runPowerShell, sources: namedFiles },
};

function runCmd(call: HandingCall): undefined {
  const at = call.words.findIndex((word) => /^\/c$/i.test(word));
  if (at >= 0) runHanded(call, call.words.slice(at + 1).join(' '));
}

/** Runs plain commands of PowerShell, a language that we do not read; plain commands look the same in both. */
function runPowerShell(call: HandingCall): undefined {
  const at = call.words.findIndex((word) => /^-(?:c|command)$/i.test(word));
  const code = call.words.slice(at + 1).join(' ');
  if (at >= 0) runHanded(call, code.replace(/^&\s*/, ''));
}
