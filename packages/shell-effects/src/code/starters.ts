/** Names by which a program starts another or reaches what no text shows, in the languages that are compiled. */
const STARTS =
  /system(?!\.(?:out|err|in|getenv|getProperty|currentTimeMillis|nanoTime|lineSeparator|exit|arraycopy)\b)|exec|popen|spawn|fork|syscall|dlsym|dlopen|getprocaddress|asm|command|process|unix|shell|sys\.|runtime|invoke|forname|loadlibrary|plugin|"C"/i;

/** Source that lies elsewhere: own headers, modules and packages, and names that a macro puts together. */
const ELSEWHERE =
  /##|\binclude!|^[ \t]*#[ \t]*include[ \t]*[^\s<]|^[ \t]*(?:pub\s+)?mod\s+\w+\s*;|\bextern\s+crate\b|^[ \t]*import\s+(?:static\s+)?(?!javax?\.)[\w.*]+\s*;/m;

/** Packages of Go that only calculate, compare, read and write: of its own library, and those by which tests compare. */
const TAME_IN_GO =
  /^(?:(?:archive|bufio|bytes|cmp|compress|container|context|crypto|embed|encoding|errors|flag|fmt|hash|html|image|io|iter|log|maps|math|mime|os(?!\/exec)|path|reflect|regexp|slices|sort|strconv|strings|sync|testing|text|time|unicode)(?:\/[\w/]+)?|net\/url|github\.com\/(?:stretchr\/testify\/(?:assert|require)|google\/go-cmp\/cmp))$/;

/** `FILE_OF_GO` matches a whole file of Go. */
const FILE_OF_GO = /^package \w+[ \t]*(?:\/\/.*)?$/m;
/** How Go starts a program, whatever it imports. */
const STARTS_IN_GO = /\bexec\.Command|\bStartProcess\b|\bgo:linkname\b/;

/**
 * Tells whether source of a compiled language may start a program, itself or through what it takes from elsewhere. In
 * Go that takes a package: words like "command" say nothing there.
 */
export function mayStart(text: string): boolean {
  const isTame = importsOfGo(text).every((name) => TAME_IN_GO.test(name));
  if (FILE_OF_GO.test(text)) return !isTame || STARTS_IN_GO.test(text);
  return STARTS.test(text) || ELSEWHERE.test(text) || !isTame;
}

function importsOfGo(text: string): string[] {
  const lists = [...text.matchAll(/^import\s*(?:\(([^)]*)\)|([^\n(]*))/gm)].map((match) => match[1] ?? match[2] ?? '');
  return [...lists.join('\n').matchAll(/["`]([^"`\n]+)["`]/g)].map((match) => match[1] as string);
}

/** How tests of Ruby, PHP, Perl and Rust start programs, and how helpers are called that usually do. */
const TESTS_START =
  /`|%x|##|\b(?:system|\w*exec\w*|p?open[23]?|popen|proc_open|spawn\w*|fork|syscall|qx|sh|[rR]un\w*|[sS]hell\w*|passthru|pty|invoke\w*|\w*eval|send|public_send|Kernel|Process|Open3|IO|Command|cmd|load|require_relative|libc|unsafe|extern|macro_rules)\b|\bcommand\s*[({]|\bmod\s+\w+\s*;|\binclude(?:!|_once)?\s*\(/;
const TEXT = /"(?:[^"\\\n#]|\\.|#(?!\{))*"/g;

/** Tells whether a test in one of these languages names a way to start a program, apart from its texts. */
export const testStarts = (text: string) => TESTS_START.test(text.replace(TEXT, '""'));
