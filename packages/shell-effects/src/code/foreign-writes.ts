import { contentOf, isDirectory } from '../disk/paths.js';
import { foldTexts } from '../folding/calls.js';
import { insertVariables } from '../folding/variables.js';
import { HOLE, isKnown, resolvePath } from '../state.js';
import { findOperands, values } from '../text/command-options.js';
import { runGuess, type WriterCall, write } from '../writers/call.js';
import { reportLiteralWrites } from './literal-writes.js';
import { type Language, readLiterals } from './literals.js';

/** How a program of another language is given its code: options with code, and what its text looks like. */
interface Foreign {
  readonly code: readonly string[];
  readonly language: Language;
  /** Word behind which alone the program reads code: `go run`. */
  readonly verb?: string;
}

const FOREIGN: Readonly<Record<string, Foreign>> = {
  Rscript: { code: ['-e'], language: 'lua' },
  R: { code: ['-e', '-f', '--file'], language: 'lua' },
  octave: { code: ['--eval'], language: 'lua' },
  julia: { code: ['-e', '-E', '--eval'], language: 'lua' },
  elixir: { code: ['-e', '--eval'], language: 'lua' },
  groovy: { code: ['-e'], language: 'node' },
  jshell: { code: [], language: 'node' },
  java: { code: [], language: 'node' },
  kotlin: { code: ['-e'], language: 'node' },
  scala: { code: ['-e'], language: 'node' },
  go: { code: [], language: 'node', verb: 'run' },
  swift: { code: ['-e'], language: 'node' },
  dart: { code: [], language: 'node', verb: 'run' },
  crystal: { code: [], language: 'ruby', verb: 'eval' },
};

/** Code in languages that have no reader of their own: texts in calls that look alike in nearly all of them. */
export function reportForeignWrites(call: WriterCall): void {
  const { program, words, session, shell, frame } = call;
  if (program === 'tclsh' || program === 'wish') {
    reportTcl(call);
    return;
  }
  if (/^(?:pwsh|powershell)$/.test(program)) {
    reportPowerShell(call);
    return;
  }
  const foreign = Object.hasOwn(FOREIGN, program) ? (FOREIGN[program] as Foreign) : undefined;
  if (foreign === undefined || (foreign.verb !== undefined && words[0] !== foreign.verb)) return;
  const texts = values(words, foreign.code);
  for (const path of findOperands(words, foreign.code)) {
    if (path === '-' || path === '/dev/stdin') texts.push(frame.input?.rest ?? '');
    else if (program === 'go' && isDirectory(session, shell, path)) texts.push(...packageTexts(call, path));
    else if (/\.\w+$/.test(path)) texts.push(contentOf(session, shell, path) ?? '');
  }
  if (texts.length === 0) texts.push(frame.input?.rest ?? '');
  const given = words.slice(words.findIndex((word) => /\.\w+$/.test(word) || word.startsWith('./')) + 1);
  for (const source of texts) {
    if (source === '' || source === HOLE) continue;
    const text = foldPaths(insertWords(source, program, given), foreign.language);
    const { items, bare } = readLiterals(text, foreign.language);
    reportLiteralWrites({ items, bare }, foreign.language, session, shell);
    for (const { before, value } of items) if (/\bsystem2?\(\s*$|\brun\(\s*`?$/.test(before)) runGuess(call, value);
  }
}

/** Returns a program of Go or Java with the words that it is given in the place of `os.Args[1]` and `args[0]`. */
function insertWords(text: string, program: string, given: readonly string[]): string {
  // Julia's names its file first, where others write to what they have opened.
  if (program === 'julia') return text.replace(/(?<![\w.])write\(\s*(?=["'])/g, 'File.write(');
  const name = program === 'go' ? 'os\\.Args' : /\bmain\s*\(\s*String(?:\[\]|\.\.\.)\s*(\w+)/.exec(text)?.[1];
  if (name === undefined || given.length === 0) return text;
  const first = program === 'go' ? 1 : 0;
  return text.replace(new RegExp(`(?<![\\w.])${name}\\[(\\d)\\]`, 'g'), (all, index) => {
    const word = given[Number(index) - first];
    return word === undefined ? all : JSON.stringify(word);
  });
}

/** Paths that are joined or named before they are used, step by step: `dir := filepath.Join("a", "b")`. */
function foldPaths(text: string, language: Language): string {
  let result = text
    .replace(/\b(\w+)\s*:=/g, 'var $1 =')
    .replace(/\b(?:final\s+)?(?:String|Path|val)\s+(\w+)\s*=/g, 'var $1 =');
  for (let round = 0; round < 3; round++) result = insertVariables(foldTexts(result, language), language);
  return result;
}

/** Returns the files of a package of Go. */
function packageTexts({ session, shell }: WriterCall, folder: string): string[] {
  const place = resolvePath(folder, shell, session);
  const names = isKnown(place) ? (session.list(place) ?? []) : [];
  return names.filter((name) => /\.go$/.test(name)).map((name) => contentOf(session, shell, `${folder}/${name}`) ?? '');
}

function reportTcl(call: WriterCall): void {
  const text = [
    call.frame.input?.rest ?? '',
    ...call.operands.map((path) => contentOf(call.session, call.shell, path) ?? ''),
  ].join('\n');
  for (const match of text.matchAll(/\bopen\s+(\S+)\s+["{]?[wa]/g)) write(call, unquoted(match[1]));
  for (const match of text.matchAll(/\bfile\s+(delete|mkdir|rename|copy|link)((?:\s+-\w+)*)\s+([^\n;\]]+)/g)) {
    const paths = (match[3] ?? '').trim().split(/\s+/).map(unquoted);
    if (match[1] === 'delete') for (const path of paths) write(call, path, 'tree', 'delete');
    else if (paths.length > 0) {
      if (match[1] === 'rename') write(call, paths[0] as string, 'tree', 'move');
      write(call, paths.at(-1) as string);
    }
  }
}

function unquoted(text: string | undefined): string {
  return (text ?? '').replace(/^["{](.*)["}]$/, '$1');
}

const CMDLETS =
  /(?:^|[\s|;&(])(Set-Content|Add-Content|Out-File|Clear-Content|New-Item|Remove-Item|Move-Item|Copy-Item|Rename-Item|Set-ItemProperty|Tee-Object|Export-\w+|ri|rm|del|mv|cp|copy|move|sc|ac|ni)((?:\s+(?:-\w+|"[^"\n]*"|'[^'\n]*'|[^\s|;&)]+))*)/gi;

/** Reports the commands of PowerShell that change files, by their first plain words. */
function reportPowerShell(call: WriterCall): void {
  const at = call.words.findIndex((word) => /^-(?:c|command)$/i.test(word));
  const text = at >= 0 ? call.words.slice(at + 1).join(' ') : (call.frame.input?.rest ?? '');
  for (const match of text.matchAll(CMDLETS)) {
    const name = (match[1] ?? '').toLowerCase();
    const paths = [...(match[2] ?? '').matchAll(/(?<=\s)(?:"([^"\n]*)"|'([^'\n]*)'|(?!-)([^\s|;&)]+))/g)].map(
      (one) => one[1] ?? one[2] ?? one[3] ?? '',
    );
    const [first, second] = paths;
    if (first === undefined) continue;
    if (/^(?:remove-item|ri|rm|del)$/.test(name)) write(call, first, 'tree', 'delete');
    else if (/^(?:move|copy|rename|mv|cp)/.test(name)) {
      if (/^(?:move|mv|rename)/.test(name)) write(call, first, 'tree', 'move');
      if (second !== undefined) write(call, second);
    } else write(call, first);
  }
  for (const match of text.matchAll(
    /\[(?:System\.)?IO\.File\]::(?:Write\w+|Append\w+|Delete|Create)\(\s*["']([^"']+)/gi,
  ))
    write(call, match[1] as string);
}
