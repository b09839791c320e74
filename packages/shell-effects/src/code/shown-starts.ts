import type { Language, Literal, Literals } from './literals.js';
import { READS } from './reads.js';
import { shownInRuby } from './shown-ruby.js';

/** Calls that start a program: the whole choice of the two languages' own libraries. */
export const STARTS = String.raw`(?:\b(?:subprocess|child_process)\s*\.\s*)?(?:\bos\.(?:system|popen)|\b(?:check_)?(?:call|output)|\brun|\bPopen|\bget(?:status)?output|\bexec(?:File)?(?:Sync)?|\bspawn(?:Sync)?)`;
const WORDS = String.raw`""(?:\s*,\s*"")*\s*,?\s*`;
/** A start whose command stands there in full: texts or a list of them, then options. */
const SHOWN = new RegExp(
  String.raw`${STARTS}\s*\(\s*(?:\[\s*${WORDS}\]\s*|${WORDS})(?:,?\s*\[\s*(?:${WORDS})?\]\s*)?(?:\)|,?\s*(?:\{|\w+\s*=))`,
  'g',
);
/** Names of these libraries that start nothing by themselves. */
const HARMLESS =
  /\bsubprocess\.(?:list2cmdline|PIPE|DEVNULL|STDOUT|\w+Error|TimeoutExpired|CompletedProcess)\b|\bBun\.(?:file|write|version|argv|sleep|hash)\b|\bDeno\.(?:args|cwd|exit|version|build|errors|(?:read|write)(?:Text)?File(?:Sync)?|stat(?:Sync)?|readDir(?:Sync)?)\b/g;

/** Modules from which no text is run. */
const MODULES: Readonly<Record<'python' | 'node', RegExp>> = {
  python:
    /^(?:subprocess|sys|re|json|csv|time|datetime|math|string|random|hashlib|textwrap|itertools|functools|collections(?:\.abc)?|dataclasses|typing|enum|pathlib|glob|fnmatch|shutil|tempfile|io|difflib|pprint|argparse|logging|configparser|tomllib|statistics|xml\.etree\.ElementTree|os\.path|base64|binascii|struct|zlib|gzip|html|urllib\.parse|uuid|secrets|hmac|decimal|fractions|operator|copy|bisect|heapq|contextlib|traceback|platform|locale|calendar|unicodedata|ast|abc|concurrent\.futures|threading|shlex|__future__)$/,
  node: /^(?:(?:node:)?(?:child_process|fs|fs\/promises|path|os|url|util|assert|assert\/strict|crypto|readline|events|stream|zlib|perf_hooks)|\.{1,2}\/[\w./-]+\.json)$/,
};

/** What reaches a call by another name, runs a text as code, or hands one to what is started. */
const HIDES =
  /\b(?:getattr|modules|attrgetter|methodcaller|globals|locals|vars|eval|compile|Function|Reflect|constructor|globalThis|Worker|executable|communicate|preexec_fn|env|environ|putenv)\b|(?<!\b__name)__(?!name__)|[\])]\s*\(|input|stdin|(?<![.\w])exec\s*\((?!\s*"")|\bshell\s*[:=]\s*(?!true|True|false|False)/;

/** Any mention of a start, of a way to one, or of a module that is not known. */
const REST: Readonly<Record<'python' | 'node', RegExp>> = {
  python:
    /\b(?:os\.(?:system|popen|exec|spawn|posix_spawn|fork|startfile)\w*|call|check_\w+|run|Popen|get(?:status)?output|exec[lv]\w*|spawn\w*|subprocess|system|popen\w*|posix_spawnp?|pty|import|exec)\b|(?:[=([{,:]|\breturn)\s*(?:os|sys)\b(?!\s*\.)/,
  node: /\b(?:exec\w*|spawn\w*|fork|require|import|module|process\s*(?:\[|\.\s*(?:binding|mainModule|dlopen))|child_process|global|binding|Bun|Deno)\b/,
};

const BINDING: Readonly<Record<'python' | 'node', RegExp>> = {
  python: /^[ \t]*(?:import\s+[\w., ]+|from\s+[\w.]+\s+import\s+[\w, ]+)(?=\s*(?:;|\n|$))/gm,
  node: /\b(?:const|let|var)\s+(?:([\w$]+)|\{[\w$,\s]*\})\s*=\s*(?:require|await\s+import)\(\s*""\s*\)(?![.[(])|\bimport\(\s*""\s*\)\s*\.then\(\s*(?:async\s*)?\(?\s*(?:([\w$]+)|\{[\w$,\s]*\})\s*\)?\s*=>|\bimport\s+(?:\*\s*as\s+)?(?:([\w$]+)|\{[\w$,\s]*\})\s*from\s*""/g,
};

/**
 * Tells whether all that inline code starts stands in its calls, so that a push among its other texts is only data: a
 * plan that is printed, a word that is counted.
 */
export function showsStarts(literals: Literals, code: string, language: Language): boolean {
  // A text that is fed to what keeps it is as good as a word of it.
  const bare = literals.bare.replace(FED, 'given$1');
  const commands = shownCommands({ ...literals, bare }, language);
  const isFed = bare !== literals.bare;
  return (
    commands?.every(
      (command) =>
        !/[$`]/.test(command) &&
        (READS.test(command) || !WRITES.test(code)) &&
        (!isFed || READS.test(command) || KEEPS_INPUT.test(command)),
    ) === true
  );
}

/** A text that is handed to what is started, among the options of the call. */
const FED = /(?<=[,{]\s*)input(\s*[:=]\s*"")(?=\s*[,)}])/g;
/** What takes a text from its input for a text. */
const KEEPS_INPUT = /^git (?:commit|tag|notes|hash-object|interpret-trailers|stripspace) /;

/** Returns the commands that a code starts, if all of them stand in its calls. */
export function shownCommands(literals: Literals, language: Language): string[] | undefined {
  const { bare, items } = literals;
  if (language === 'ruby') return shownInRuby(literals);
  if (language !== 'python' && language !== 'node') return undefined;
  if (HIDES.test(bare) || hidesInTexts(bare, items)) return undefined;
  const flat =
    language === 'python' ? bare.replace(/(^|\n|;)[ \t]+(?=import\b|from\b)/g, '$1').replaceAll(';', '\n') : bare;
  const unbound = withoutBindings(flat, language);
  const rest = unbound?.replace(SHOWN, ' ').replace(HARMLESS, ' ');
  if (rest === undefined || REST[language].test(rest.replace(/\brequire\(\s*""\s*\)\s*\.\s*/g, ' '))) return undefined;
  if (language === 'node' && !items.filter(isModule).every(({ value }) => MODULES.node.test(value))) return undefined;
  const started = items.filter(isStarted).map(({ list, value }) => (list ?? [value]).join(' ').trim());
  // A command that stands on lines of its own is not found among the literals.
  return started.length < (unbound?.match(SHOWN)?.length ?? 0) ? undefined : started;
}

/** A write by which a text could come into a file that a program then runs. */
const WRITES = /\bopen\w*\(|write|dump|appendFile|logging|symlink/i;

const isModule = ({ before }: Literal) => /\b(?:require\s*\(|from|import\s*\(?)\s*$/.test(before);

/** Tells whether a literal is the command of a start, not a value of the options. */
const isStarted = ({ before, list, isItem }: Literal) =>
  new RegExp(String.raw`${STARTS}\s*\(\s*${list === undefined ? '' : String.raw`\[?\s*`}$`).test(before) && !isItem;

/** Templates and f-strings hide code among texts, beyond a plain name. */
function hidesInTexts(bare: string, items: readonly Literal[]): boolean {
  const hole = /\bf""|\b[rR]?[fF][rR]?""/.test(bare)
    ? /\{(?![\w.]*(?:\.(?:[lr]?strip|lower|upper|title|split)\(\))?[\w.\s:,<>^%-]*\})/
    : /\$\{(?![\w.\s]*\})/;
  return items.some(({ value, list }) => hole.test(list?.join(' ') ?? value));
}

/**
 * Returns the code without its plain imports; undefined when one of them is not known, or the library of starts is
 * handed around.
 */
function withoutBindings(bare: string, language: 'python' | 'node'): string | undefined {
  const names: string[] = [];
  let isKnown = true;
  const rest = bare.replace(BINDING[language], (all, ...groups: (string | undefined)[]) => {
    if (language === 'node') names.push(...groups.slice(0, 3).filter((name) => name !== undefined));
    else {
      const from = /^\s*from\s+([\w.]+)/.exec(all)?.[1];
      const modules = from === undefined ? all.replace(/^\s*import\s+|\s+as\s+\w+/g, '').split(/\s*,\s*/) : [from];
      for (const one of modules)
        isKnown &&= MODULES.python.test(one.trim()) || (one.trim() === 'os' && from === undefined);
      for (const [, name = ''] of all.matchAll(/\bas\s+(\w+)/g)) names.push(name);
    }
    return ' ';
  });
  const isHandedOn = names.some((name) =>
    new RegExp(String.raw`(?<![\w$.])${name.replaceAll('$', '\\$')}(?![\w$])(?!\s*\.)`).test(rest),
  );
  return isKnown && !isHandedOn ? rest : undefined;
}
