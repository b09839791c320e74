import { posix } from 'node:path';
import type { Fold } from './fold.js';
import { items, joinPath, literal, pattern, plain, TEXT, TEXTS } from './texts.js';

/** Lists paths of parts; one of `pathlib` stays `Path("…")`, as its methods are asked for later. */
export const pathFolds = (): Fold[] => [
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
    call: pattern(
      String.raw`\bFile::Spec(?:::Functions)?->cat(?:file|dir)\(\s*(${TEXTS})\s*\)|\bcat(?:file|dir)\(\s*(${TEXTS})\s*\)`,
    ),
    text: (_all, list, bare) => literal(joinPath(items(list ?? bare))),
    languages: ['perl'],
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

/** Returns a part of a path's last name, as `pathlib` tells it. */
function partOf(path: string, part: string): string {
  const { base, name, ext } = posix.parse(path);
  return part === 'name' ? base : part === 'stem' ? name : ext;
}

/**
 * Returns a path's folders above it. Of a relative path only those that it names: what is above them, its code does not
 * say.
 */
function aboveOf(all: string, path: string, steps: string): string {
  const up = steps.split('.parent').length - 1;
  const known = posix
    .normalize(path)
    .split('/')
    .filter((part) => part !== '');
  if (!path.startsWith('/') && (known.includes('..') || up > known.length)) return all;
  return `Path(${literal(posix.join(path, ...Array<string>(up).fill('..')))})`;
}
