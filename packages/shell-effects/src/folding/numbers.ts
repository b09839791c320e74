import { literal } from './texts.js';

const NUMBERS = String.raw`\d{1,3}(?:\s*,\s*\d{1,3}){1,400}`;
const LISTED = String.raw`[[(]\s*(${NUMBERS})\s*[\])]`;
const EMPTY = `(?:""|'')`;
/** Perl's `"", map { chr } 103, 105`, with and without parentheses. */
const MAPPED = String.raw`\s*${EMPTY}\s*,\s*map\s*\(?\s*(?:\{\s*chr\b[^{}]*\}|chr\b(?:\(?\$_\)?)?\s*,)\s*\(?\s*(${NUMBERS})\s*\)?`;

/** Calls that make a text of the numbers of its characters. */
const CALLS = [
  // python
  String.raw`${EMPTY}\.join\(\s*map\(\s*chr\s*,\s*${LISTED}\s*\)\s*\)`,
  String.raw`${EMPTY}\.join\(\s*\[?\s*chr\(\s*\w+\s*\)\s+for\s+\w+\s+in\s+${LISTED}\s*\]?\s*\)`,
  String.raw`\b(?:bytes|bytearray)\(\s*${LISTED}\s*\)(?:\.decode\([^)]*\))?`,
  // node
  String.raw`\bString\.from(?:CharCode|CodePoint)\(\s*(?:\.\.\.\[)?\s*(${NUMBERS})\s*\]?\s*\)`,
  // ruby
  String.raw`\[\s*(${NUMBERS})\s*\]\.(?:pack\(\s*["'][cCU]\*["']\s*\)|map\(&:chr\)\.join\b(?:\(\s*\))?)`,
  // perl
  String.raw`\bpack\s*\(?\s*["'][cCUW]\*["']\s*,\s*\(?\s*(${NUMBERS})\s*\)?\s*\)?`,
  String.raw`\bjoin\(${MAPPED}\s*\)`,
  String.raw`\bjoin(?=\s|["'])${MAPPED}`,
].join('|');

let calls: RegExp | undefined;

/** Texts that are given by the numbers of their characters, as far as all of these are plain ones. */
export function foldNumbers(text: string): string {
  if (!/\d\s*,\s*\d/.test(text)) return text;
  calls ??= new RegExp(CALLS, 'g');
  return text.replace(calls, (all, ...groups) => {
    const list = groups.slice(0, 8).find((one): one is string => typeof one === 'string') ?? '';
    const codes = list.split(',').map(Number);
    return codes.every((code) => code >= 32 && code < 127) ? literal(String.fromCharCode(...codes)) : all;
  });
}
