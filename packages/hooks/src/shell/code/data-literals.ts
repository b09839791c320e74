import type { Language, Literal, Literals } from './literals.js';

/**
 * Without one of these a code starts no program, whatever its calls are named: `asyncio.run`, `/x/.exec(text)`. Ways by which
 * a name could be reached under another one count, too.
 */
const CAN_START: Partial<Readonly<Record<Language, RegExp>>> = {
  python:
    /\bsubprocess\b|\bos\s*\.\s*(?:system|popen|exec|spawn|posix_spawn|fork)|\bfrom\s+(?:os|pty|commands|asyncio)\b|\bimport\s+(?:os|asyncio)\s+as\b|[=(,[:]\s*(?:os|asyncio)\b(?!\s*\.)(?<!\bimport\s[\w,. ]*)|\bgetattr\b|\bcreate_subprocess|\bp(?:ty|ipes|expect|lumbum)\b|\bcommands\b|\b(?:posix|nt|code|sh|fabric|invoke|paramiko|runpy|ctypes|cffi|distutils)\b|__|\bimportlib\b|(?<![.\w])(?:exec|eval|compile)\s*\(|\b(?:globals|locals|vars|attrgetter|methodcaller)\b/,
  node: /child_process|process\s*\.\s*(?:binding|mainModule|dlopen)|process\s*\[|\b(?:execa|zx|shelljs|shx|cross-spawn|node-pty|tinyexec|nano-spawn|Bun|Deno|vm|cluster|module|createRequire|constructor|Reflect|globalThis|eval|Function)\b|\b(?:require|import)\s*\(\s*(?!["'][\w@./:-]+["']\s*\))|\brequire\b(?!\s*\()/,
  ruby: /(?<![.\w@:])(?:system|exec|spawn|fork|syscall)\b|\b(?:Kernel|Process|Object|PTY|Open3|Fiddle|Shell)\b|popen|`|%x|\b(?:send|public_send|__send__|method|\w*eval|const_get)\b|\bopen\s*\(?\s*["']\|/,
};

/** Whether a code could start a program by itself, as far as its own text shows. */
export const canStart = (code: string, language: Language) => CAN_START[language]?.test(code) !== false;

/** Modules that start nothing for those who load them. */
const INERT: Partial<Readonly<Record<Language, RegExp>>> = {
  python:
    /^(?:sys|re|json|csv|time|datetime|math|string|random|hashlib|textwrap|itertools|functools|collections|dataclasses|typing|enum|pathlib|io|os|unittest|pytest|__future__)$/,
  node: /^(?:(?:node:)?(?:fs|path|os|url|util|assert|crypto|events|perf_hooks|test)(?:\/\w+)?|vitest|@jest\/globals|chai|sinon)$/,
};

/** A call that compares, or asks a stand-in what it was called with. */
const COMPARES =
  /^(?:(?:to|not)(?:Have|Be|Equal|StrictEqual|Match|Contain|Include)\w*|assert_\w+|assert[A-Z]\w*|(?:not)?(?:[dD]eep|[sS]trict|[lL]oose|[pP]artial)*[eE]quals?|(?:called|calledOnce)With\w*|(?:does[nN]ot)?[mM]atch)$/;

/**
 * Whether what a literal is handed to only looks at it: a comparison of a test, or a function that the code itself has, in a
 * code that starts nothing and loads nothing that could.
 */
export function isData(literal: Literal, literals: Literals, code: string, language: Language): boolean {
  const startsNothing = () => !canStart(code, language) && loadsInert(literals, language);
  // A field of an object, whatever its name: `{ run: "npm test" }`.
  if (language === 'node' && /[{,]\s*[\w$]+\s*:\s*$/.test(literal.before) && startsNothing()) return true;
  const around = callAround(literal.before);
  const callee = /[\w$]+$/.exec(around)?.[0];
  if (callee === undefined) return false;
  const isOwn = ownName(callee).test(literals.bare);
  if (COMPARES.test(callee)) return !isOwn;
  const isBare = !around.includes('.') || /^(?:this|self|cls)\.[\w$]+$/.test(around);
  return isOwn && isBare && startsNothing();
}

/** The names of the call around the end of a code: `assert.equal` for `assert.equal(run(), [`. */
function callAround(before: string): string {
  let open = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === ')') open++;
    else if (before[at] === '(' && open-- === 0) return /[\w$.)\]]*$/.exec(before.slice(0, at).trimEnd())?.[0] ?? '';
  }
  return '';
}

/** A name that the code gives to something of its own, or to something that it loads. */
function ownName(name: string): RegExp {
  const own = name.replaceAll('$', '\\$');
  return new RegExp(
    String.raw`\b(?:def|function\*?|as)\s+${own}(?![\w$])|(?<![\w$])${own}\s*(?:=(?!=)|\([^()]*\)\s*\{)|:\s*${own}\s*[,}=]`,
  );
}

function loadsInert({ bare, items }: Literals, language: Language): boolean {
  const inert = INERT[language];
  if (inert === undefined) return false;
  if (language === 'node')
    return items
      .filter(({ before }) => /\b(?:require\s*\(|from|import\s*\(?)\s*$/.test(before))
      .every(({ value }) => inert.test(value));
  return [...bare.matchAll(/(?:^|[\n;:])[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import|import[ \t]+([\w., \t]+))/g)]
    .flatMap(([, from, names]) => (from === undefined ? (names ?? '').split(',') : [from]))
    .every((name) => inert.test(name.trim().split(/[.\s]/)[0] ?? ''));
}
