import { posix } from 'node:path';
import { pathOfAddress } from '../../disk/path-of-address.js';
import type { Language } from '../code/literals.js';
import { HOLE } from '../state.js';
import { foldNumbers } from './numbers.js';
import { items, joinPath, literal, plain, TEXT, TEXTS } from './texts.js';

/** A call that makes a text of texts and has no other effect, and the text that it makes. */
interface Fold {
  readonly call: RegExp;
  readonly text: (all: string, ...groups: string[]) => string;
  /** Where it is written so; in every language if it is left out. */
  readonly languages?: readonly Language[];
}

/** Texts that are put together or decoded by calls which have no other effect. */
export function foldTexts(text: string, language: Language): string {
  folds ??= [...decodings(), ...joins(), ...paths(), ...formats()];
  const folded = folds
    .filter(({ languages }) => languages === undefined || languages.includes(language))
    .reduce((result, fold) => result.replace(fold.call, fold.text), foldInserted(foldNumbers(text), language));
  return folded.replace(glued(language), (_all, left, right) => literal(plain(left) + plain(right)));
}

/** Made when the first code is read: most commands hold none. */
let folds: readonly Fold[] | undefined;

const pattern = (source: string) => new RegExp(source, 'g');

/** Two texts with what joins them in this language. */
function glued(language: Language): RegExp {
  const glue =
    language === 'perl' || language === 'php' ? String.raw`\.` : language === 'lua' ? String.raw`\.\.` : String.raw`\+`;
  return pattern(String.raw`(${TEXT})\s*${glue}\s*(?=(${TEXT}))\2`);
}

/** A text inside a text: `${"a"}/b`, `#{"a"}/b`; a name that is one: `getattr(os, "system")`. */
function foldInserted(text: string, language: Language): string {
  if (language === 'node')
    return text
      .replace(/\$\{\s*(?:"([^"`\n]*)"|'([^'`\n]*)')\s*\}/g, (_all, a, b) => a ?? b)
      .replace(/(?<=([\w$)\]])?)`((?:[^`\\]|\\.)*)`/g, (all, tag, whole) =>
        tag === undefined && /^[^$\\"'\n]{0,400}$/.test(whole) ? literal(whole) : all,
      );
  if (language === 'ruby') return text.replace(/#\{\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\}/g, (_all, a, b) => a ?? b);
  if (language !== 'python') return text;
  return (
    text
      .replace(/\{("[^"{}\n]*")\}/g, (_all, a) => plain(a))
      // With nothing left to put in, it is a plain text.
      .replace(/(?<![\w"'-])[fr](?=(["'])[^"'{}\\\n]{0,400}\1)/g, '')
      .replace(/\bgetattr\(\s*([\w.]+)\s*,\s*(["'])(\w+)\2\s*\)/g, '$1.$3')
  );
}

/** Decoded and reversed texts. */
const decodings = (): Fold[] => [
  {
    call: pattern(
      String.raw`\b(?:base64\.)?(?:b64decode|standard_b64decode|urlsafe_b64decode|decode_base64|base64_decode|decode64|atob)\(\s*b?(${TEXT})\s*\)(?:\.decode\([^)]*\))?`,
    ),
    text: (all, value) => decoded(all, value, 'base64'),
  },
  {
    call: pattern(String.raw`\bBuffer\.from\(\s*(${TEXT})\s*,\s*["'](base64|hex)["']\s*\)(?:\.toString\([^)]*\))?`),
    text: (all, value, encoding) => decoded(all, value, encoding as 'base64' | 'hex'),
  },
  {
    call: pattern(String.raw`\b(?:bytes|bytearray)\.fromhex\(\s*(${TEXT})\s*\)(?:\.decode\([^)]*\))?`),
    text: (all, value) => decoded(all, value, 'hex'),
  },
  {
    call: pattern(
      String.raw`(${TEXT})\[::-1\]|(${TEXT})\.(?:reverse\b(?:\(\))?|split\(["']{2}\)\.reverse\(\)\.join\(["']{2}\))`,
    ),
    text: (_all, a, b) => literal([...plain(a ?? b)].reverse().join('')),
  },
];

function decoded(all: string, value: string, encoding: 'base64' | 'hex'): string {
  const text = Buffer.from(plain(value), encoding).toString('utf8');
  return text.includes('\uFFFD') || text.includes(HOLE) ? all : literal(text);
}

/** Lists of texts that become one. */
const joins = (): Fold[] => [
  {
    call: pattern(String.raw`(?:(${TEXT})|\bos\.sep)\.join\(\s*[[(]\s*(${TEXTS})\s*[\])]\s*\)`),
    text: (_all, separator, list) => literal(items(list).join(separator === undefined ? '/' : plain(separator))),
  },
  {
    call: pattern(String.raw`\[\s*(${TEXTS})\s*\]\.join\(\s*(${TEXT})\s*\)`),
    text: (_all, list, separator) => literal(items(list).join(plain(separator))),
  },
  {
    call: pattern(String.raw`\bnew URL\(\s*(${TEXT})\s*,\s*(${TEXT})\s*\)(?:\.(?:pathname|href))?`),
    text: (all, name, base) =>
      plain(base).startsWith('/') ? literal(posix.join(folderOf(plain(base)), plain(name))) : all,
  },
  {
    call: pattern(String.raw`\bnew URL\(\s*(${TEXT})\s*\)(?:\.(?:pathname|href))?`),
    text: (all, address) => (plain(address).startsWith('file://') ? literal(pathOfAddress(plain(address))) : all),
  },
  {
    call: pattern(String.raw`(${TEXT})\.concat\(\s*(${TEXTS})\s*\)`),
    text: (_all, first, list) => literal([plain(first), ...items(list)].join('')),
    languages: ['node', 'ruby'],
  },
  {
    call: pattern(String.raw`\breverse\s*\(\s*(${TEXTS})\s*\)`),
    text: (_all, list) => items(list).reverse().map(literal).join(', '),
    languages: ['perl'],
  },
  {
    call: pattern(String.raw`\bjoin\s+(${TEXT})\s*,\s*(${TEXTS})`),
    text: (_all, separator, list) => literal(items(list).join(plain(separator))),
    languages: ['perl'],
  },
  {
    call: pattern(
      String.raw`\bnext\(\s*\[\s*((?:Path\()?${TEXT}\)?)[^\][()]*(?:Path\([^()]*\)[^\][()]*)*\]\s*(?:,[^()]*)?\)`,
    ),
    text: (_all, first) => first,
    languages: ['python'],
  },
  { call: pattern(String.raw`\b(?:\w+\.)?pathToFileURL\(\s*(${TEXT})\s*\)`), text: (_all, name) => name },
  { call: pattern(String.raw`\bfileURLToPath\(\s*(${TEXT})\s*\)`), text: (_all, name) => name },
  {
    call: pattern(String.raw`\b(?:join|implode)\(\s*(${TEXT})\s*,\s*[[(]?\s*(${TEXTS})\s*[\])]?\s*\)`),
    text: (_all, separator, list) => literal(items(list).join(plain(separator))),
    languages: ['perl', 'php'],
  },
];

/** What an address is relative to: all up to its last slash. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Paths of parts; one of `pathlib` stays `Path("…")`, as its methods are asked for later. */
const paths = (): Fold[] => [
  {
    call: pattern(
      String.raw`\b(?:os\.path|posixpath|path|require\(["'](?:node:)?path["']\)|File|filepath)\.(?:join|resolve|normalize|abspath|Join)\(\s*(${TEXTS})\s*\)`,
    ),
    text: (_all, list) => literal(joinPath(items(list))),
  },
  {
    call: pattern(String.raw`\b(?:os\.path|posixpath|path|filepath)\.(?:dirname|Dir)\(\s*(${TEXT})\s*\)`),
    // What is above a name without a folder, its code does not say.
    text: (all, path) => (plain(path).includes('/') ? literal(posix.dirname(plain(path))) : all),
  },
  {
    call: pattern(String.raw`\bFile\.join\(\s*\*?\[\s*(${TEXTS})\s*\]\s*\)`),
    text: (_all, list) => literal(joinPath(items(list))),
    languages: ['ruby'],
  },
  {
    call: pattern(String.raw`\b(Path\.of|Paths\.get)\(\s*(${TEXTS})\s*\)`),
    text: (_all, call, list) => `${call}(${literal(joinPath(items(list)))})`,
    languages: ['node'],
  },
  {
    call: pattern(String.raw`\b(?:pathlib\.)?(?:PurePath|PosixPath|Path|Pathname(?:\.new)?)\(\s*(${TEXTS})\s*\)`),
    text: (_all, list) => `Path(${literal(joinPath(items(list)))})`,
  },
  {
    call: /Path\(("[^"]*")\)\s*(?:\/\s*("[^"\n]*"|'[^'\n]*')|\.(?:joinpath|join)\(\s*((?:"[^"\n]*"|'[^'\n]*')(?:\s*,\s*(?:"[^"\n]*"|'[^'\n]*'))*)\s*\))/g,
    text: (_all, left, right, list) => `Path(${literal(joinPath([plain(left), ...items(right ?? list)]))})`,
  },
  {
    call: pattern(String.raw`Path\(("[^"]*")\)\s*\+\s*(${TEXT})`),
    text: (_all, left, right) => `Path(${literal(joinPath([plain(left), plain(right)]))})`,
    languages: ['ruby'],
  },
  { call: /\/\s*Path\(("[^"]*")\)(?!\s*\.)/g, text: (_all, name) => `/ ${name}`, languages: ['python'] },
  { call: /(?<![\w$.\])])\((Path\("[^"]*"\))\)/g, text: (_all, path) => path },
  { call: /\/\s*\(\s*("[^"\n]*"|'[^'\n]*')\s*\)/g, text: (_all, name) => `/ ${name}` },
  {
    call: /Path\("([^"]*)"\)\.with_suffix\(\s*["'](\.[^"'\n/]+)?["']\s*\)/g,
    text: (_all, path, end = '') => `Path(${literal(posix.format({ ...posix.parse(path), base: '', ext: end }))})`,
  },
  {
    call: /Path\("([^"]*)"\)\.relative_to\(\s*(?:Path\()?["']([^"'\n]*)["']\)?\s*\)/g,
    text: (all, path, base) =>
      `${path}/`.startsWith(`${base.replace(/\/$/, '')}/`) ? `Path(${literal(posix.relative(base, path))})` : all,
  },
  {
    call: /Path\("([^"]*)"\)\.with_name\(\s*["']([^"'\n]*)["']\s*\)/g,
    text: (_all, path, name) => `Path(${literal(path.replace(/[^/]*$/, name))})`,
  },
  {
    call: /Path\("([^"]+)"\)\.(name|stem|suffix)\b(?!\s*\()/g,
    text: (_all, path, part) => literal(partOf(path, part)),
  },
  { call: /Path\("([^"]+)"\)((?:\.parent(?!s)\b)+)/g, text: aboveOf },
  {
    call: /Path\("([^"]*)"\)\.(?:resolve|absolute|expanduser)\(\)/g,
    text: (_all, path) => `Path(${literal(path)})`,
  },
  { call: /\bstr\(\s*Path\(("[^"]*")\)\s*\)/g, text: (_all, path) => path },
];

/** A part of a path's last name, as `pathlib` tells it. */
function partOf(path: string, part: string): string {
  const { base, name, ext } = posix.parse(path);
  return part === 'name' ? base : part === 'stem' ? name : ext;
}

/** A path's folders above it. Of a relative path only those that it names: what is above them, its code does not say. */
function aboveOf(all: string, path: string, steps: string): string {
  const up = steps.split('.parent').length - 1;
  const known = posix
    .normalize(path)
    .split('/')
    .filter((part) => part !== '');
  if (!path.startsWith('/') && (known.includes('..') || up > known.length)) return all;
  return `Path(${literal(posix.join(path, ...Array<string>(up).fill('..')))})`;
}

/** Texts with places that are filled, and methods that change nothing or split. */
const formats = (): Fold[] => [
  {
    call: pattern(String.raw`(${TEXT})\s*%\s*(?:\(\s*(${TEXTS})\s*,?\s*\)|(${TEXT}))`),
    text: (all, format, many, one) =>
      format.includes('%s') ? literal(fill(plain(format), /%s/g, items(many ?? one))) : all,
    languages: ['python', 'ruby'],
  },
  {
    call: pattern(String.raw`(${TEXT})\.format\(\s*(${TEXTS})\s*\)`),
    text: (_all, format, list) => literal(fill(plain(format), /\{\d*\}/g, items(list))),
  },
  {
    call: pattern(String.raw`(${TEXT})\.(?:strip|rstrip|trim|toString|chomp|decode|encode)\(\)`),
    text: (_all, value) => value,
  },
  {
    call: pattern(String.raw`(${TEXT})\.split\(\)`),
    text: (_all, value) => `[${plain(value).split(/\s+/).map(literal).join(', ')}]`,
  },
  {
    call: pattern(String.raw`(${TEXT})\.split\(\s*(${TEXT})\s*\)(?!\s*\[)`),
    text: (all, value, separator) =>
      plain(separator) === '' ? all : `[${plain(value).split(plain(separator)).map(literal).join(', ')}]`,
  },
  { call: pattern(String.raw`(?<=[[(,]\s{0,8})\*\s*\[\s*(${TEXTS})\s*\]`), text: (_all, list) => list },
  {
    call: pattern(
      String.raw`\[\s*(${TEXTS})\s*,?\s*\]\.filter\(\s*\(?\s*(\w+)\s*\)?\s*=>\s*(!?)\2\.(endsWith|startsWith|includes)\(\s*(${TEXT})\s*\)\s*\)`,
    ),
    text: (_all, list, _name, not, method, part) => {
      const asked = method as 'endsWith' | 'startsWith' | 'includes';
      const kept = items(list).filter((one) => one[asked](plain(part)) === (not === ''));
      return `[${kept.map(literal).join(', ')}]`;
    },
    languages: ['node'],
  },
  {
    call: pattern(String.raw`\b(FileUtils\.\w+|File\.(?:delete|unlink))\s*\(?\s*\*?\[\s*(${TEXTS})\s*\](\s*\))?`),
    text: (_all, call, list) => `${call}(${list})`,
    languages: ['ruby'],
  },
  {
    call: pattern(String.raw`(?<=[[(,]\s{0,8})\.{3}\s*\[\s*(${TEXTS})\s*,?\s*\]`),
    text: (_all, list) => list,
    languages: ['node'],
  },
  {
    call: pattern(String.raw`([\w$)])\.apply\(\s*(?:null|this|undefined|void 0)\s*,\s*\[\s*(${TEXTS})\s*\]\s*\)`),
    text: (_all, before, list) => `${before}(${list})`,
    languages: ['node'],
  },
  {
    call: pattern(String.raw`([\w$)])\.call\(\s*(?:null|this|undefined|void 0)\s*,\s*(?=${TEXT})`),
    text: (_all, before) => `${before}(`,
    languages: ['node'],
  },
  {
    call: pattern(
      String.raw`\bReflect\.apply\(\s*([\w$.]+(?:\(\s*${TEXT}\s*\)\.\w+)?)\s*,[^,()[\]]{0,40},\s*\[\s*(${TEXTS})\s*\]\s*\)`,
    ),
    text: (_all, called, list) => `${called}(${list})`,
    languages: ['node'],
  },
  { call: pattern(String.raw`\bshutil\.which\(\s*(${TEXT})\s*\)`), text: (_all, name) => name },
  {
    call: /%[wW](?:\[([^[\]"'\\#\n]*)\]|\(([^()"'\\#\n]*)\)|\{([^{}"'\\#\n]*)\})/g,
    text: (all, ...groups) => {
      const words = (groups.slice(0, 3).find((one) => one !== undefined) ?? '').trim();
      return words === '' ? all : `[${words.split(/\s+/).map(literal).join(', ')}]`;
    },
    languages: ['ruby'],
  },
  { call: /(?<![\w:]):(\w+)\.to_s\b/g, text: (_all, name) => literal(name), languages: ['ruby'] },
];

function fill(format: string, place: RegExp, values: readonly string[]): string {
  let at = 0;
  return format.replace(place, () => values[at++] ?? '');
}
