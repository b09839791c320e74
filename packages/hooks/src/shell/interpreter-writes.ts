import type { Language, Literal, Literals } from './literals.js';
import { emitWrite } from './paths.js';
import { HOLE, type Session, type Shell } from './state.js';

/** Calls that change a file that is named by a literal. */
const WRITES =
  /\b(?:open|write_text|write_bytes|writeFile(?:Sync)?|appendFile(?:Sync)?|createWriteStream|outputFile(?:Sync)?|outputJson(?:Sync)?|copyFile(?:Sync)?|cp(?:Sync)?|rename(?:Sync)?|unlink(?:Sync)?|rm(?:Sync)?|rmdir(?:Sync)?|mkdir(?:Sync)?|symlink(?:Sync|_to)?|link(?:Sync)?|hardlink_to|truncate(?:Sync)?|utimes(?:Sync)?|chmod(?:Sync)?|remove|unlink|rmtree|removedirs|replace|move|copy2?|copyfile|copytree|touch|File\.(?:write|open|delete|rename|new|symlink|chmod|unlink)|IO\.(?:write|binwrite|copy_stream)|FileUtils\.\w+|file_put_contents|fopen|io\.open|os\.(?:rename|remove)|Deno\.(?:write\w*|remove|rename|copyFile|create)|Bun\.write|sysopen|extractall|extract|make_archive|unpack_archive|to_csv|to_json|dump|savefig|print)\b/;

const WRITE_MODE = /^[^r]*[wax+]|^r\+/;

/** A call that changes files with something other than a literal as its path. */
const WRITES_UNKNOWN =
  /\b(?:open|fopen)\s*\(\s*[A-Za-z_$@][^"'()]*(?:,\s*(?:mode\s*=\s*)?""|,\s*`)|\b(?:writeFile|appendFile|outputFile|copyFile|rename|unlink|rm|truncate)(?:Sync)?\(\s*[A-Za-z_$]|\.(?:write_text|write_bytes|unlink|touch)\(|\bos\.(?:remove|unlink|rename|replace)\(\s*[A-Za-z_]|\bshutil\.\w+\(\s*[A-Za-z_]|\bFile\.(?:write|delete|rename)\(?\s*[A-Za-z_]|\bunlink\s+[$@]|\bfile_put_contents\(\s*\$/;

/** Reports the paths that literals give to calls that write, delete, move or link. */
export function reportLiteralWrites(literals: Literals, language: Language, session: Session, shell: Shell): void {
  if (!WRITES.test(literals.bare)) return;
  const before = session.effects.length;
  const rest: Literal[] = [];
  for (const literal of literals.items) {
    const { value } = literal;
    if (literal.list !== undefined || value === '' || value.length > 4_096 || value.includes('\n')) continue;
    // Perl's two-argument `open(F, ">file")`.
    const opened =
      language === 'perl' && /\bopen\b[^;]*,\s*$/.test(literal.before) ? /^\+?>{1,2}\s*([^&\s].*)$/.exec(value) : null;
    const how = opened === null ? writeHow(literal, language) : 'write';
    if (how === undefined) rest.push(literal);
    else emitWrite(session, shell, how, opened?.[1] ?? value, `${language} code`, how === 'delete' ? 'tree' : 'exact');
  }
  // Some path is put together: whatever else looks like one may be meant.
  if (session.effects.length > before || !WRITES_UNKNOWN.test(literals.bare)) return;
  if (
    !/\b(?:write|unlink|remove|rename|replace|rm|delete|touch|copy|move)/.test(literals.bare) &&
    !rest.some((one) => WRITE_MODE.test(one.value))
  )
    return;
  for (const { value } of rest.filter((one) => /^[\w.~*/-]*[./][\w.*/-]*$/.test(one.value)).slice(0, 16)) {
    emitWrite(session, shell, 'write', value.replaceAll('*', HOLE) + HOLE, `${language} code`);
  }
}

/** What a call does with the path that stands in it, judged by the text around the literal. */
function writeHow(
  { before, after, previous }: Literal,
  language: Language,
): 'write' | 'delete' | 'move' | 'link' | 'mode' | undefined {
  const call = /([\w.$:]+)\s*\(?\s*(?:[^()]*,\s*)?[rbuf]{0,2}$/.exec(before.slice(-160))?.[1] ?? '';
  const name = call.slice(Math.max(call.lastIndexOf('.'), call.lastIndexOf(':')) + 1);
  const isFirst = new RegExp(`${name.replace(/[^\w]/g, '')}\\s*\\(?\\s*[rbuf]{0,2}$`).test(before);
  if (/^(?:open|fopen|sysopen|codecs)$/.test(name)) {
    if (!isFirst && language !== 'perl') return undefined;
    if (language === 'perl') return /^\+?>{1,2}/.test(previous ?? '') && /,\s*$/.test(before) ? 'write' : undefined;
    const mode = /^\s*,\s*(?:mode\s*=\s*)?["']([^"']*)["']/.exec(after)?.[1];
    return mode !== undefined && WRITE_MODE.test(mode) ? 'write' : undefined;
  }
  if (/^Path$|^PurePath$|^PosixPath$/.test(name) || name === 'file') {
    const method = /^\s*\)\s*\.\s*(\w+)/.exec(after)?.[1] ?? '';
    if (/^(?:write_text|write_bytes|touch|mkdir)$/.test(method)) return 'write';
    if (method === 'open') return /^\s*\)\s*\.\s*open\(\s*["'][wax]/.test(after) ? 'write' : undefined;
    if (/^(?:unlink|rmdir)$/.test(method)) return 'delete';
    if (/^(?:rename|replace)$/.test(method)) return 'move';
    if (/link_to$/.test(method)) return 'link';
    return method === 'chmod' ? 'mode' : undefined;
  }
  if (
    /^(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|outputFile\w*|outputJson\w*|write|binwrite|writeTextFile\w*|file_put_contents|mkdir\w*|makedirs|truncate\w*|utimes\w*|utime|touch|create)$/.test(
      name,
    )
  ) {
    if (name === 'write' && !/(?:File|IO|Bun|Deno)\.write$/.test(call)) return undefined;
    return isFirst ? 'write' : undefined;
  }
  if (/^(?:copyFile\w*|cp|cpSync|copy2?|copyfile|copytree|cp_r|copy_stream|install)$/.test(name))
    return isFirst ? undefined : 'write';
  if (/^(?:rename\w*|replace|move|mv)$/.test(name))
    return isFirst
      ? /^(?:os|shutil|fs\w*|File|FileUtils|Deno)\b/.test(call) || /Sync$/.test(name)
        ? 'move'
        : undefined
      : /^(?:os|shutil|fs\w*|File|FileUtils|Deno)\b|^rename/.test(call)
        ? 'write'
        : undefined;
  if (/^(?:unlink\w*|rm|rmSync|rmdir\w*|remove|removedirs|rmtree|delete|rm_rf|rm_f|rm_r)$/.test(name))
    return isFirst ? 'delete' : undefined;
  if (/^(?:symlink\w*|link|linkSync|ln_s|ln_sf|ln)$/.test(name)) return isFirst ? undefined : 'link';
  if (/^(?:chmod\w*|lchmod|chown\w*)$/.test(name)) return 'mode';
  if (/^(?:extractall|extract|unpack_archive)$/.test(name)) return 'write';
  return /(?:new|open)$/.test(name) && language === 'ruby' && /^\s*,\s*["'][wa]/.test(after) ? 'write' : undefined;
}
