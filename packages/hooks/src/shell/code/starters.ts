/** Names by which a program starts another or reaches what no text shows, in the languages that are compiled. */
const STARTS =
  /system(?!\.(?:out|err|in|getenv|getProperty|currentTimeMillis|nanoTime|lineSeparator|exit|arraycopy)\b)|exec|popen|spawn|fork|syscall|dlsym|dlopen|getprocaddress|asm|command|process|unix|shell|sys\.|runtime|invoke|forname|loadlibrary|plugin|"C"/i;

/** Source that lies elsewhere: own headers, modules and packages, and names that a macro puts together. */
const ELSEWHERE =
  /##|\binclude!|^[ \t]*#[ \t]*include[ \t]*[^\s<]|^[ \t]*(?:pub\s+)?mod\s+\w+\s*;|\bextern\s+crate\b|^[ \t]*import\s+(?:static\s+)?(?!javax?\.)[\w.*]+\s*;/m;

/** Packages of Go's own library that only calculate, read and write; what starts programs is named above. */
const OWN_TO_GO =
  /^(?:archive|bufio|bytes|cmp|compress|container|context|crypto|embed|encoding|errors|flag|fmt|hash|html|image|io|iter|log|maps|math|mime|os|path|regexp|slices|sort|strconv|strings|sync|testing|text|time|unicode)(?:\/[\w/]+)?$/;

/** Whether source of a compiled language may start a program, itself or through what it takes from elsewhere. */
export function mayStart(text: string): boolean {
  return STARTS.test(text) || ELSEWHERE.test(text) || importsOfGo(text).some((name) => !OWN_TO_GO.test(name));
}

function importsOfGo(text: string): string[] {
  const lists = [...text.matchAll(/^import\s*(?:\(([^)]*)\)|([^\n(]*))/gm)].map((match) => match[1] ?? match[2] ?? '');
  return [...lists.join('\n').matchAll(/["`]([^"`\n]+)["`]/g)].map((match) => match[1] as string);
}
