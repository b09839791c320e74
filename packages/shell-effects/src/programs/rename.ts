import type { ProgramFile } from '../program.js';
import { HOLE } from '../state.js';
import { type WriterCall, write } from '../writers/call.js';

/** Renamers give files names by an expression. */
export const rename: ProgramFile = {
  rename: { writes: { targets: 'rest', valued: '-e' }, writer: renameFiles, valued: '-e -E' },
  prename: { writes: { targets: 'rest', valued: '-e' }, writer: renameFiles },
  'perl-rename': { writes: { targets: 'rest' }, writer: renameFiles },
  'mmv, rename-cli': { writes: { targets: 'each' } },
  'rename.ul': { writer: renameFiles },
};

/** Old name, new name: `rename 's/a/b/' files`, `rename from to files`. */
function renameFiles(call: WriterCall): void {
  const [from = '', ...rest] = call.operands;
  const expression = /^(?:s|y|tr)(\W)(.*?)\1(.*?)\1\w*$/.exec(from);
  const files = expression === null ? rest.slice(1) : rest;
  for (const file of files) {
    write(call, file, 'tree', 'move');
    const name =
      expression === null
        ? replaceText(file, from, rest[0] ?? '')
        : substituteName(file, expression[2] ?? '', expression[3] ?? '');
    if (name !== file) write(call, name, 'tree');
  }
}

function replaceText(file: string, from: string, to: string): string {
  return from === '' ? file : file.replace(from, () => to);
}

/** `substituteName` renames by plain expressions only; another one makes a name that is unknown. */
function substituteName(file: string, from: string, to: string): string {
  const plain = from.replace(/\\([.\-_/])/g, '$1').replace(/^\^|\$$/g, '');
  if (/[\\.*+?^$()[\]{}|]/.test(plain.replaceAll('.', ''))) return file.replace(/[^/]+$/, HOLE);
  return replaceText(file, plain, to);
}
