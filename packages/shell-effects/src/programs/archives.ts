import { runSed } from '../code/sed.js';
import { listBeneath } from '../disk/beneath.js';
import { contentOf, emitRead, setContent } from '../disk/paths.js';
import type { PrintCall } from '../prints/call.js';
import type { ProgramFile } from '../program.js';
import { baseName, HOLE, isKnown, resolvePath, type Session, type Shell } from '../state.js';
import { join } from '../text/below-folder.js';
import { findOperands, values } from '../text/command-options.js';
import { archiveOf, namesIn } from '../writers/archive-names.js';
import { hasOption, inDirectory, runGuess, type WriterCall, write } from '../writers/call.js';

const TAR =
  '-C --directory -f --file -g --listed-incremental --index-file --volno-file -T -X --exclude --transform --strip-components --to-command --checkpoint-action -I --use-compress-program';

const FILE = ['-f', '--file'];

/** Archivers pack, unpack and change archives of files. */
export const archives: ProgramFile = {
  tar: { writer: tar, valued: TAR, prints: archived },
  bsdtar: { writer: tar, valued: `${TAR} -s --include`, prints: archived },
  unzip: { writer: unzip, valued: '-d -x -P' },
  unar: { writer: (call) => write(call, values(call.words, ['-o', '-output-directory'])[0] ?? '.', 'into') },
  zip: { writer: zip, valued: '-x -i -b -P -t -O --out' },
  '7z, 7za, 7zz, 7zr, p7zip, rar, unrar': { writer: sevenZip },
  cpio: { writer: cpio, valued: '-D --directory -F --file -O -I -H --format -R', prints: packed },
  ar: { writer: ar },
  pax: { writer: pax },
  jar: { writer: jar },
};

function archived({ words, session, shell }: PrintCall): string | undefined {
  const operands = findOperands(words, ['-C', '--directory', '-f', '--file', '-T', '-X', '--exclude']);
  return archiveOutput(words, operands, session, shell);
}

/** `tar` reads tar, with and without the dash, by its letters. */
function tar(call: WriterCall): void {
  const { words } = call;
  const [first = ''] = words;
  const bundle = first.startsWith('-') ? '' : first;
  const letters = [bundle, ...words.filter((word) => /^-[a-zA-Z]+$/.test(word))].join('').replace(/-C/g, '');
  const isExtract = /x/.test(letters) || hasOption(call, /^--(?:extract|get)$/);
  const isCreate = /[cruA]/.test(letters) || hasOption(call, /^--(?:create|append|update|concatenate|delete)$/);
  for (const value of values(words, ['--to-command', '--checkpoint-action', '-I', '--use-compress-program']))
    runGuess(call, value.replace(/^exec=/, ''));
  // What it notes of its own work beside the archive.
  const snapshot = bundle === '' || !bundle.includes('g') ? ['-g'] : [];
  for (const path of values(words, [...snapshot, '--listed-incremental', '--index-file', '--volno-file']))
    write(call, path);
  const file = bundle.includes('f') ? words[1] : values(words, FILE)[0];
  const operands = bundle === '' ? call.operands : call.operands.slice(bundle.includes('f') ? 2 : 1);
  if (isExtract) extract(call, file, operands);
  else if (isCreate) create(call, file, operands);
  else if (file !== undefined && file !== '-') emitRead(call.session, call.shell, file, 'tar');
}

function extract(call: WriterCall, file: string | undefined, operands: readonly string[]): void {
  if (hasOption(call, /^(?:-[a-zA-Z]*O|--to-stdout)$/)) return;
  const place = values(call.words, ['-C', '--directory']).at(-1) ?? '.';
  const isStdin = file === undefined || file === '-';
  const text = isStdin ? call.frame.input?.rest : contentOf(call.session, call.shell, file);
  if (!isStdin) emitRead(call.session, call.shell, file, 'tar');
  // The folder is made for all that arrives.
  for (const word of call.words)
    if (word.startsWith('--one-top-level=')) write(call, join(place, word.slice(16)), 'into');
  const strip = Number(values(call.words, ['--strip-components', '--strip'])[0] ?? 0);
  const held = namesIn(text) ?? (operands.length > 0 ? operands : undefined);
  const names = held === undefined ? undefined : renamed(held, call.words);
  if (names === undefined || hasOption(call, /^-s/) || operands.some((name) => /[*?[]/.test(name))) {
    write(call, place, 'into');
    for (const name of given(call.words)) write(call, join(place, name), 'into');
    return;
  }
  for (const name of names) {
    arrive(call, place, name.split('/').slice(strip).join('/'));
  }
}

function create(call: WriterCall, file: string | undefined, operands: readonly string[]): void {
  const { session, shell } = call;
  const place = values(call.words, ['-C', '--directory']).at(-1);
  const names = operands.filter((name) => name !== place);
  const inside = inDirectory(call, place);
  for (const name of names) emitRead(session, inside.shell, name, 'tar', 'tree');
  if (file !== undefined && file !== '-') {
    write(call, file);
    const held = renamed(names, call.words);
    if (held !== undefined) setContent(session, shell, file, archiveOf(held));
  }
  if (hasOption(call, /^--remove-files$/)) for (const name of names) write(inside, name, 'tree', 'delete');
}

/** Members' names as `--transform` makes them; undefined when its expression is not read. */
function renamed(names: readonly string[], words: readonly string[]): readonly string[] | undefined {
  const scripts = values(words, ['--transform', '--xform']);
  if (scripts.length === 0) return names;
  const found = names.flatMap(
    (name) =>
      runSed({ script: scripts.join('\n'), files: [], isQuiet: false, isExtended: false }, name)?.trimEnd() ?? [],
  );
  return found.length === names.length ? found : undefined;
}

/** Names and folders that `--transform` gives to members whatever they are called: `s,^,to/,`, `s,.*,file,`. */
function given(words: readonly string[]): string[] {
  return values(words, ['--transform', '--xform']).flatMap((script) => {
    const [, , , text = ''] = /^s([^\w\s\\])((?:(?!\1).)*)\1((?:(?!\1).)*)\1/.exec(script) ?? [];
    const fixed = /^[^&\\]*/.exec(text)?.[0] ?? '';
    return fixed === '' || fixed.includes(HOLE) ? [] : [fixed];
  });
}

/** Tells what `tar c` and `git archive` print when they are told no file. */
function archiveOutput(
  words: readonly string[],
  operands: readonly string[],
  session: Session,
  shell: Shell,
): string | undefined {
  const [first = ''] = words;
  const bundle = first.startsWith('-') ? '' : first;
  const letters = [bundle, ...words.filter((word) => /^-[a-zA-Z]+$/.test(word))].join('');
  const isCreate = /c/.test(letters) || words.includes('--create');
  const file = bundle.includes('f') ? words[1] : values(words, FILE)[0];
  if (!isCreate || (file !== undefined && file !== '-')) return undefined;
  const place = values(words, ['-C', '--directory']).at(-1);
  const transforms = values(words, ['--transform', '--xform']);
  const names = operands.filter((name) => ![bundle, file, place, ...transforms].includes(name));
  const inside = shell.clone();
  if (place !== undefined) inside.cwd = resolvePath(place, shell, session);
  const members = names.flatMap((name) => membersOf(name, session, inside));
  const held = renamed([...members, ...madeBeneath(names, place, session, shell)], words);
  return held === undefined ? undefined : archiveOf(held);
}

/** A folder's files where all of them are known: nothing else of it arrives where the archive is unpacked. */
function membersOf(name: string, session: Session, shell: Shell): readonly string[] {
  const { names, isWhole } = listBeneath(name, session, shell);
  if (!isWhole) return [name];
  return /^\.\/?$/.test(name) ? names : names.map((one) => join(name, one));
}

/** Returns the files that this line has put beneath the members of an archive, as the archive names them. */
function madeBeneath(names: readonly string[], place: string | undefined, session: Session, shell: Shell): string[] {
  const from = place === undefined ? shell.cwd : resolvePath(place, shell, session);
  if (!isKnown(from)) return [];
  const inside = session.effects.flatMap((one) =>
    one.kind === 'write' && one.path.startsWith(`${from}/`) ? [one.path.slice(from.length + 1)] : [],
  );
  return inside.filter((path) =>
    names.some((name) => /^\.\/?$/.test(name) || path.startsWith(`${name.replace(/\/+$/, '')}/`)),
  );
}

/** Members whose names are known each arrive in their place; otherwise anything may in the folder. */
function unzip(call: WriterCall): void {
  if (hasOption(call, /^-[a-zA-Z]*[lptvZ]/)) return;
  const [file, ...names] = call.operands;
  const place = values(call.words, ['-d'])[0] ?? '.';
  if (file !== undefined) emitRead(call.session, call.shell, file, 'unzip');
  const known =
    (file === undefined ? undefined : namesIn(contentOf(call.session, call.shell, file))) ??
    (names.length > 0 && !names.some((name) => /[*?[]/.test(name)) ? names : undefined);
  if (known === undefined) {
    write(call, place, 'into');
    return;
  }
  for (const name of known) arrive(call, place, name);
}

/** A name may get the ending `.zip`: both are written. `-m` takes the members away. */
function zip(call: WriterCall): void {
  const [file, ...names] = call.operands;
  if (file === undefined || hasOption(call, /^-[a-zA-Z]*(?:sf|T$)/)) return;
  for (const name of names) emitRead(call.session, call.shell, name, 'zip', 'tree');
  if (file === '-') return;
  write(call, /\.\w+$/.test(file) ? file : `${file}.zip`);
  write(call, file);
  for (const path of values(call.words, ['-O', '--out', '--output-file'])) write(call, path);
  const isFlat = hasOption(call, /^-[a-zA-Z]*j/);
  setContent(call.session, call.shell, file, archiveOf(isFlat ? names.map(baseName) : names));
  if (hasOption(call, /^-[a-zA-Z]*m|^--move$/)) for (const name of names) write(call, name, 'tree', 'delete');
}

/** `sevenZip` reads `7z`, `rar` and `unar`: a command letter, then the archive. */
function sevenZip(call: WriterCall): void {
  const [verb = '', file, ...names] = call.operands;
  if (/^[xe]$/.test(verb)) {
    const place = call.words.find((one) => /^-o./.test(one))?.slice(2) ?? '.';
    const isPlain = names.length > 0 && !names.some((name) => /[*?/]$/.test(name));
    if (isPlain && call.program !== 'unrar') for (const name of names) arrive(call, place, name);
    else write(call, call.program.includes('rar') ? (names.at(-1) ?? place) : place, 'into');
  } else if (/^[audrm]$/.test(verb) && file !== undefined) {
    write(call, file);
    if (call.words.includes('-sdel') || verb === 'm') for (const name of names) write(call, name, 'tree', 'delete');
  }
}

/**
 * `-p` passes on the files that its input names, `-i` unpacks what its words name, `-o` packs; patterns name nothing.
 */
function cpio(call: WriterCall): void {
  const isTable = hasOption(call, /^-[a-zA-Z]*t|^--list/);
  const place = values(call.words, ['-D', '--directory'])[0];
  if (hasOption(call, /^-[a-zA-Z]*p|^--pass-through/)) {
    const target = join(place ?? '', call.operands.at(-1) ?? '.');
    write(call, target, 'into');
    for (const name of (call.frame.input?.rest ?? '').split('\n').filter((line) => line !== ''))
      write(call, join(target, name));
  } else if (hasOption(call, /^-[a-zA-Z]*i|^--extract/) && !isTable) {
    const isPlain = call.operands.length > 0 && !call.operands.some((name) => /[*?[]/.test(name));
    const names = isPlain ? call.operands : namesIn(call.frame.input?.rest);
    if (names === undefined) write(call, place ?? '.', 'into');
    else for (const name of names) arrive(call, place ?? '', name);
  }
  if (hasOption(call, /^-[a-zA-Z]*o|^--create/))
    for (const path of values(call.words, ['-O', '--file', '-F'])) write(call, path);
}

/** `packed` tells what `cpio -o` prints: an archive of the files that its input names. */
function packed({ words, input }: PrintCall): string | undefined {
  const isOut = words.some((word) => /^(?:-[a-zA-Z]*o|--create$)/.test(word));
  return isOut && input !== undefined && isKnown(input)
    ? archiveOf(input.split(/[\n\0]/).filter((line) => line !== ''))
    : undefined;
}

/** The letters of its first word tell what it does: `x` unpacks, others change the archive. */
function ar(call: WriterCall): void {
  const letters = (call.words[0] ?? '').replace(/^-/, '');
  const [, file, ...names] = call.words.filter((word, at) => at === 0 || !word.startsWith('-'));
  if (/x/.test(letters)) {
    const place = values(call.words, ['--output'])[0] ?? '.';
    if (names.length > 0) for (const name of names) write(call, join(place, name));
    else write(call, place, 'into');
  } else if (/[rqdms]/.test(letters) && file !== undefined) write(call, file);
}

/** `pax` reads pax: `-r -w` copies, `-r` unpacks, `-w` packs; names of members are not followed. */
function pax(call: WriterCall): void {
  const isRead = hasOption(call, /^-[a-zA-Z]*r/);
  const isWrite = hasOption(call, /^-[a-zA-Z]*w/);
  if (isRead && isWrite) write(call, call.operands.at(-1) ?? '.', 'into');
  else if (isRead) write(call, '.', 'into');
  else if (isWrite) for (const path of values(call.words, FILE)) write(call, path);
}

/** Letters as those of `tar`, or long options. */
function jar(call: WriterCall): void {
  const letters = call.words[0] ?? '';
  if (/^-?[a-zA-Z]*x|^--extract/.test(letters)) write(call, values(call.words, ['-C', '--dir'])[0] ?? '.', 'into');
  else if (/^-?[a-zA-Z]*[cu]|^--(?:create|update)/.test(letters)) {
    const file = values(call.words, FILE)[0] ?? call.words[1];
    if (file !== undefined) write(call, file);
  }
}

/** A member is put in its place; of a whole folder that was packed, nobody knows the names. */
function arrive(call: WriterCall, place: string, name: string): void {
  write(call, join(place, name), /^(?:\.?\/)*\.?$/.test(name) ? 'into' : 'tree');
}
