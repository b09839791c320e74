import { replaceName } from './loops.js';
import { items, literal, MAX_TURNS, plain, TEXT, TEXTS } from './texts.js';

const NAME = String.raw`(?:async\s*)?\(?\s*([\w$]+)\s*\)?\s*=>\s*`;
/** Pieces of a text that is put together. */
const PIECE = String.raw`(?:${TEXT}|\`[^\`]*\`|[\w$.]+)`;
const JOINED = String.raw`(?:[\w$]+\.)*(?:join|resolve)\(\s*${PIECE}(?:\s*,\s*${PIECE})*\s*\)`;
const SUM = String.raw`${PIECE}(?:\s*\+\s*${PIECE})*`;

const KEPT = new RegExp(
  String.raw`\[\s*(${TEXTS})\s*\]\.filter\(\s*${NAME}(!?)\s*\2\.(endsWith|startsWith|includes)\(\s*(${TEXT})\s*\)\s*\)`,
  'g',
);
const MAPPED = new RegExp(
  String.raw`\[\s*(${TEXTS})\s*\]((?:\.(?:filter|sort|slice|reverse)\((?:[^()]|\([^()]*\))*\))*)\.map\(\s*${NAME}(${JOINED}|${SUM})\s*\)`,
  'g',
);

/** Lists of texts of which each becomes another text: `["a.ts"].map((f) => "src/" + f)`; before, those that a filter keeps. */
export function mapLists(text: string): string {
  if (!text.includes('=>')) return text;
  return text
    .replace(KEPT, (_all, list: string, _name, not, test: 'endsWith' | 'startsWith' | 'includes', part: string) => {
      const kept = items(list).filter((one) => one[test](plain(part)) === (not === ''));
      return `[${kept.map(literal).join(', ')}]`;
    })
    .replace(MAPPED, (_all, list: string, chain: string, name: string, made: string) => {
      const values = items(list).slice(0, MAX_TURNS * 4);
      return `[${values.map((one) => replaceName(made, name, literal(one), 'node')).join(', ')}]${chain}`;
    });
}
