import type { Language } from '../code/literals.js';
import { literal, MAX_LENGTH, pattern, plain, TEXT, TEXTS } from './texts.js';

const VALUE = String.raw`(?:${TEXT}|[[(]\s*${TEXTS}\s*,?\s*[\])])`;
const KEY = String.raw`(?:${TEXT}|[A-Za-z_$][\w$]*)`;
const ENTRY = String.raw`${KEY}\s*(?::|=>)\s*${VALUE}`;
const TABLE = pattern(String.raw`(?<![\w$.])(\w+)\s*=\s*\{\s*(${ENTRY}(?:\s*,\s*${ENTRY})*)\s*,?\s*\}`);
const ENTRIES = pattern(String.raw`(${KEY})\s*(?::|=>)\s*(${VALUE})`);

/** What gives a table other values: an entry that is set, a method that does it. */
const CHANGED = String.raw`(?:\[[^\]\n]*\]|\.\w+)\s*[|+]?=(?!=)|\.(?:update|setdefault|pop\w*|clear|merge!?|store|replace|__setitem__)\b`;
const MAX_TABLES = 8;

/**
 * Puts the values of tables that hold nothing but texts and lists of them where the code takes one by its name:
 * `run(STEPS["publish"])`. Not of a table that is changed.
 */
export function insertEntries(text: string, language: Language): string {
  if (!/^(?:python|node|ruby)$/.test(language)) return text;
  let result = text;
  for (const [, name = '', entries = ''] of [...text.matchAll(TABLE)].slice(0, MAX_TABLES)) {
    if (text.match(new RegExp(String.raw`(?<![\w$.])${name}\s*(?:[|+]?=)(?![=>])`, 'g'))?.length !== 1) continue;
    if (new RegExp(String.raw`(?<![\w$.])${name}(?:${CHANGED})|\(\s*${name}\s*,`).test(text)) continue;
    for (const [, key = '', value = ''] of entries.matchAll(ENTRIES)) {
      const own = /^["']/.test(key) ? plain(key) : key;
      if (!/^[\w-]+$/.test(own)) continue;
      const member = language === 'node' && /^\w+$/.test(own) ? String.raw`|\.${own}(?![\w$(])` : '';
      const taken = String.raw`\[\s*(?:"${own}"|'${own}'|:${own})\s*\]|\.get\(\s*(?:"${own}"|'${own}')\s*\)${member}`;
      const place = pattern(String.raw`(?<![\w$."'])${name}(?:${taken})(?!\s*=(?!=))`);
      result = result.replace(place, () => (/^["']/.test(value) ? literal(plain(value)) : `[${value.slice(1, -1)}]`));
    }
  }
  return result.length > MAX_LENGTH / 2 ? text : result;
}
