import type { Fold } from './fold.js';
import { items, literal, pattern, plain, TEXT, TEXTS } from './texts.js';

/** A list of words without quotes: `qw(a b)`, `%w[a b]`. */
const WORDS = pattern(String.raw`(?:\bqw|%w)\s*[([{/]([\w\s./-]+)[)\]}/]`);

/** Lists of texts that are filtered, or handed to a call as its words. */
export const listFolds = (): Fold[] => [
  { call: WORDS, text: (_all, words) => `(${words.trim().split(/\s+/).map(literal).join(', ')})`, languages: ['perl'] },
  { call: WORDS, text: (_all, words) => `[${words.trim().split(/\s+/).map(literal).join(', ')}]`, languages: ['ruby'] },
  {
    call: pattern(String.raw`\b(?:shlex\.split|Shellwords\.(?:shell)?split)\(\s*(${TEXT})\s*(?:,[^()]*)?\)`),
    text: (_all, line) => `[${wordsIn(plain(line)).map(literal).join(', ')}]`,
  },
  {
    call: pattern(String.raw`\[\s*(?:str\(\s*)?(\w+)\s*\)?\s+for\s+\1\s+in\s+[[(]\s*(${TEXTS})\s*,?\s*[\])]\s*\]`),
    text: (_all, _name, list) => `[${list}]`,
    languages: ['python'],
  },
  {
    call: pattern(String.raw`\[\s*(${TEXTS})\s*,?\s*\]\s*\+\s*\[\s*(${TEXTS})\s*,?\s*\]`),
    text: (_all, list, more) => `[${list}, ${more}]`,
    languages: ['python', 'ruby'],
  },
  {
    call: pattern(String.raw`\[\s*(${TEXTS})\s*,?\s*\]\.concat\(\s*\[?\s*(${TEXTS})\s*,?\s*\]?\s*\)`),
    text: (_all, list, more) => `[${list}, ${more}]`,
    languages: ['node', 'ruby'],
  },
  {
    call: pattern(String.raw`[[(]\s*(${TEXTS})\s*,?\s*[\])]\[(-?\d{1,2})\]`),
    text: (all, list, at) => {
      const one = items(list).at(Number(at));
      return one === undefined ? all : literal(one);
    },
    languages: ['python', 'node', 'ruby'],
  },
  {
    call: pattern(String.raw`(?<![\w.])(?:list|tuple)\(\s*[[(]\s*(${TEXTS})\s*,?\s*[\])]\s*\)`),
    text: (_all, list) => `[${list}]`,
    languages: ['python'],
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
];

/** Returns the words of a command line, as a shell takes it apart. */
const wordsIn = (line: string) =>
  (line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
