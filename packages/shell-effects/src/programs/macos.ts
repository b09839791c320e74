import { namedFiles } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import { type HandingCall, runHanded } from '../starts/handing-call.js';
import { runGuess } from '../writers/call.js';

/** Programs of macOS start others and carry out AppleScript. */
export const macos: ProgramFile = {
  caffeinate: { wraps: { valued: '-t -w' } },
  xcrun: { wraps: { valued: '--sdk --toolchain' } },
  osascript: {
    writer: (call) => {
      for (const match of [...call.words, call.frame.input?.rest ?? '']
        .join('\n')
        .matchAll(/do shell script "((?:[^"\\]|\\.)*)"/g))
        runGuess(call, (match[1] ?? '').replace(/\\(.)/g, '$1'));
    },
    hands: runAppleScript,
    sources: namedFiles,
  },
};

/** `do shell script "…"`. */
function runAppleScript(call: HandingCall): undefined {
  for (const match of call.words.join('\n').matchAll(/\bdo (?:shell )?script "((?:[^"\\]|\\.)*)"/g))
    runHanded(call, (match[1] ?? '').replace(/\\(.)/g, '$1'));
}
