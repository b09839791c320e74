import { posix } from 'node:path';
import { walkDisk } from './disk.js';
import { findGitOutput } from './git-output.js';
import { expandGlob } from './glob.js';
import type { Language } from './literals.js';
import { lookup } from './parameters.js';
import { type Frame, HOLE, isKnown, type Session, type Shell } from './state.js';

/** What code finds around it when it runs. */
export interface Around {
  readonly session: Session;
  readonly shell: Shell;
  readonly frame: Frame;
  /** Words of its command line. */
  readonly words: readonly string[];
  /** It is a file, not text on the command line: interpreters count their words differently then. */
  readonly isFile: boolean;
}

const TEXT = String.raw`(?:"[^"\\\n]{0,400}"|'[^'\\\n]{0,400}')`;
const TEXTS = String.raw`${TEXT}(?:\s*,\s*${TEXT})*`;
const MAX_LENGTH = 48 * 1024;
const MAX_TURNS = 12;
const MAX_SEARCHES = 12;

const plain = (text: string) => text.slice(1, -1);
const items = (list: string) => [...list.matchAll(new RegExp(TEXT, 'g'))].map((match) => plain(match[0]));
const literal = (text: string) => JSON.stringify(text);

/**
 * Makes visible as literals what code would find or put together: other names of calls, the environment, the words, the
 * input, the directory, decoded and joined texts, names on the disk, and loops over them. Only plain forms are followed.
 */
export function foldCode(text: string, language: Language, around: Around): string {
  if (text.length > MAX_LENGTH / 2) return text;
  let result = followNames(language === 'node' ? splitDeclarations(text) : text);
  result = openTexts(followWrappers(insertSurroundings(growLists(result), language, around)));
  if (language === 'python') result = splitUnpacked(result);
  for (let round = 0; round < 4; round++) {
    const before = result;
    result = foldTexts(result, language);
    result = insertNames(result, language, around);
    result = unrollLoops(result, language);
    if (result === before || result.length > MAX_LENGTH) break;
  }
  return result.length > MAX_LENGTH ? text : result;
}

/** `const a = 1, b = "x"` as two statements. */
function splitDeclarations(text: string): string {
  if (!/\b(?:const|let|var)\s/.test(text)) return text;
  return splitLists(text).replace(/(["')\]])\s*,\s*([A-Za-z_$][\w$]*)\s*=(?![=>])/g, '$1; const $2=');
}

const LIST_NAMES = new RegExp(
  String.raw`\b(const|let|var)\s+\[\s*([\w$]+(?:\s*,\s*[\w$]+)*)?\s*,?\s*(?:\.\.\.([\w$]+)\s*)?\]\s*=\s*\[\s*(${TEXTS})\s*,?\s*\]`,
  'g',
);

/** `const [a, ...rest] = ["x", "y"]` name by name. */
function splitLists(text: string): string {
  return text.replace(LIST_NAMES, (_all, kind, names, rest, list) => {
    const values = items(list);
    const own = (names ?? '').split(/\s*,\s*/).filter((name: string) => name !== '');
    const single = own.map((name: string, at: number) => `${kind} ${name} = ${literal(values[at] ?? '')}`);
    const more = rest === undefined ? [] : [`${kind} ${rest} = [${values.slice(own.length).map(literal).join(', ')}]`];
    return [...single, ...more].join('; ');
  });
}

const UNPACKED = new RegExp(
  String.raw`^([ \t]*)([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)+)\s*=\s*[[(]?\s*(${TEXTS})\s*[\])]?\s*(?=$|;)`,
  'gm',
);

/** Python's `path, key = ["a", "b"]` name by name. */
function splitUnpacked(text: string): string {
  return text.replace(UNPACKED, (all, indent, names: string, list) => {
    const [own, values] = [names.split(/\s*,\s*/), items(list)];
    return own.length === values.length
      ? own.map((name, at) => `${indent}${name} = ${literal(values[at] as string)}`).join('\n')
      : all;
  });
}

/** `import os.path as o`, `from pathlib import Path as P`, `const {writeFileSync: w} = require("fs")`, `fs["rmSync"]`. */
function followNames(text: string): string {
  const names = new Map<string, string>();
  for (const match of text.matchAll(/\bimport\s+([\w.]+)\s+as\s+(\w+)/g))
    names.set(match[2] as string, match[1] as string);
  for (const match of text.matchAll(/\bfrom\s+[\w.]+\s+import\s+([^\n;]+)/g))
    for (const one of (match[1] ?? '').matchAll(/(\w+)\s+as\s+(\w+)/g)) names.set(one[2] as string, one[1] as string);
  for (const match of text.matchAll(/\bimport\s*\{([^{}\n]*)\}\s*from\b/g))
    for (const one of (match[1] ?? '').matchAll(/(\w+)\s+as\s+(\w+)/g)) names.set(one[2] as string, one[1] as string);
  for (const match of text.matchAll(/\b(\w+)\s*=\s*require\(\s*["'](?:node:)?(path|fs|os|child_process)["']\s*\)/g))
    names.set(match[1] as string, match[2] as string);
  for (const match of text.matchAll(/\{([^{}\n]*:[^{}\n]*)\}\s*=\s*(?:await\s+)?(?:require|import)\(/g))
    for (const one of (match[1] ?? '').matchAll(/(\w+)\s*:\s*(\w+)/g)) names.set(one[2] as string, one[1] as string);
  for (const match of text.matchAll(
    /(?:const|let|var)\s+(\w+)\s*=\s*[\w.]+(?:\(\s*["'](?:node:)?fs(?:\/promises)?["']\s*\))?(?:\.promises)?\.(\w+(?:Sync|File|rm|unlink|rename|cp))\s*[;\n,]/g,
  ))
    names.set(match[1] as string, match[2] as string);
  let result = text
    .replace(/\[\s*(["'])(\w+)\1\s*\]\s*\(/g, '.$2(')
    .replace(/\b(?:__import__|importlib\.import_module)\(\s*(["'])([\w.]+)\1\s*\)/g, '$2');
  for (const [short, long] of [...names].slice(0, 16))
    if (short !== long) result = result.replace(new RegExp(String.raw`(?<![\w.$'"/])${short}(?=\s*[.(])`, 'g'), long);
  if (/\bfrom\s+os\.path\s+import\b/.test(result)) result = result.replace(/(?<![\w.$'"])join\(/g, 'os.path.join(');
  return result;
}

const PYTHON_WRAPPER = new RegExp(
  String.raw`\bdef\s+(\w+)\s*\(\s*\*(\w+)[^)]*\)[^:\n]*:[^]{0,300}?[[(]\s*(${TEXTS})\s*,\s*\*\2\b`,
  'g',
);
const NODE_WRAPPER = new RegExp(
  String.raw`(?:\bfunction\s+(\w+)\s*\(\s*\.\.\.(\w+)\s*\)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?\(\s*\.\.\.(\w+)\s*\)\s*=>)[^]{0,300}?\(\s*(${TEXT})\s*,\s*(?:\[\s*(?:(${TEXTS})\s*,\s*)?\.\.\.)?(?:\2|\4)\b`,
  'g',
);

/** Functions that hand all their words on to a program: `def git(*words): run(["git", *words])`, with their calls as it. */
function followWrappers(text: string): string {
  let result = text;
  const follow = (name: string, first: string) => {
    const call = new RegExp(String.raw`(?<![\w.$])(?<!def\s)(?<!function\s)${name}\(\s*(${TEXTS})`, 'g');
    result = result.replace(call, (_all, words) => `subprocess.run([${first}, ${words}]`);
  };
  for (const [, name = '', , first = ''] of [...text.matchAll(PYTHON_WRAPPER)].slice(0, 8)) follow(name, first);
  for (const [, plainName, , arrow, , first = '', more] of [...text.matchAll(NODE_WRAPPER)].slice(0, 8))
    follow(plainName ?? arrow ?? '', more === undefined ? first : `${first}, ${more}`);
  return result;
}

function insertSurroundings(text: string, language: Language, around: Around): string {
  const { shell, session, frame, words, isFile } = around;
  const value = (name: string) => lookup(name, shell, session)?.value;
  const spread =
    language === 'perl'
      ? text.replace(/(["'][^"'\n]*)\$ENV\{["']?(\w+)["']?\}/g, (all, before, name) =>
          isKnown(value(name)) ? before + value(name) : all,
        )
      : text;
  let result = spread.replace(
    /os\.environ(?:\.get)?[[(]\s*["'](\w+)["']\s*(?:,[^\])]*)?[\])]|os\.getenv\(\s*["'](\w+)["'][^)]*\)|process\.env\.(\w+)|process\.env\[\s*["'](\w+)["']\s*\]|ENV(?:\.fetch\(|\[)\s*["'](\w+)["']\s*[\])]|\$ENV\{\s*["']?(\w+)["']?\s*\}|getenv\(\s*["'](\w+)["']\s*\)/g,
    (all, ...names) => {
      const found = value(names.slice(0, 7).find((name) => name !== undefined) as string);
      return isKnown(found) ? literal(found) : all;
    },
  );
  result = insertBranch(result, around);
  const first = language === 'python' ? 1 : language === 'node' ? (isFile ? 2 : 1) : language === 'php' ? 1 : 0;
  const word = (index: number) => words[index - first];
  result = result
    // Between texts of a template there are only names.
    .replace(/\$?\{\s*(?:sys|process)\.argv\[(\d)\]\s*\}/g, (all, index) => word(Number(index)) ?? all)
    .replace(/(?:\bsys\.argv|\bprocess\.argv|\$ARGV|\bARGV|\$argv|\barg)\[(\d)\]/g, (all, index) =>
      word(Number(index)) === undefined ? all : literal(word(Number(index)) as string),
    )
    .replace(/(?:\bprocess\.argv\.at\(-1\)|\bsys\.argv\[-1\]|\bARGV\.(?:last|first|shift)\b|\bARGV\[-1\])/g, (all) =>
      words.length === 0 ? all : literal(words.at(/first|shift/.test(all) ? 0 : -1) as string),
    )
    .replace(/\*?(?:\bsys\.argv\[1:\]|\bprocess\.argv\.slice\([12]\))/g, (all) =>
      words.length === 0
        ? all
        : all.startsWith('*')
          ? words.map(literal).join(', ')
          : `[${words.map(literal).join(', ')}]`,
    );
  // All words: `exec @ARGV`, `system(*ARGV)`.
  if (words.length > 0 && (language === 'perl' || language === 'ruby'))
    result = result.replace(/(\b(?:exec|system|spawn)\b\s*\(?\s*)[@*]ARGV\b/g, (_all, call) => {
      const list = words.map(literal).join(', ');
      return call.includes('(') ? call + list : `${call.trimEnd()}(${list})`;
    });
  if (language === 'perl' && words.length > 0)
    result = result
      .replace(/\bshift\b(?!\s*[@(\w])/g, literal(words[0] as string))
      .replace(/"([^"\n]*)\$ARGV\[0\]([^"\n]*)"/g, (_all, a, b) => literal(a + words[0] + b))
      .replace(/(["'])(>{1,2}|)"([^"\n]*)"\1/g, '$1$2$3$1');
  const input = frame.input?.rest;
  if (isKnown(input) && input !== '' && input !== text) {
    const line = literal(input.replace(/\n+$/, ''));
    result = result.replace(
      /\bsys\.stdin\.(?:read|readline)\(\)(?:\.r?strip\(\))?|\binput\([^)]*\)(?:\.strip\(\))?|\b(?:STDIN|\$stdin)\.(?:read|gets)(?:\.(?:strip|chomp))?|\bgets\.(?:chomp|strip)|\breadFileSync\(\s*(?:0|["']\/dev\/stdin["'])[^)]*\)(?:\.toString\(\))?(?:\.trim\(\))?/g,
      () => line,
    );
  }
  if (language === 'node')
    result = result.replace(/\brequire\.resolve\(\s*(["'])([\w@.][\w@./-]*)\1[^()]*\)/g, (_all, _quote, name) =>
      literal(name.startsWith('.') ? name : `node_modules/${name}`),
    );
  if (isKnown(shell.cwd)) {
    const { cwd } = shell;
    result = result
      .replace(/\b(?:pathlib\.)?Path\.cwd\(\)/g, () => `Path(${literal(cwd)})`)
      .replace(/\b(?:os\.getcwdb?|process\.cwd|Dir\.pwd|Dir\.getwd|getcwd)\(\)|\b(?:Dir\.pwd|__dir__)\b/g, () =>
        literal(cwd),
      );
  }
  result = result.replace(/\b(?:os\.path\.)?expanduser\(\s*(["'])~\/([^"'\\]*)\1\s*\)/g, (_all, _quote, rest) =>
    literal(`${session.context.home}/${rest}`),
  );
  const homes =
    /\b(?:(?:os|require\(\s*["'](?:node:)?os["']\s*\))\.homedir\(\)|(?<!\.)homedir\(\)|Dir\.home\b|(?:pathlib\.)?Path\.home\(\))|\bos\.path\.expanduser\(\s*["']~["']\s*\)/g;
  return result.replace(homes, (all) =>
    all.includes('Path.home') ? `Path(${literal(session.context.home)})` : literal(session.context.home),
  );
}

const BRANCH_QUERY =
  /\b(?:subprocess\.(?:check_output|run|getoutput)|child_process\.exec(?:File)?Sync|(?<![\w.])(?:check_output|exec(?:File)?Sync))\(\s*((?:\[\s*)?["']git["']\s*,[^()]{1,120}|["']git\s[^"'()\n]{1,80}["'])([^()]{0,200})\)(?:\.stdout)?(?:\.(?:decode|toString)\([^()]*\))?(?:\.(?:r?strip|trim(?:End)?)\(\))?/g;

/** Code that asks git for the current branch gets its name. */
function insertBranch(text: string, { session, shell, frame }: Around): string {
  if (!/--show-current|--abbrev-ref|symbolic-ref/.test(text)) return text;
  return text.replace(BRANCH_QUERY, (all, command: string) => {
    const [, verb = '', ...words] = items(command).flatMap((word) => word.split(/\s+/));
    const asked = /^(?:branch|rev-parse|symbolic-ref)$/.test(verb)
      ? findGitOutput(verb, words, session, shell, frame)
      : undefined;
    return isKnown(asked) ? literal(asked.trim()) : all;
  });
}

const GROWS = new RegExp(
  String.raw`(?<![\w$.])(\w+)\s*=\s*\[\s*(${TEXTS})?\s*,?\s*\]([^]{0,2000}?)(?<![\w$.])\1(?:\.(?:append|push|extend)\(\s*\[?\s*(${TEXTS})\s*\]?\s*\)|\s*\+=\s*\[\s*(${TEXTS})\s*\]|\s*<<\s*(${TEXT}))`,
);

/** A list that is made word by word, as it is in the end. */
function growLists(text: string): string {
  let result = text;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const next = result.replace(GROWS, (_all, name, own, between, ...added) => {
      const more = added.slice(0, 3).find((one) => one !== undefined);
      return `${name} = [${own === undefined ? '' : `${own}, `}${more}]${between}`;
    });
    if (next === result) break;
    result = next;
  }
  return result;
}

const MAX_OPENED = 16;

/** Code that is a text in the same language, beside the call that runs it. */
function openTexts(text: string): string {
  const run = new RegExp(
    String.raw`\b(?:eval|exec|new Function|Function|instance_eval|runIn(?:This|New)?Context)\((?:\s*${TEXT}\s*,)?\s*(${TEXT})\s*\)`,
    'g',
  );
  let opened = 0;
  return text.replace(run, (all, code) => (++opened > MAX_OPENED ? all : `${all}; ${plain(code)} ;`));
}

/** A text inside a text: `${"a"}/b`, `#{"a"}/b`; a name that is one: `getattr(os, "system")`. */
function foldInserted(text: string, language: Language): string {
  if (language === 'node') return text.replace(/\$\{\s*(?:"([^"`\n]*)"|'([^'`\n]*)')\s*\}/g, (_all, a, b) => a ?? b);
  if (language === 'ruby') return text.replace(/#\{\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\}/g, (_all, a, b) => a ?? b);
  if (language !== 'python') return text;
  return (
    text
      .replace(/\{("[^"{}\n]*")\}/g, (_all, a) => plain(a))
      // With nothing left to put in, it is a plain text.
      .replace(/(?<![\w"'])[fr](?=(["'])[^"'{}\\\n]{0,400}\1)/g, '')
      .replace(/\bgetattr\(\s*([\w.]+)\s*,\s*(["'])(\w+)\2\s*\)/g, '$1.$3')
  );
}

/** What an address is relative to: all up to its last slash. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Texts that are put together or decoded by calls which have no other effect. */
function foldTexts(text: string, language: Language): string {
  const glue =
    language === 'perl' || language === 'php' ? String.raw`\.` : language === 'lua' ? String.raw`\.\.` : String.raw`\+`;
  const pair = new RegExp(String.raw`(${TEXT})\s*${glue}\s*(?=(${TEXT}))\2`, 'g');
  const decode = (value: string, encoding: 'base64' | 'hex') => {
    const decoded = Buffer.from(value, encoding).toString('utf8');
    return decoded.includes('\uFFFD') || decoded.includes(HOLE) ? undefined : decoded;
  };
  const decoded = (all: string, value: string, encoding: 'base64' | 'hex') => {
    const found = decode(plain(value), encoding);
    return found === undefined ? all : literal(found);
  };
  return foldInserted(text, language)
    .replace(
      new RegExp(
        String.raw`\b(?:base64\.)?(?:b64decode|standard_b64decode|urlsafe_b64decode|decode_base64|base64_decode|decode64|atob)\(\s*b?(${TEXT})\s*\)(?:\.decode\([^)]*\))?`,
        'g',
      ),
      (all, value) => decoded(all, value, 'base64'),
    )
    .replace(
      new RegExp(String.raw`\bBuffer\.from\(\s*(${TEXT})\s*,\s*["'](base64|hex)["']\s*\)(?:\.toString\([^)]*\))?`, 'g'),
      (all, value, kind) => decoded(all, value, kind),
    )
    .replace(
      new RegExp(String.raw`\b(?:bytes|bytearray)\.fromhex\(\s*(${TEXT})\s*\)(?:\.decode\([^)]*\))?`, 'g'),
      (all, value) => decoded(all, value, 'hex'),
    )
    .replace(
      new RegExp(
        String.raw`(${TEXT})\[::-1\]|(${TEXT})\.(?:reverse\b(?:\(\))?|split\(["']{2}\)\.reverse\(\)\.join\(["']{2}\))`,
        'g',
      ),
      (_all, a, b) => literal([...plain(a ?? b)].reverse().join('')),
    )
    .replace(
      new RegExp(String.raw`(?:(${TEXT})|\bos\.sep)\.join\(\s*[[(]\s*(${TEXTS})\s*[\])]\s*\)`, 'g'),
      (_all, separator, list) => literal(items(list).join(separator === undefined ? '/' : plain(separator))),
    )
    .replace(new RegExp(String.raw`\[\s*(${TEXTS})\s*\]\.join\(\s*(${TEXT})\s*\)`, 'g'), (_all, list, separator) =>
      literal(items(list).join(plain(separator))),
    )
    .replace(
      new RegExp(String.raw`\bnew URL\(\s*(${TEXT})\s*,\s*(${TEXT})\s*\)(?:\.(?:pathname|href))?`, 'g'),
      (all, name, base) =>
        plain(base).startsWith('/') ? literal(posix.join(folderOf(plain(base)), plain(name))) : all,
    )
    .replace(new RegExp(String.raw`\bfileURLToPath\(\s*(${TEXT})\s*\)`, 'g'), (_all, name) => name)
    .replace(
      new RegExp(String.raw`\b(?:join|implode)\(\s*(${TEXT})\s*,\s*[[(]?\s*(${TEXTS})\s*[\])]?\s*\)`, 'g'),
      (all, separator, list) => (/^(?:perl|php)$/.test(language) ? literal(items(list).join(plain(separator))) : all),
    )
    .replace(
      new RegExp(
        String.raw`\b(?:os\.path|posixpath|path|require\(["'](?:node:)?path["']\)|File|filepath)\.(?:join|resolve|normalize|abspath|Join)\(\s*(${TEXTS})\s*\)`,
        'g',
      ),
      (_all, list) => literal(joinPath(items(list))),
    )
    .replace(
      new RegExp(String.raw`\b(?:pathlib\.)?(?:PurePath|PosixPath|Path|Pathname(?:\.new)?)\(\s*(${TEXTS})\s*\)`, 'g'),
      (_all, list) => `Path(${literal(joinPath(items(list)))})`,
    )
    .replace(
      /Path\(("[^"]*")\)\s*(?:\/\s*("[^"\n]*"|'[^'\n]*')|\.(?:joinpath|join)\(\s*((?:"[^"\n]*"|'[^'\n]*')(?:\s*,\s*(?:"[^"\n]*"|'[^'\n]*'))*)\s*\))/g,
      (_all, left, right, list) => `Path(${literal(joinPath([plain(left), ...items(right ?? list)]))})`,
    )
    .replace(/\((Path\("[^"]*"\))\)/g, '$1')
    .replace(/\/\s*\(\s*("[^"\n]*"|'[^'\n]*')\s*\)/g, '/ $1')
    .replace(
      /Path\("([^"]*)"\)\.with_name\(\s*["']([^"'\n]*)["']\s*\)/g,
      (_all, path, name) => `Path(${literal(path.replace(/[^/]*$/, name))})`,
    )
    .replace(/Path\("([^"]*)"\)\.(?:resolve|absolute|expanduser)\(\)/g, (_all, path) => `Path(${literal(path)})`)
    .replace(/\bstr\(\s*Path\(("[^"]*")\)\s*\)/g, '$1')
    .replace(
      new RegExp(String.raw`(${TEXT})\s*%\s*(?:\(\s*(${TEXTS})\s*,?\s*\)|(${TEXT}))`, 'g'),
      (all, format, many, one) =>
        /%s/.test(format) && /^(?:python|ruby)$/.test(language)
          ? literal(fill(plain(format), /%s/g, items(many ?? one)))
          : all,
    )
    .replace(new RegExp(String.raw`(${TEXT})\.format\(\s*(${TEXTS})\s*\)`, 'g'), (_all, format, list) =>
      literal(fill(plain(format), /\{\d*\}/g, items(list))),
    )
    .replace(new RegExp(String.raw`(${TEXT})\.(?:strip|rstrip|trim|toString|chomp|decode|encode)\(\)`, 'g'), '$1')
    .replace(
      new RegExp(String.raw`(${TEXT})\.split\(\)`, 'g'),
      (_all, value) => `[${plain(value).split(/\s+/).map(literal).join(', ')}]`,
    )
    .replace(new RegExp(String.raw`(${TEXT})\.split\(\s*(${TEXT})\s*\)(?!\s*\[)`, 'g'), (all, value, separator) =>
      plain(separator) === '' ? all : `[${plain(value).split(plain(separator)).map(literal).join(', ')}]`,
    )
    .replace(new RegExp(String.raw`(?<=[[(,]\s{0,8})\*\s*\[\s*(${TEXTS})\s*\]`, 'g'), '$1')
    .replace(new RegExp(String.raw`\bshutil\.which\(\s*(${TEXT})\s*\)`, 'g'), '$1')
    .replace(/(?<![\w:]):(\w+)\.to_s\b/g, (all, name) => (language === 'ruby' ? literal(name) : all))
    .replace(pair, (_all, left, right) => literal(plain(left) + plain(right)));
}

function joinPath(parts: readonly string[]): string {
  return parts.reduce(
    (left, right) => (right.startsWith('/') || left === '' ? right : `${left.replace(/\/+$/, '')}/${right}`),
    '',
  );
}

function fill(format: string, place: RegExp, values: readonly string[]): string {
  let at = 0;
  return format.replace(place, () => values[at++] ?? '');
}

/** Searches for names become lists of what lies on the disk. */
function insertNames(text: string, language: Language, { session, shell }: Around): string {
  let asked = 0;
  const list = (pattern: string) => {
    if (++asked > MAX_SEARCHES) return undefined;
    const found = expandGlob(pattern, shell.cwd, (path) => session.list(path));
    return found === undefined ? undefined : found.slice(0, MAX_TURNS * 4);
  };
  const asList = (names: readonly string[] | undefined, all: string, wrap = (name: string) => literal(name)) =>
    names === undefined || names.length === 0
      ? all
      : language === 'perl'
        ? `(${names.map(wrap).join(', ')})`
        : `[${names.map(wrap).join(', ')}]`;
  const beneath = (folder: string) =>
    walkDisk(folder, session, shell)
      ?.filter((one) => !one.isFolder)
      .map((one) => one.path)
      .slice(0, MAX_TURNS * 4);
  let result = text
    .replace(/Path\(\s*["']([^"'\n]*)["']\s*\)\.(r?)glob\(\s*["']([^"'\n]+)["']\s*\)/g, (all, folder, deep, pattern) =>
      asList(
        list(joinPath([folder, deep === 'r' ? `**/${pattern}` : pattern])),
        all,
        (name) => `Path(${literal(name)})`,
      ),
    )
    .replace(/\b(?:glob\.i?glob|Dir\.glob|(?<!\.)glob|globSync)\(\s*["']([^"'\n]+)["'][^)]*\)/g, (all, pattern) =>
      asList(list(pattern), all),
    )
    .replace(/\bDir\[\s*["']([^"'\n]+)["']\s*\]/g, (all, pattern) => asList(list(pattern), all))
    .replace(/Path\("([^"]*)"\)\.iterdir\(\)/g, (all, folder) =>
      asList(list(`${folder}/*`), all, (name) => `Path(${literal(name)})`),
    )
    .replace(
      /\b(?:os\.listdir|(?:(?:fs|require\(\s*["'](?:node:)?fs["']\s*\))\.)?readdirSync|Dir\.(?:children|entries|each_child)|scandir)\(\s*["']([^"'\n]+)["'][^)]*\)/g,
      (all, folder) =>
        asList(
          walkDisk(folder, session, shell, 1)
            ?.slice(1, MAX_TURNS * 4)
            .map((one) => one.name),
          all,
        ),
    )
    // A walk in a comprehension is its loop written backwards; a name that it asks for is the only one it takes.
    .replace(
      /\[\s*([^[\]\n]*?)\s+for\s+(\w+\s*,\s*\w+\s*,\s*(\w+)\s+in\s+os\.walk\([^)]*\))\s+for\s+(\w+)\s+in\s+\3(?:\s+if\s+\4\s*==\s*(["'])([^"'\n]+)\5)?\s*\]/g,
      (_all, body, walk, files, name, _quote, only) =>
        `for ${walk}:for ${name} in ${files}:${only === undefined ? '' : ` if ${name} == ${literal(only)}:`} ${body}\n`,
    )
    // The walk's names are put together again with their folder.
    .replace(
      /for\s+(\w+)\s*,\s*\w+\s*,\s*(\w+)\s+in\s+os\.walk\(\s*["']([^"'\n]+)["'][^)]*\)\s*:\s*(?:\n\s*)?for\s+(\w+)\s+in\s+\2\s*:([\s\S]*)$/,
      (all, walked, _files, folder, name, body) => {
        const only = new RegExp(String.raw`^\s*if\s+${name}\s*==\s*["']([^"'\n]+)["']\s*:`).exec(body)?.[1];
        const found = beneath(folder)?.filter((path) => only === undefined || path.endsWith(`/${only}`));
        const whole = body.replace(new RegExp(String.raw`os\.path\.join\(\s*${walked}\s*,\s*${name}\s*\)`, 'g'), name);
        return found === undefined ? all : `for ${name} in ${asList(found, all)}:${whole}`;
      },
    );
  if (language === 'perl') {
    result = result.replace(/\bglob\s+["']([^"'\n]+)["']|<([\w./*?-]*[*?][\w./*?-]*)>/g, (all, a, b) =>
      asList(list(a ?? b), all),
    );
  }
  return result;
}

const LIST = String.raw`[[(]\s*${TEXTS}\s*,?\s*[\])]`;
const LISTS = String.raw`${LIST}(?:\s*,\s*${LIST})*`;

const LOOPS: readonly RegExp[] = [
  // python, node: the same over lists of texts
  new RegExp(String.raw`\bfor\s+(\w+)\s+in\s+[[(]\s*(${LISTS})\s*,?\s*[\])]\s*:`),
  new RegExp(String.raw`\bfor\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\s+\[\s*(${LISTS})\s*,?\s*\]\s*\)`),
  // python: for g in [...]: body;  [f(p) for p in [...]]
  new RegExp(
    String.raw`\bfor\s+(\w+)\s+in\s+(?:sorted\()?[[(]\s*((?:Path\("[^"]*"\)|${TEXT})(?:\s*,\s*(?:Path\("[^"]*"\)|${TEXT}))*)\s*,?\s*[\])]\)?\s*(?::|if\b)`,
  ),
  // node: for (const g of [...])
  new RegExp(String.raw`\bfor\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\s+\[\s*(${TEXTS})\s*\]\s*\)`),
  // node: [...].forEach(g =>
  new RegExp(
    String.raw`()\[\s*(${TEXTS})\s*\](?:\.\w+\([^()]*(?:\([^()]*\)[^()]*)*\))*?\.(?:forEach|map)\(\s*(?:async\s*)?\(?\s*(\w+)\s*\)?\s*=>`,
  ),
  // ruby: [...].each { |g|
  new RegExp(String.raw`()\[\s*(${TEXTS})\s*\](?:\.\w+)*?\.each\s*(?:\{|do)\s*\|\s*(\w+)\s*\|`),
  // php: foreach ([...] as $f)
  new RegExp(String.raw`\bforeach\s*\(\s*()\[\s*(${TEXTS})\s*\]\s+as\s+(\$\w+)\s*\)`),
  // perl: for my $f ("a", "b")
  new RegExp(String.raw`\bfor(?:each)?\s+(?:my\s+)?(\$\w+)\s*\(\s*\(?\s*(${TEXTS})\s*\)?\s*\)`),
  // perl: for ("a", "b")
  new RegExp(String.raw`\bfor(?:each)?\s*()\(\s*\(?\s*(${TEXTS})\s*\)?\s*\)`),
];

/** Loops over a list of texts: the rest of the code once for each, the name replaced. */
function unrollLoops(text: string, language: Language): string {
  let result = text.replace(/\b(?:qw|%w)\s*[([{/]([\w\s./-]+)[)\]}/]/g, (_all, list) => {
    const names = list.trim().split(/\s+/).map(literal).join(', ');
    return language === 'perl' ? `(${names})` : `[${names}]`;
  });
  if (language === 'python') {
    // A comprehension is its loop written backwards.
    result = result.replace(
      /\[\s*([^[\]]*(?:\[[^[\]]*\][^[\]]*)*?)\s+for\s+(\w+)\s+in\s+(\[[^\]]*\])(?:\s+if\b[^\]]*)?\s*\]/g,
      (_all, body, name, list) => `for ${name} in ${list}: ${body}\n`,
    );
  }
  if (language === 'php')
    result = result.replace(
      /\barray_map\(\s*["'](\w+)["']\s*,\s*(\[[^\]]*\])\s*\)/g,
      (_all, name, list) => `foreach (${list} as $each) ${name}($each);`,
    );
  for (const loop of LOOPS) {
    const match = loop.exec(result);
    if (match === null) continue;
    const name = match[1] || match[3] || (language === 'perl' ? '$_' : '');
    const values = [...(match[2] ?? '').matchAll(new RegExp(String.raw`${LIST}|Path\("[^"]*"\)|${TEXT}`, 'g'))].map(
      (one) => one[0],
    );
    if (name === '' || values.length === 0) continue;
    const end = match.index + match[0].length;
    const body = result.slice(end).split(language === 'python' ? /\n(?=\S)/ : /\n\n/)[0] as string;
    const turns = values.slice(0, MAX_TURNS * 4).map((value) => `\n${replaceName(body, name, value, language)}`);
    const unrolled = `${result.slice(0, match.index)}${turns.join('\n')}\n${result.slice(end + body.length)}`;
    if (unrolled.length > MAX_LENGTH) break;
    result = unrolled;
  }
  return result;
}

function replaceName(body: string, name: string, value: string, language: Language): string {
  const escaped = name.replace('$', '\\$');
  const inner = value.startsWith('Path') ? value.slice(6, -2) : plain(value);
  const inText =
    language === 'node'
      ? `\${${name}}`
      : language === 'ruby'
        ? `#{${name}}`
        : language === 'python'
          ? `{${name}}`
          : name;
  return body
    .replaceAll(inText, (found: string) => (inText === name ? found : inner))
    .replace(
      new RegExp(String.raw`(["'])([^"'\n]*?)${escaped}(?!\w)([^"'\n]*?)\1`, 'g'),
      (all, quote, before, after) => (inText === name ? quote + before + inner + after + quote : all),
    )
    .replace(new RegExp(String.raw`(?<![\w$@.'"/-])${escaped}(?![\w'"])`, 'g'), () => value);
}
