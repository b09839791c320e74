import { contentOf, emitWrite } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { HOLE } from '../state.js';
import { filesOfPatch } from '../text/apply-patch.js';
import { values } from '../text/command-options.js';
import { hasOption, inDirectory, type WriterCall, write } from '../writers/call.js';
import { writePatch } from '../writers/patches.js';

/** Patch programs change the files that a patch names. */
export const patch: ProgramFile = {
  patch: {
    writer: applyPatch,
    valued: '-p --strip -i --input -o --output -d --directory -r --reject-file -F --fuzz -B -z',
  },
  'apply_patch, applypatch': { writer: codexPatch },
};

/** Changes the file of its first word, else those that the patch names; with `-o` only that output, and the rejects. */
function applyPatch(call: WriterCall): void {
  const inner = inDirectory(call, values(call.words, ['-d', '--directory'])[0]);
  if (hasOption(call, /^--dry-run$/)) return;
  const outputs = values(call.words, ['-o', '--output']).filter((path) => path !== '-');
  for (const path of [...outputs, ...values(call.words, ['-r', '--reject-file'])]) if (path !== '-') write(inner, path);
  if (values(call.words, ['-o', '--output']).length > 0) return;
  const [target, file] = call.operands;
  if (target !== undefined) {
    write(inner, target);
    return;
  }
  const input = values(call.words, ['-i', '--input'])[0] ?? file;
  const text =
    input === undefined ? (call.frame.input?.rest ?? HOLE) : (contentOf(call.session, call.shell, input) ?? HOLE);
  const strip = values(call.words, ['-p', '--strip'])[0];
  writePatch(text, call.session, inner.shell, 'patch', { strip: strip === undefined ? undefined : Number(strip) || 0 });
}

/**
 * Runs the patch program of Codex, which the client answers itself: the patch is its word or its input, and names its
 * files.
 */
function codexPatch({ words, session, shell, frame, program }: WriterCall): void {
  const files = filesOfPatch(words[0] ?? frame.input?.rest ?? HOLE);
  for (const { path, how } of files) emitWrite(session, shell, how === 'delete' ? 'delete' : 'write', path, program);
  if (files.length === 0) emitWrite(session, shell, 'write', HOLE, program);
}
