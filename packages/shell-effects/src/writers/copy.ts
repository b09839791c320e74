import { contentOf, emitRead, emitWrite, isDirectory, rememberLink, setContent, wasTaken } from '../disk/paths.js';
import { CLOSED_TO_OTHERS } from '../effects.js';
import { baseName, HOLE, isKnown, originOf, resolvePath, type Session, type Shell } from '../state.js';
import { join } from '../text/below-folder.js';
import { findOperands, values } from '../text/command-options.js';
import { backUp, hasOption, type WriterCall, write } from './call.js';

const TARGET = ['-t', '--target-directory'];
const isRemote = (path: string) => /^[\w.@-]+:(?!\/\/)/.test(path) || /^(?:rsync|scp|sftp|ssh):\/\//.test(path);

/** `cp`, `mv`, `install`: the destination is the target itself, or a name in it where it is a directory. */
export function copy(call: WriterCall): void {
  const { session, shell, program } = call;
  const targets = values(call.words, TARGET);
  const isMove = program === 'mv';
  const isDeep = isMove || hasOption(call, /^-[a-zA-Z]*[rRa]|^--(?:recursive|archive)/);
  const sources = targets.length > 0 ? call.operands : call.operands.slice(0, -1);
  const target = targets[0] ?? call.operands.at(-1);
  if (target === undefined || sources.length === 0) return;
  if (!isMove) for (const source of sources) emitRead(session, shell, source, program, isDeep ? 'tree' : 'exact');
  const isPlain = hasOption(call, /^-[a-zA-Z]*T|^--no-target-directory$/);
  const isInto = !isPlain && (targets.length > 0 || sources.length > 1 || isDirectory(session, shell, target));
  const isUnsure = !isInto && !isPlain && session.context.listDirectory === undefined;
  const isLink = program === 'cp' && hasOption(call, /^-[a-qs-zA-QS-Z]*[ls]|^--(?:link|symbolic-link)$/);
  const keepsParents = program === 'cp' && hasOption(call, /^--parents$/);
  for (const source of sources) {
    const isContents = /(?:^|\/)\.{1,2}\/?$/.test(source) || (isPlain && isDirectory(session, shell, source));
    // Before it is moved: what was there then is known.
    const { names, isWhole } = isContents || isDeep ? listBeneath(source, session, shell) : NOTHING;
    if (isMove) emitWrite(session, shell, 'move', source, program, 'tree');
    const inside = join(target, keepsParents ? source : baseName(source.replace(/\/+$/, '')));
    const places = isContents ? [target] : isInto ? [inside] : isUnsure ? [target, inside] : [target];
    for (const place of places) {
      const reach = isContents && !isMove ? (isWhole ? 'exact' : 'into') : isDeep ? 'tree' : 'exact';
      write(call, place, reach, isLink ? 'link' : 'write');
      backUp(call, place);
      writeContents(call, source, place, names);
      if (names.length === 0) setContent(session, shell, place, contentOf(session, shell, source) ?? HOLE);
      if (isMove) carryTree(call, source, place);
      if (isLink) rememberLink(session, shell, source, place, false);
    }
  }
}

/** Writes the known contents of a copied directory at the same names in the new place. */
function writeContents(call: WriterCall, source: string, place: string, names?: readonly string[]): void {
  const { session, shell } = call;
  const beneath = names ?? listBeneath(source, session, shell).names;
  for (const name of beneath) {
    write(call, join(place, name));
    const own = resolvePath(join(source, name), shell, session.context.home);
    const content = isKnown(own) ? session.files.get(own) : undefined;
    if (content !== undefined) setContent(session, shell, join(place, name), content);
  }
  const from = resolvePath(source, shell, session.context.home);
  const to = resolvePath(place, shell, session.context.home);
  if (beneath.length > 0 && isKnown(from) && isKnown(to))
    session.copies.set(to, originOf(from, session.copies) ?? from);
}

const MAX_NAMES = 400;
const MAX_DEPTH = 8;

/** What lies beneath a directory. Where that is all there is, what is copied out of it arrives under no other name. */
export interface Beneath {
  readonly names: readonly string[];
  readonly isWhole: boolean;
}

const NOTHING: Beneath = { names: [], isWhole: false };

/** Names beneath a directory as the line finds it, bounded; none for what is no directory. */
export function listBeneath(directory: string, session: Session, shell: Shell): Beneath {
  const root = resolvePath(directory, shell, session.context.home);
  if (root === undefined || !isKnown(root)) return NOTHING;
  const first = session.list(root);
  const names: string[] = [];
  let isWhole = first !== undefined;
  const visit = (found: readonly string[], prefix: string, depth: number): void => {
    for (const name of found) {
      const isPassed = names.length >= MAX_NAMES || depth > MAX_DEPTH || name === '.git' || name === 'node_modules';
      isWhole &&= !isPassed && isKnown(name);
      if (isPassed) continue;
      const path = prefix + name;
      names.push(path);
      visit(session.list(`${root}/${path}`) ?? [], `${path}/`, depth + 1);
    }
  };
  visit(first ?? [], '', 0);
  return { names, isWhole };
}

/** A folder that was moved is found under its new name from here on. */
function carryTree(call: WriterCall, source: string, place: string): void {
  const { session, shell } = call;
  const from = resolvePath(source, shell, session.context.home);
  const to = resolvePath(place, shell, session.context.home);
  if (!isKnown(from) || !isKnown(to)) return;
  if (session.list(from) !== undefined) session.links.set(to, from);
  session.links.delete(from);
}

/** A copy, or with `-d` folders that are made. */
export function install(call: WriterCall): void {
  if (!hasOption(call, /^-[a-zA-Z]*d$|^--directory$/)) {
    copy(call);
    return;
  }
  for (const path of call.operands) write(call, path);
}

/** `ln`: the link is written, and from here on its name stands for its target. */
export function link(call: WriterCall): void {
  const { session, shell } = call;
  const targets = values(call.words, TARGET);
  const sources = targets.length > 0 || call.operands.length === 1 ? call.operands : call.operands.slice(0, -1);
  const target = targets[0] ?? (call.operands.length === 1 ? '.' : call.operands.at(-1)) ?? '.';
  const isPlain = hasOption(call, /^-[a-zA-Z]*[Tn]|^--no-(?:target-directory|dereference)$/);
  const isInto = !isPlain && (sources.length > 1 || targets.length > 0 || isDirectory(session, shell, target));
  const isSymbolic = hasOption(call, /^-[a-zA-Z]*s|^--symbolic/);
  // A folder that the line has taken away before leaves its name to the link, unless that failed.
  const isEither = isInto && sources.length === 1 && targets.length === 0 && wasTaken(session, shell, target);
  for (const source of sources) {
    const inside = join(target, baseName(source));
    for (const place of isEither ? [target, inside] : isInto ? [inside] : [target]) {
      write(call, place, 'exact', 'link');
      backUp(call, place);
      rememberLink(session, shell, source, place, isSymbolic);
    }
  }
}

/** `scp`, `sftp`: only what lands on this machine. */
export function secureCopy(call: WriterCall): void {
  const target = call.operands.at(-1);
  if (call.operands.length < 2 || target === undefined) return;
  for (const source of call.operands.slice(0, -1))
    if (!isRemote(source)) emitRead(call.session, call.shell, source, call.program, 'tree');
  if (isRemote(target)) return;
  const isDeep = hasOption(call, /^-[a-zA-Z]*r/);
  for (const source of call.operands.slice(0, -1)) {
    const name = baseName(source.replace(/^[^/]*:(?=[^/]*$)/, '').replace(/\/+$/, ''));
    const isContents = /^(?:\.{1,2}|\*|)$/.test(name);
    const isInto = isDirectory(call.session, call.shell, target) || call.operands.length > 2;
    if (isContents) write(call, target, 'into');
    else write(call, isInto ? join(target, name) : target, isDeep ? 'tree' : 'exact');
  }
}

/** What `get` brings here: the file on the command line, and those of the commands on standard input. */
export function sftp(call: WriterCall): void {
  const [remote = '', local] = call.operands;
  if (remote.includes(':') && call.operands.length > 0)
    write(call, local ?? baseName(remote.slice(remote.indexOf(':') + 1)) ?? '.');
  const batch = values(call.words, ['-b']).map((file) => contentOf(call.session, call.shell, file) ?? '');
  let folder = '';
  for (const line of [call.frame.input?.rest ?? '', ...batch].join('\n').split('\n')) {
    const [, verb, first = '', second] = /^[ \t]*-?(lcd|m?get|reget)(?:\s+-\w+)*\s+(\S+)(?:\s+(\S+))?/.exec(line) ?? [];
    if (verb === undefined) continue;
    if (verb === 'lcd') {
      folder = first.startsWith('/') ? first : join(folder || '.', first);
      continue;
    }
    const name = baseName(first);
    const to = second === undefined || second.startsWith('/') || folder === '' ? second : join(folder, second);
    if (to === undefined) write(call, join(folder || '.', name));
    else write(call, isDirectory(call.session, call.shell, to) ? join(to, name) : to);
  }
}

/** Local sources are read, and a local target is written, with what stands beside it: logs, backups, partial files. */
export function rsync(call: WriterCall): void {
  const { session, shell } = call;
  for (const path of values(call.words, ['--log-file', '--write-batch', '--only-write-batch'])) write(call, path);
  for (const path of values(call.words, ['--backup-dir', '--partial-dir', '--temp-dir'])) write(call, path, 'into');
  const target = call.operands.at(-1);
  if (target === undefined || call.operands.length < 2) return;
  const sources = call.operands.slice(0, -1);
  for (const source of sources) if (!isRemote(source)) emitRead(session, shell, source, 'rsync', 'tree');
  if (hasOption(call, /^(?:--dry-run|--list-only)$|^-[a-zA-Z]*n/)) return;
  if (hasOption(call, /^--remove-source-files$/))
    for (const source of sources) if (!isRemote(source)) write(call, source, 'tree', 'delete');
  if (isRemote(target)) return;
  const isDeleting = hasOption(call, /^--del(?:ete.*)?$/);
  const isInto = isDirectory(session, shell, target) || sources.length > 1;
  for (const source of sources) {
    if (/\/\.?$/.test(source) || source === '.') {
      const { names, isWhole } = listBeneath(source, session, shell);
      write(call, target, isDeleting ? 'tree' : isWhole ? 'exact' : 'into');
      writeContents(call, source, target, names);
    } else {
      const isWhole = hasOption(call, /^-[a-zA-Z]*R|^--relative$/);
      const place = isWhole ? join(target, source) : isInto ? join(target, baseName(source)) : target;
      write(call, place, isDirectory(session, shell, source) || isRemote(source) ? 'tree' : 'exact');
      writeContents(call, source, place);
    }
  }
}

/** `docker cp container:path here`. */
export function copyOut(call: WriterCall): void {
  const at = call.operands.indexOf('cp');
  const target = call.operands.at(-1);
  if (at < 0 || at > 1 || target === undefined || target.includes(':') || target === '-') return;
  const source = call.operands.at(-2) ?? '';
  const isInto = isDirectory(call.session, call.shell, target);
  if (/\/\.$/.test(source)) write(call, target, 'into');
  else write(call, isInto ? join(target, baseName(source.slice(source.indexOf(':') + 1))) : target, 'tree');
}

/** Programs of the npm world that copy files into a folder. */
export function copyInto(call: WriterCall): void {
  const target = call.operands.at(-1);
  if (target === undefined || call.operands.length < 2) return;
  for (const source of call.operands.slice(0, -1)) {
    const isFolder = isDirectory(call.session, call.shell, source);
    if (isFolder || /[*?]/.test(source)) {
      write(call, target, 'into');
      writeContents(call, source, target);
    } else write(call, join(target, baseName(source)));
  }
}

/** `rm` and its like; `isDeep` where all beneath goes, too. A link of that name is forgotten. */
export function remove(call: WriterCall, isDeep: boolean): void {
  for (const path of call.operands) write(call, path, isDeep ? 'tree' : 'exact', 'delete');
  for (const path of call.operands) {
    const at = resolvePath(path, call.shell, call.session.context.home);
    if (isKnown(at)) call.session.links.delete(at);
  }
}

const ACL_VALUED = ['-m', '-x', '-M', '-X', '--modify', '--remove', '--set', '--restore', '-n', '-v'];

/** `chmod`, `chown` and their like; `skip` operands come before the files. */
export function changeMode(call: WriterCall, skip: number): void {
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

/** Modes that give others nothing: `600`, `0400`, `go-rwx`, `u=rw,go=`. */
const OWNER_ALONE = /^(?:0?[4-7]00|(?:u=[rwx]+,)?(?:go|og|[go])(?:-[rwx]+|=))$/;
