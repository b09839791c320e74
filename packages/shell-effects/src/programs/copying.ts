import { listBeneath, NOTHING } from '../disk/beneath.js';
import { contentOf, emitRead, emitWrite, isDirectory, rememberLink, setContent, wasTaken } from '../disk/paths.js';
import { nothing } from '../prints/call.js';
import type { ProgramFile } from '../program.js';
import { baseName, HOLE, isKnown, originOf, resolvePath } from '../state.js';
import { join } from '../text/below-folder.js';
import { values } from '../text/command-options.js';
import { backUp, hasOption, isRemote, type WriterCall, write } from '../writers/call.js';

const TARGET = ['-t', '--target-directory'];

/** Programs of this file copy, move, link or remove files. */
export const copying: ProgramFile = {
  link: { writes: { targets: 'second' } },
  ditto: { writes: { targets: 'last', reach: 'tree' } },
  copyfiles: { writes: { targets: 'last', reach: 'into', valued: '-u --up -e' } },
  'move-cli': { writes: { targets: 'each' } },
  'cp, mv': { writer: copy, valued: '-t --target-directory -S --suffix', prints: nothing },
  install: { writer: install, valued: '-m --mode -o --owner -g --group -t --target-directory -S --suffix' },
  ln: { writer: link, valued: '-t --target-directory -S --suffix', prints: nothing },
  rsync: {
    writer: rsync,
    valued:
      '-e --rsh --exclude --include --exclude-from --include-from --filter -f --log-file --files-from -B --timeout --partial-dir --backup-dir --link-dest --compare-dest --copy-dest --chmod --chown -T --temp-dir --password-file --port',
  },
  rm: { writer: (call) => remove(call, hasOption(call, /^-[a-zA-Z]*[rR]|^--recursive/)), prints: nothing },
  'cpy, cpy-cli, cpx, cpx2, ncp': { writer: copyInto },
  shx: { writer: (call) => call.session.writes(call.words, call.shell, call.frame) },
};

/**
 * `copy` reads `cp`, `mv` and `install`: the destination is the target itself, or a name in it where the target is a
 * directory.
 */
function copy(call: WriterCall): void {
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
    const own = resolvePath(join(source, name), shell, session);
    const content = isKnown(own) ? session.files.get(own) : undefined;
    if (content !== undefined) setContent(session, shell, join(place, name), content);
  }
  const from = resolvePath(source, shell, session);
  const to = resolvePath(place, shell, session);
  if (beneath.length > 0 && isKnown(from) && isKnown(to))
    session.copies.set(to, originOf(from, session.copies) ?? from);
}

/** A folder that was moved is found under its new name from here on. */
function carryTree(call: WriterCall, source: string, place: string): void {
  const { session, shell } = call;
  const from = resolvePath(source, shell, session);
  const to = resolvePath(place, shell, session);
  if (!isKnown(from) || !isKnown(to)) return;
  if (session.list(from) !== undefined) session.links.set(to, from);
  session.links.delete(from);
}

/** Reports a copy, or with `-d` folders that are made. */
function install(call: WriterCall): void {
  if (!hasOption(call, /^-[a-zA-Z]*d$|^--directory$/)) {
    copy(call);
    return;
  }
  for (const path of call.operands) write(call, path);
}

/** `link` reads `ln`: the link is written, and from here on its name stands for its target. */
function link(call: WriterCall): void {
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

/** Local sources are read, and a local target is written, with what stands beside it: logs, backups, partial files. */
function rsync(call: WriterCall): void {
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

/** `copyInto` reads programs of the npm world that copy files into a folder. */
function copyInto(call: WriterCall): void {
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

/** `remove` reads `rm` and its like; `isDeep` where all beneath goes, too. A link of that name is forgotten. */
function remove(call: WriterCall, isDeep: boolean): void {
  for (const path of call.operands) write(call, path, isDeep ? 'tree' : 'exact', 'delete');
  for (const path of call.operands) {
    const at = resolvePath(path, call.shell, call.session);
    if (isKnown(at)) call.session.links.delete(at);
  }
}
