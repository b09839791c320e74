import { contentOf, emitWrite, setContent } from '../disk/paths.js';
import { isForTemporary } from '../disk/temporary.js';
import { HOLE } from '../state.js';
import { filesOfPatch } from '../text/apply-patch.js';
import { join } from '../text/below-folder.js';
import { values } from '../text/command-options.js';
import { hasOption, inDirectory, runGuess, type WriterCall, write } from './call.js';
import { writePatch } from './patches.js';

/** Reports `tee`, which passes its input on into each file. */
export function tee(call: WriterCall): void {
  const append = hasOption(call, /^-[a-zA-Z]*a|^--append/);
  for (const path of call.operands) {
    write(call, path);
    setContent(call.session, call.shell, path, call.frame.input?.rest ?? HOLE, append);
  }
}

/** Reports `dd`, which writes only `of=`; the content is unknown. */
export function dd(call: WriterCall): void {
  for (const word of call.words) {
    if (!word.startsWith('of=')) continue;
    write(call, word.slice(3));
    setContent(call.session, call.shell, word.slice(3), HOLE);
  }
}

/** `split`: names are counted on from a prefix. */
export function split(call: WriterCall): void {
  const filter = values(call.words, ['--filter'])[0];
  if (filter !== undefined) {
    runGuess(call, filter);
    return;
  }
  const suffix = values(call.words, ['--additional-suffix'])[0] ?? '';
  const prefix = call.operands[1] ?? 'x';
  const isNumbered = hasOption(call, /^-[a-zA-Z]*[dx]$|^--(?:numeric|hex)-suffixes/);
  for (const first of isNumbered ? ['00', '01', '02'] : ['aa', 'ab', 'ac']) write(call, prefix + first + suffix);
  write(call, prefix + HOLE + suffix);
}

/** The first three names that it counts, and one for all further ones. */
export function csplit(call: WriterCall): void {
  const prefix = values(call.words, ['-f', '--prefix'])[0] ?? 'xx';
  const format = values(call.words, ['-b', '--suffix-format'])[0] ?? '%02d';
  for (const first of [0, 1, 2])
    write(
      call,
      prefix + format.replace(/%0?(\d*)[diux]/, (_all, width) => String(first).padStart(Number(width || 1), '0')),
    );
  write(call, prefix + format.replace(/%\d*[diux]/, HOLE));
}

/** Reports `mktemp` where a template or a folder is given: a file in the folder of the system concerns nobody. */
export function mktemp(call: WriterCall): void {
  if (hasOption(call, /^-[a-zA-Z]*u|^--dry-run$/)) return;
  const template = call.operands.find((word) => /XXX/.test(word)) ?? 'tmp.XXX';
  const suffix = values(call.words, ['--suffix'])[0] ?? '';
  const folder = values(call.words, ['-p', '--tmpdir'])[0];
  if (folder === undefined && (!call.operands.includes(template) || isForTemporary(template, call.session))) return;
  write(call, join(folder === template ? '' : (folder ?? ''), template.replace(/X{3,}/g, HOLE) + suffix));
}

/** Changes the file of its first word, else those that the patch names; with `-o` only that output, and the rejects. */
export function patch(call: WriterCall): void {
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

/** The patch program of Codex, which the client answers itself: the patch is its word or its input, and names its files. */
export function codexPatch({ words, session, shell, frame, program }: WriterCall): void {
  const files = filesOfPatch(words[0] ?? frame.input?.rest ?? HOLE);
  for (const { path, how } of files) emitWrite(session, shell, how === 'delete' ? 'delete' : 'write', path, program);
  if (files.length === 0) emitWrite(session, shell, 'write', HOLE, program);
}

/** Statements that change a database. */
const CHANGES = /\b(?:create|insert|update|delete|replace|drop|alter|vacuum|reindex)\b/i;

/** Databases whose own commands and statements write files. */
export function database(call: WriterCall): void {
  const { program } = call;
  const text = [...call.words, call.frame.input?.rest ?? ''].join('\n');
  const file = call.operands[0];
  const isFileBased = /^(?:sqlite3?|duckdb)$/.test(program);
  if (isFileBased && file !== undefined && file !== ':memory:' && !hasOption(call, /^-?-readonly$/)) {
    const statements = [...call.operands.slice(1), ...values(call.words, ['-cmd', '-c']), call.frame.input?.rest ?? ''];
    // Queries leave the file as it is.
    const asks = statements.some((one) => one.trim() !== '');
    const onlyReads =
      asks &&
      statements.every((one) =>
        /^\s*(?:$|select\b|pragma\s+\w+\s*;?$|explain\b|\.(?:tables|schema|dump|headers|mode|quit|exit|databases|output|once|backup|save|clone|shell|system)\b)/i.test(
          one,
        ),
      );
    if (!onlyReads) write(call, file);
  }
  for (const match of text.matchAll(
    /(?:^|[\n;])[ \t]{0,64}(?:\.(?:output|once|backup(?:\s+main)?|save|clone|log|excel|trace|import_out)|\\(?:o|out|copy\s+.*\bto|T|w|g)|tee|\\T)\s+(?:-\w+\s+)?['"]?([^\s'";|]+)/gi,
  ))
    write(call, match[1] as string);
  for (const match of text.matchAll(
    /(?:\bvacuum\s+into\s*"([^"\n]+)"|(?:\bvacuum\s+into|\b(?:into\s+(?:outfile|dumpfile))|\bto|\bwritefile\s*\(|\blo_export\s*\([^,]*,)\s*'([^']+)')/gi,
  ))
    write(call, (match[1] ?? match[2]) as string);
  if (isFileBased && CHANGES.test(text))
    for (const match of text.matchAll(
      /\battach\s+(?:database\s+)?['"]([^'"\n]+)['"]|(?:^|\n)[ \t]{0,64}\.open\s+(?:-\w+\s+)*['"]?([^\s'"]+)/gi,
    ))
      write(call, (match[1] ?? match[2]) as string);
  for (const match of text.matchAll(/(?:^|[\n;])[ \t]{0,64}(?:\.(?:output|once)|\\(?:o|g))\s+['"]?\|\s*([^\n'"]+)/g))
    runGuess(call, match[1] as string);
}

/** `history -w`: into the file that it names, else into the one that the shell keeps its history in. */
export function keepHistory(call: WriterCall): void {
  if (!hasOption(call, /^-\w*[aw]/)) return;
  const path = call.operands[0] ?? call.shell.variables.get('HISTFILE')?.value;
  if (path !== undefined) write(call, path);
}

/** `ssh-keygen`: a new key and its public half; asking for a fingerprint or checking a signature writes nothing. */
export function keygen(call: WriterCall): void {
  if (hasOption(call, /^-[a-zA-Z]*[lyBeiFDQ]$|^-[lyBeiFDQ][a-zA-Z]*$|^-Y$/) && !hasOption(call, /^-[a-zA-Z]*[tpc]$/))
    return;
  const known = values(call.words, ['-R']);
  const file = values(call.words, ['-f'])[0];
  if (known.length > 0) {
    write(call, file ?? '~/.ssh/known_hosts');
    return;
  }
  const kind = values(call.words, ['-t'])[0] ?? 'ed25519';
  const path = file ?? `~/.ssh/id_${kind.replace('-sk', '_sk')}`;
  write(call, path);
  write(call, `${path}.pub`);
}

/** Commands of `keytool` that only look into a store; of these, some write what they take out of it. */
const STORE_READERS = /^-(?:list|export(?:cert)?|certreq|gencert|printcert(?:req)?|printcrl|showinfo|help)$/;

/** A value may look like a command: with one of these, the store counts as written. */
const STORE_WRITERS = /^-(?:gen(?!cert$)|import|delete|storepasswd|keypasswd|changealias|keyclone|identitydb|selfcert)/;

/** Java's key stores: a look changes none, and what is imported is only read. */
export function keytool(call: WriterCall): void {
  const reads = hasOption(call, STORE_READERS) && !hasOption(call, STORE_WRITERS);
  const written = reads ? ['-outfile', ...(hasOption(call, /^-(?:export|certreq)/) ? ['-file'] : [])] : STORES;
  for (const path of values(call.words, written)) write(call, path);
}

const STORES = ['-keystore', '-destkeystore', '-outfile'];

/** A certificate and its key, named after the host unless options name them. */
export function mkcert(call: WriterCall): void {
  const given = values(call.words, ['-cert-file', '-key-file', '-p12-file']);
  for (const path of given) write(call, path);
  const [host] = call.operands.filter((one) => !given.includes(one));
  if (host === undefined || given.length > 0) return;
  const name = host.replace('*', '_wildcard').replace(':', '_');
  for (const path of [`${name}.pem`, `${name}-key.pem`]) write(call, path);
}

/** `cfssljson -bare name`: a certificate, its key and its request. */
export function cfssl(call: WriterCall): void {
  const name = values(call.words, ['-bare'])[0] ?? call.operands[0] ?? 'cert';
  for (const end of ['.pem', '-key.pem', '.csr']) write(call, name + end);
}

/** Modules of ansible that are run ad hoc and change files. */
export function ansible(call: WriterCall): void {
  for (const text of values(call.words, ['-a', '--args']))
    for (const match of text.matchAll(/\b(?:dest|path|name)=(?:"([^"]+)"|'([^']+)'|(\S+))/g))
      write(call, match[1] ?? match[2] ?? match[3] ?? '', 'tree');
}

/** Old name, new name: `rename 's/a/b/' files`, `rename from to files`. */
export function rename(call: WriterCall): void {
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

/** Plain expressions only; another one makes a name that is unknown. */
function substituteName(file: string, from: string, to: string): string {
  const plain = from.replace(/\\([.\-_/])/g, '$1').replace(/^\^|\$$/g, '');
  if (/[\\.*+?^$()[\]{}|]/.test(plain.replaceAll('.', ''))) return file.replace(/[^/]+$/, HOLE);
  return replaceText(file, plain, to);
}

/** What is mounted takes the place of all that lies beneath the last word. */
export function mountOver(call: WriterCall): void {
  const target = call.operands.at(-1);
  if (call.operands.length > 1 && target !== undefined) write(call, target, 'tree');
}
