import type { Language } from './literals.js';

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

/** Tells whether a code could start a program by itself, as far as its own text shows. */
export const canStart = (code: string, language: Language) => CAN_START[language]?.test(code) !== false;
