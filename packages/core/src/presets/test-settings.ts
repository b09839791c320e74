import type { FolderView } from './markers.js';
import type { UnitRules } from './preset.js';

/*
 * Settings of a runner may call its tests by names of their own. Settings are programs or data: their text is read, never run,
 * and what cannot be read adds nothing.
 */

const COMMENTS = /(^|[\s,;{([])(?:\/\/.*$|\/\*[\s\S]*?\*\/)/gm;
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/;
const TEXTS = new RegExp(TEXT, 'g');
const TOKENS = new RegExp(`${TEXT.source}|[{}]`, 'g');

/**
 * Lists the tests that settings at a suite's root name, as globs from that root.
 * @param here the suite's root
 */
export function testsInSettings({ settings }: Pick<UnitRules, 'settings'>, here: FolderView): string[] {
  if (!settings) return [];
  const { files, within, globs = [], expressions = [] } = settings;
  const texts = files.filter((file) => here.has(file)).map((file) => (here.read(file) ?? '').replace(COMMENTS, '$1'));
  const parts = texts.flatMap((text) => (within === undefined ? [text] : objectsIn(text, within)));
  const valuesOf = (keys: readonly string[]) => keys.flatMap((key) => parts.flatMap((part) => valuesIn(part, key)));
  const named = [...valuesOf(globs).filter((glob) => !glob.startsWith('!')), ...valuesOf(expressions).flatMap(globsOf)];
  return [...new Set(named.map((glob) => glob.replace(/^(?:<rootDir>\/|\.\/)+/, '')))].filter((glob) => glob !== '');
}

/** Returns the folder that all files of a glob lie in, as far as it is spelled out. */
export function folderOfGlob(glob: string): string {
  const parts = glob.split('/').slice(0, -1);
  const end = parts.findIndex((part) => /[*?[\](){}!+@]/.test(part));
  return parts.slice(0, end < 0 ? undefined : end).join('/') || '.';
}

/** Lists what stands in the objects of some settings that have a key, without the objects inside of them. */
function objectsIn(text: string, key: string): string[] {
  const starts = [...text.matchAll(new RegExp(`(?<![\\w.$])['"]?${key}['"]?\\s*:\\s*(?=\\{)`, 'g'))];
  return starts.map(({ index, 0: { length } }) => ownPart(text.slice(index + length)));
}

function ownPart(text: string): string {
  let depth = 0;
  let own = '';
  let from = 1;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '{' && depth++ === 1) own += text.slice(from, index);
    if (token === '}' && --depth === 1) from = index + 1;
    if (depth === 0) return own + text.slice(from, index);
  }
  return '';
}

/** Lists the texts that a key has: one, or those at the beginning of a list. */
function valuesIn(text: string, key: string): string[] {
  const one = TEXT.source;
  const values = new RegExp(
    `(?<![\\w.$])['"]?${key}['"]?\\s*:\\s*(${one}|\\[(?:[\\s,]*(?:${one}|\\.\\.\\.[\\w.]+))*)`,
    'g',
  );
  return [...text.matchAll(values)].flatMap(([, found = '']) =>
    [...found.matchAll(TEXTS)].map(([quoted]) => quoted.slice(1, -1).replace(/\\(.)/g, '$1')),
  );
}

const MOST_SPELLINGS = 64;
/** Any part of a path, as long as it is not known what stands in front of it. */
const ANYTHING = '\0';

/** Returns the globs that an expression on paths stands for; none where it says more than globs can. */
function globsOf(expression: string): string[] {
  const isEnd = expression.endsWith('$') && !expression.endsWith('\\$');
  const source = expression.slice(expression.startsWith('^') ? 1 : 0, isEnd ? -1 : undefined);
  const spellings = spelled(source);
  return (spellings ?? []).map((path) => {
    const whole = `${path.startsWith('/') || path.startsWith(ANYTHING) ? '' : ANYTHING}${path}${isEnd ? '' : '*'}`;
    return whole
      .replaceAll(new RegExp(`(^|/)${ANYTHING}+`, 'g'), '$1**/*')
      .replaceAll(ANYTHING, '*')
      .replace(/^\//, '**/');
  });
}

/** Spells out the choices of an expression; null where it has what is not understood here. */
function spelled(source: string): string[] | null {
  let at = 0;
  const takes = (wanted: RegExp): boolean => {
    const isIt = wanted.test(source[at] ?? '');
    if (isIt) at++;
    return isIt;
  };
  const atom = (): string[] | null => {
    const char = source[at++]!;
    if (char === '.') return takes(/[*+]/) ? [ANYTHING] : ['?'];
    if (char === '(') {
      if (source.startsWith('?:', at)) at += 2;
      const inner = choices();
      return takes(/\)/) ? inner : null;
    }
    if (char === '[') {
      const end = source.indexOf(']', at);
      const inner = end < 0 ? '^' : source.slice(at, end);
      at = end + 1;
      return /^\w+$/.test(inner) ? [...inner] : null;
    }
    const literal = char === '\\' ? source[at++]! : char;
    return (char === '\\' ? /^[./_-]$/ : /^[\w ./-]$/).test(literal) ? [literal] : null;
  };
  const sequence = (): string[] | null => {
    let whole = [''];
    while (at < source.length && !/[|)]/.test(source[at]!)) {
      const part = atom();
      if (!part || /[*+{]/.test(source[at] ?? '')) return null;
      const ways = takes(/\?/) ? [...part, ''] : part;
      whole = whole.flatMap((front) => ways.map((way) => front + way));
      if (whole.length > MOST_SPELLINGS) return null;
    }
    return whole;
  };
  const choices = (): string[] | null => {
    const all = sequence();
    while (all && takes(/\|/)) {
      const next = sequence();
      if (!next) return null;
      all.push(...next);
    }
    return all;
  };
  const all = choices();
  return at === source.length ? all : null;
}
