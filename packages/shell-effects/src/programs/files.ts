import { posix } from 'node:path';
import { emitWrite, isDirectory } from '../disk/paths.js';
import { listNames } from '../disk/search.js';
import { isForTemporary } from '../disk/temporary.js';
import { CLOSED_TO_OTHERS } from '../effects.js';
import { nothing, type PrintCall } from '../prints/call.js';
import { listFiles } from '../prints/files.js';
import type { ProgramFile } from '../program.js';
import { baseName, HOLE, type Session, type Shell } from '../state.js';
import { join } from '../text/below-folder.js';
import { findOperands, values } from '../text/command-options.js';
import { hasOption, type WriterCall, write } from '../writers/call.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const ACL_VALUED = ['-m', '-x', '-M', '-X', '--modify', '--remove', '--set', '--restore', '-n', '-v'];

/** Modes that give others nothing: `600`, `0400`, `go-rwx`, `u=rw,go=`. */
const OWNER_ALONE = /^(?:0?[4-7]00|(?:u=[rwx]+,)?(?:go|og|[go])(?:-[rwx]+|=))$/;

/** Programs of this file make, remove and describe files and folders. */
export const files: ProgramFile = {
  touch: { writes: { targets: 'each', valued: '-d --date -t -r --reference -A' }, prints: nothing },
  truncate: { writes: { targets: 'each', valued: '-s --size -r --reference -o' } },
  fallocate: { writes: { targets: 'each', valued: '-l -o -p --length --offset' } },
  mkfifo: { writes: { targets: 'each', valued: '-m --mode' } },
  mkdir: { writes: { targets: 'each', valued: '-m --mode' }, prints: nothing },
  'mkdirp, make-dir, touch-cli': { writes: { targets: 'each' } },
  mknod: { writes: { targets: 'first', valued: '-m --mode' } },
  shred: { writes: { targets: 'each', valued: '-n --iterations -s --size --random-source', how: 'write' } },
  'srm, wipe, trash, trash-put, rip, rimraf, del, del-cli, gio trash, gio remove': {
    writes: { targets: 'each', how: 'delete', reach: 'tree' },
  },
  'unlink, rmdir': { writes: { targets: 'each', how: 'delete' } },
  'gio copy, gio move': { writes: { targets: 'last' } },
  'gio save': { writes: { targets: 'first' } },
  tree: { writes: { out: '-o' } },
  chgrp: { writes: { targets: 'rest', how: 'mode' } },
  mktemp: { writer: mktemp, valued: '-p --suffix', prints: temporary },
  chmod: { writer: (call) => changeMode(call, 1), prints: nothing },
  'chown, chattr': { writer: (call) => changeMode(call, 1) },
  'setfacl, setfattr, xattr': { writer: (call) => changeMode(call, 0) },
  ls: {
    prints: (call) =>
      call.operands.length > 0 && call.operands.every((path) => !isDirectory(call.session, call.shell, path))
        ? listFiles(call)
        : listNames(call.words, call.session, call.shell),
  },
  pwd: { prints: ({ shell }) => `${shell.cwd ?? HOLE}\n` },
  basename: {
    prints: ({ operands: [path = '', suffix = ''] }) => {
      const base = baseName(path.replace(/\/+$/, ''));
      return `${suffix !== '' && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base}\n`;
    },
  },
  dirname: {
    prints: ({ operands }) => {
      const path = (operands[0] ?? '').replace(/\/+$/, '');
      return `${path.includes('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : '.'}\n`;
    },
  },
  realpath: { prints: ({ operands }) => (operands[0] === undefined ? undefined : `${operands[0]}\n`) },
  // Without an option it prints where a link points to.
  readlink: {
    prints: ({ words, operands }) =>
      operands[0] === undefined || operands.length === words.length ? undefined : `${operands[0]}\n`,
  },
};

/**
 * Returns a name that stands for the new file, so that what is written to it can be followed. It looks like one that
 * `mktemp` makes up, and what compares it with something knows that it is not the real one.
 */
function temporary({ words, operands, session, shell }: PrintCall): string {
  const at = words.findIndex((word) => word === '-p' || word === '--tmpdir');
  const template = operands.find((word) => /XXX/.test(word));
  const directory = at < 0 ? undefined : words[at + 1];
  const isPlain = at < 0 && template === undefined;
  const folder = isPlain ? '/tmp/' : directory === undefined ? (words.includes('-t') ? '/tmp/' : '') : `${directory}/`;
  const path = folder + (template ?? (isPlain ? 'tmp.XXXXXXXXXX' : 'tmp.XXX'));
  // Among the temporary files the name is of no matter, but for that it is a new one.
  const isOwn = isPlain || isForTemporary(path, session);
  const made = path.replace(/X{3,}/g, (all) => (isOwn ? madeUp(all.length, session) : HOLE));
  if (isOwn && makesFolderForSure(words, session, shell)) session.ownFolders.add(made);
  return `${made}\n`;
}

/** Letters that stand for those of `mktemp`, the same for the same line. */
function madeUp(length: number, { line, effects, madeUpNames }: Session): string {
  let seed = [...`${line}\0${effects.length}\0${madeUpNames.size}`].reduce(
    (hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619) >>> 0,
    2_166_136_261,
  );
  const name = Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return LETTERS[(seed >>> 16) % LETTERS.length];
  }).join('');
  madeUpNames.add(name);
  return name;
}

/** `mktemp -d` as it is mostly called: where nothing could keep it from making one that can be entered. */
function makesFolderForSure(words: readonly string[], session: Session, shell: Shell): boolean {
  const { env, canMakeIn } = session.context;
  const [option, template = `${env?.TMPDIR || '/tmp'}/XXX`, ...more] = words;
  const isUsual = option === '-d' && more.length === 0 && /^\/(?:[\w.-]+\/)*[\w.-]*X{3,}$/.test(template);
  const isLed = ['PATH', 'TMPDIR'].some((name) => shell.variables.has(name));
  const isLimited = session.effects.some((one) => one.kind === 'run' && /^u(?:mask|limit)$/.test(one.program));
  if (!isUsual || isLed || isLimited || !isForTemporary(template, session)) return false;
  return canMakeIn?.(posix.dirname(template)) === true;
}

/** `changeMode` reads `chmod`, `chown` and their like; `skip` operands come before the files. */
function changeMode(call: WriterCall, skip: number): void {
  const isDeep = hasOption(call, /^-[a-zA-Z]*R|^--recursive/);
  const hasReference = hasOption(call, /^--reference/);
  // `chmod -x file`, `chattr -i file`: the mode looks like an option.
  const isDashed = call.words.some((word) => /^-[rwxXstaiu]+$/.test(word)) && /^ch(?:mod|attr)$/.test(call.program);
  const valued = /^(?:setfacl|setfattr)$/.test(call.program) ? ACL_VALUED : ['--reference', '--from'];
  const plain = findOperands(call.words, valued);
  const isClosing = call.program === 'chmod' && !isDashed && !hasReference && OWNER_ALONE.test(plain[0] ?? '');
  const by = isClosing ? CLOSED_TO_OTHERS : call.program;
  for (const path of plain.slice(isDashed || hasReference ? 0 : skip))
    emitWrite(call.session, call.shell, 'mode', path, by, isDeep ? 'tree' : 'exact');
}

/** Reports `mktemp` where a template or a folder is given: a file in the folder of the system concerns nobody. */
function mktemp(call: WriterCall): void {
  if (hasOption(call, /^-[a-zA-Z]*u|^--dry-run$/)) return;
  const template = call.operands.find((word) => /XXX/.test(word)) ?? 'tmp.XXX';
  const suffix = values(call.words, ['--suffix'])[0] ?? '';
  const folder = values(call.words, ['-p', '--tmpdir'])[0];
  if (folder === undefined && (!call.operands.includes(template) || isForTemporary(template, call.session))) return;
  write(call, join(folder === template ? '' : (folder ?? ''), template.replace(/X{3,}/g, HOLE) + suffix));
}
