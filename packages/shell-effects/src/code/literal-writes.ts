import { emitRead, emitWrite, isDirectory, rememberLink } from '../disk/paths.js';
import { baseName, HOLE, type Session, type Shell } from '../state.js';
import { join } from '../text/below-folder.js';
import { argumentsOf } from './call-table.js';
import type { Language, Literal, Literals } from './literals.js';

/** A mode of `open` that lets the file be changed. */
const WRITE_MODE = /^[^r]*[wax+]|^r\w*\+/;

/** A call that changes files with something other than a literal as its path. */
const WRITES_UNKNOWN =
  /\b(?:open|fopen)\s*\(\s*[A-Za-z_$@][^"'()]*(?:,\s*(?:mode\s*=\s*)?""|,\s*`)|\b(?:writeFile|appendFile|outputFile|copyFile|rename|unlink|rm|truncate)(?:Sync)?\(\s*[A-Za-z_$]|\.(?:write_text|write_bytes|unlink|touch)\(|\bos\.(?:remove|unlink|rename|replace)\(\s*[A-Za-z_]|\bshutil\.\w+\(\s*[A-Za-z_]|\bFile\.(?:write|delete|rename)\(?\s*[A-Za-z_]|\bunlink\s+[$@]|\bfile_put_contents\(\s*\$/;

/** Archives that Python and Perl unpack without the name of a folder. */
const UNPACKS_HERE = /\.extractall\(\s*\)|\bArchive::\w+\b[^;]*->\s*(?:extract|extract_archive|extractTree)\s*\(/;

/** Calls that make a path object of a text: what counts is the call around them or the method behind. */
const PATH_MAKERS =
  /(?:^|[\s(,=:.])(?:Path|PurePath|PosixPath|Path\.of|Paths\.get|Pathname|Pathname\.new|URL|File|new File|str|fspath|os\.fspath|abspath|expanduser|realpath|File\.expand_path|expand_path|resolve|normalize|glob|sorted|list|encode|String|file)$/;

/** Where a literal stands: the call, what owns it, and at which place. */
interface Position {
  readonly owner: string;
  readonly name: string;
  readonly index: number;
  /** `name="…"` in the call. */
  readonly keyword: string | undefined;
  /** Written without parentheses. */
  readonly isBare: boolean;
  /** The code before the call. */
  readonly outside: string;
}

/** Reports the paths that literals give to calls that write, delete, move or link, and to those that read. */
export function reportLiteralWrites(literals: Literals, language: Language, session: Session, shell: Shell): void {
  const before = session.effects.length;
  const rest: Literal[] = [];
  const by = `${language} code`;
  for (const literal of literals.items) {
    const { value } = literal;
    if (literal.list !== undefined || value === '' || value.length > 4_096 || value.includes('\n')) continue;
    if (!reportLiteral(literal, language, session, shell, by)) rest.push(literal);
  }
  // An archive that is told no folder is unpacked here.
  if (UNPACKS_HERE.test(literals.bare)) emitWrite(session, shell, 'write', '.', by, 'into');
  const isFound = session.effects.slice(before).some((one) => one.kind === 'write');
  // Some path is put together: whatever else looks like one may be meant.
  if (isFound || !WRITES_UNKNOWN.test(literals.bare)) return;
  const writes = /\b(?:write|unlink|remove|rename|replace|rm|delete|touch|copy|move)/.test(literals.bare);
  if (!writes && !rest.some((one) => WRITE_MODE.test(one.value))) return;
  for (const { value } of rest.filter((one) => /^[\w.~*/-]*[./][\w.*/-]*$/.test(one.value)).slice(0, 16))
    emitWrite(session, shell, 'write', value.replaceAll('*', HOLE) + HOLE, by);
}

/** Tells whether the literal was found to be a path of a call. */
function reportLiteral(literal: Literal, language: Language, session: Session, shell: Shell, by: string): boolean {
  const { value } = literal;
  // Perl's two-argument `open(F, ">file")`.
  if (language === 'perl' && /\bopen\b[^;]*,\s*$/.test(literal.before)) {
    const opened = /^\+?>{1,2}\s*([^&\s>].*)$/.exec(value);
    if (opened !== null) {
      emitWrite(session, shell, 'write', opened[1] as string, by);
      return true;
    }
  }
  const done = writtenBy(literal, language);
  if (done === undefined) return false;
  switch (done) {
    case 'r':
      emitRead(session, shell, value, by);
      return true;
    case 'w':
      emitWrite(session, shell, 'write', value, by);
      return true;
    case 't': {
      const source = literal.previous;
      const isInto = language !== 'node' && isDirectory(session, shell, value) && source !== undefined;
      emitWrite(session, shell, 'write', isInto ? join(value, baseName(source)) : value, by, 'tree');
      // A folder brings what it holds.
      if (language === 'node') reportCopied(source, value, session, shell, by);
      return true;
    }
    case 'i':
      emitWrite(session, shell, 'write', value, by, 'into');
      reportCopied(literal.previous, value, session, shell, by);
      return true;
    case 'd':
    case 'D':
      emitWrite(session, shell, 'delete', value, by, 'tree');
      return true;
    case 'm':
      emitWrite(session, shell, 'move', value, by, 'tree');
      return true;
    case 'l': {
      emitWrite(session, shell, 'link', value, by);
      const [source, isSymbolic] = linkedTo(literal);
      if (source !== undefined) rememberLink(session, shell, source, value, isSymbolic);
      return true;
    }
    case 'c':
      emitWrite(session, shell, 'mode', value, by);
      return true;
    default:
      return false;
  }
}

/** Returns the target and name of a link that code makes: `symlink("a", "link")`, `Path("link").symlink_to("a")`. */
function linkedTo({ before, after, previous }: Literal): [source: string | undefined, isSymbolic: boolean] {
  const method = /^\s*\)\s*\.\s*(sym|hard)?link_to\(\s*["']([^"']+)["']/.exec(after);
  if (method !== null) return [method[2], method[1] === 'sym'];
  return [previous, /\bsymlink\w*\W*[^;]*$/i.test(before)];
}

/** A folder that is copied brings the names that it holds on disk, one level deep. */
function reportCopied(source: string | undefined, target: string, session: Session, shell: Shell, by: string): void {
  const place = source === undefined || !isDirectory(session, shell, source) ? undefined : source;
  if (place === undefined || shell.cwd === undefined) return;
  const names = session.list(place.startsWith('/') ? place.replace(/(.)\/\.?$/, '$1') : join(shell.cwd, place)) ?? [];
  for (const name of names) emitWrite(session, shell, 'write', join(target, name), by, 'tree');
}

/** Tells what is done with the path that a literal is, as one letter of the table of calls. */
function writtenBy(literal: Literal, language: Language): string | undefined {
  const { before, after } = literal;
  let position = positionOf(before);
  if (position === undefined) return undefined;
  const called = position.owner === '' ? position.name : `${position.owner}.${position.name}`;
  let method = '';
  if (PATH_MAKERS.test(called) && position.index === 0) {
    method = /^\s*\)\s*\.?\s*(\w+!?|<<)/.exec(after)?.[1] ?? '';
    const byMethod = methodOf(method, after);
    if (byMethod !== undefined) return byMethod;
    const outer = positionOf(position.outside);
    if (outer === undefined) return undefined;
    position = outer;
  }
  const { name, owner, index, keyword, isBare } = position;
  if (keyword !== undefined) return byKeyword(keyword, name, after);
  if (
    /^(?:open|fopen|openSync|codecs|SplFileObject|fdopen|FileIO|ZipFile|TarFile|RandomAccessFile|GzipFile|OpenFile|freopen|file)$/.test(
      name,
    )
  )
    return opened(literal, language, owner, name, index);
  if (/^sysopen$/.test(name)) return index === 1 && /WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(after) ? 'w' : undefined;
  if (name === 'new') return /\bFile$/.test(owner) && /^\s*,\s*["'][wa]/.test(after) ? 'w' : undefined;
  if (name === 'connect') return /sqlite3?$/.test(owner) && index === 0 && value(literal) ? 'w' : undefined;
  if (name === 'input' || name === 'FileInput') return /^[^)]*\binplace\s*=\s*(?:True|1)/.test(after) ? 'w' : undefined;
  if (name === 'print' && keyword === undefined) return undefined;
  if (name === 'output' && owner === 'io') return 'w';
  if (name === 'extract') return index > 0 ? 'i' : undefined;
  if (language === 'perl' && /^(?:chmod|chown|utime)$/.test(name))
    return index >= (name === 'chmod' ? 1 : 2) ? 'c' : undefined;
  if (language === 'ruby' && /^(?:chmod|utime|chown)$/.test(name)) return index >= 1 ? 'c' : undefined;
  // A method of a path object: `path.rename(target)`.
  const isMethod = /[)"]$/.test(owner) && !/require\(""\)$|promises$|import\(""\)$/.test(owner);
  // `"a-b".replace("-", "")`: of a text.
  if (name === 'replace' && (language === 'node' || owner.endsWith('"'))) return undefined;
  if (isMethod && /^(?:rename|replace|symlink_to|hardlink_to|link_to)$/.test(name))
    return index === 0 ? (/link/.test(name) ? undefined : 't') : undefined;
  const letters = argumentsOf(owner, name, isBare);
  if (letters === undefined) return undefined;
  const letter =
    letters[index] === '*' || index >= letters.length
      ? letters.endsWith('*')
        ? letters.at(-2)
        : undefined
      : letters[index];
  return letter === '-' || letter === '*' ? undefined : letter;
}

const value = (literal: Literal) => literal.value !== ':memory:';

function methodOf(method: string, after: string): string | undefined {
  if (
    /^(?:write_text|write_bytes|touch|mkdir|write|binwrite|mkpath|text|createNewFile|mkdirs|append|bytes|withWriter)$/.test(
      method,
    )
  ) {
    return /^(?:text|bytes)$/.test(method) && !/^\s*\)\s*\.\s*\w+\s*=[^=]/.test(after) ? undefined : 'w';
  }
  if (method === '<<') return 'w';
  if (method === 'open') return /^\s*\)\s*\.\s*open\(\s*(?:mode\s*=\s*)?["'](?:[wax]|r\+)/.test(after) ? 'w' : 'r';
  if (/^(?:unlink|rmdir|delete|rmtree|deleteDir|deleteOnExit)$/.test(method)) return 'D';
  if (/^(?:rename|replace|renameTo)$/.test(method)) return 'm';
  if (/link_to$|make_symlink|make_link/.test(method)) return 'l';
  if (/^(?:chmod|lchmod|utime|setReadable|setLastModified)$/.test(method)) return 'c';
  return /^(?:read_text|read_bytes|read)$/.test(method) ? 'r' : undefined;
}

function byKeyword(keyword: string, name: string, after: string): string | undefined {
  if (/^(?:file|filename)$/.test(keyword)) {
    if (name === 'open') return /["'](?:[wax]|r\+)/.test(after.slice(0, 40)) ? 'w' : undefined;
    return /^(?:cat|basicConfig|FileConfig|write\.csv|write\.table|write|saveRDS|FileHandler|csv)$/.test(name)
      ? 'w'
      : undefined;
  }
  if (/^(?:path|extract_dir|directory)$/.test(keyword) && /extract|unpack/.test(name)) return 'i';
  return /^(?:dst|target|dest)$/.test(keyword) && /copy|move|rename|replace|link/.test(name) ? 't' : undefined;
}

/** `open` and its like: what the mode says. */
function opened(literal: Literal, language: Language, owner: string, name: string, index: number): string | undefined {
  const { before, after, previous } = literal;
  if (language === 'perl') return /^\+?>{1,2}|^\+</.test(previous ?? '') && /,\s*$/.test(before) ? 'w' : undefined;
  if (index !== 0) return undefined;
  const flags = after.slice(0, 80);
  if (/^\s*,[^)]*\b(?:O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_EXCL)\b/.test(flags)) return 'w';
  const mode =
    /^\s*,\s*(?:mode\s*=\s*)?["']([^"']*)["']/.exec(after)?.[1] ??
    /^[^)]*\bmode\s*=\s*["']([^"']*)["']/.exec(flags)?.[1];
  if (mode !== undefined) return WRITE_MODE.test(mode) ? 'w' : 'r';
  if (/^(?:RandomAccessFile|OpenFile|freopen)$/.test(name)) return undefined;
  return owner === 'file' ? undefined : 'r';
}

/** Finds the call around the end of a piece of code: back to the parenthesis that is still open. */
function positionOf(before: string): Position | undefined {
  let depth = 0;
  let index = 0;
  const text = before.slice(-240);
  const keyword = /([A-Za-z_]\w*)\s*=\s*[rbuf]{0,2}$/.exec(text)?.[1];
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text[at] as string;
    if (/[)\]}]/.test(character)) depth++;
    else if (/[[{]/.test(character)) depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0) index++;
    else if (character === '(' && depth-- === 0) {
      const chain = /(?:[\w$@!?.:>-]|\([^()]*\))+\s*$/.exec(text.slice(0, at))?.[0] ?? '';
      if (chain.trim() !== '') return named(chain, text.slice(0, at), index, keyword);
      // A pair of its own around a value or a list.
      depth = 0;
      index = 0;
    }
  }
  // `unlink "a"`, `FileUtils.cp "a", "b"`
  const bare =
    /(?:^|[\s;{(=&|])((?:[\w$]+(?:\.|::))*)([A-Za-z_]\w*!?)\s+((?:(?:my\s+)?(?:""|[\w.$:]+)\s*,\s*)*)[rbuf]{0,2}$/.exec(
      text,
    );
  if (bare === null) return undefined;
  const found: Position = {
    owner: (bare[1] ?? '').replace(/(?:\.|::)$/, ''),
    name: bare[2] as string,
    index: (bare[3] ?? '').split(',').length - 1,
    keyword: undefined,
    isBare: true,
    outside: '',
  };
  return found;
}

/** Takes a chain such as `require("").promises.rm` apart. */
function named(chain: string, outside: string, index: number, keyword: string | undefined): Position {
  const whole = chain.trim();
  // Names that have a point of their own: `file.remove` of R.
  const last = /^(?:file|dir|write)\.[a-z]+$/.test(whole)
    ? -1
    : Math.max(whole.lastIndexOf('.'), whole.lastIndexOf(':'), whole.lastIndexOf('>'));
  return {
    owner: whole.slice(0, Math.max(0, last)).replace(/[.:>?-]+$/, ''),
    name: whole.slice(last + 1),
    index,
    keyword,
    isBare: false,
    outside: outside.slice(0, outside.length - chain.length).replace(/\bnew\s+$/, ''),
  };
}
