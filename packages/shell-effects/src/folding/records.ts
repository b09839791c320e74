import { type Language, readLiterals } from '../code/literals.js';
import { blockEnd, closing, expressionEnd } from './brackets.js';
import { type LiteralValue, literalValueAt } from './literal-values.js';
import { replaceName } from './replace-name.js';
import { MAX_LENGTH, MAX_TURNS, plain } from './texts.js';

/** A loop over a list that the code names, and the names under which it has each record or its parts. */
interface Loop {
  readonly list: string;
  /** The record as a whole. */
  readonly whole?: string;
  /** Parts of the record, by their places or, in braces, by their names. */
  readonly parts?: readonly string[];
  readonly isByName: boolean;
  /** Whether each record is the name and the value of an entry. */
  readonly isEntries: boolean;
  readonly start: number;
  readonly from: number;
  readonly end: number;
}

const HEADS: Partial<Readonly<Record<Language, RegExp>>> = {
  python:
    /^([ \t]*)for[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]+in[ \t]+(?:(\w+)(\.items\(\))?|enumerate\(\s*(\w+)[^()\n]*\))[ \t]*:/gm,
  node: /()\bfor\s*\(\s*(?:const|let|var)\s+([\w$]+|\[[\w$\s,]+\]|\{[\w$\s,]+\})\s+of\s+(?:([\w$]+)|(Object\.entries)\(\s*([\w$]+)\s*\))\s*\)\s*/g,
};

const MAX_LOOPS = 8;

/**
 * Loops over records that stand in the code in full, as steps of a plan do: the body once for each, with what its fields
 * hold: `for step in steps: run(step["command"])`. Not where the list is named for anything else, as it may then change. Without
 * it 8 honest scripts of the tests, whose steps hold words of a push as data, are refused, and 2 written files are not seen.
 */
export function unrollRecords(text: string, language: Language): string {
  if (HEADS[language] === undefined) return text;
  let result = language === 'python' ? nameRecords(text) : text;
  for (let round = 0; round < MAX_LOOPS; round++) {
    const next = loopsIn(result, language)
      .map((loop) => withoutLoop(result, loop, language))
      .find((one) => one !== undefined);
    if (next === undefined || next.length > MAX_LENGTH / 2) break;
    result = next;
  }
  return result;
}

/** Records that stand in the head of their loop, under a name in front of it. */
function nameRecords(text: string): string {
  const heads = [...text.matchAll(/^([ \t]*)for[ \t]+\w+[ \t]*,[\w \t,]+?[ \t]in[ \t]+(?=[[{(])/gm)].slice(
    0,
    MAX_LOOPS,
  );
  return heads.reduceRight((result, { 0: head, 1: indent = '', index }, at) => {
    const from = index + head.length;
    const end = closing(result, from + 1) + 1;
    if (end === 0 || !/^(?:\.items\(\))?[ \t]*:/.test(result.slice(end))) return result;
    const name = `records_${at}`;
    return `${result.slice(0, index)}${indent}${name} = ${result.slice(from, end)}\n${head}${name}${result.slice(end)}`;
  }, text);
}

function loopsIn(text: string, language: Language): Loop[] {
  return [...text.matchAll(HEADS[language] as RegExp)].slice(0, MAX_LOOPS).map((head) => {
    const [all, indent = '', names = '', list, entries, other] = head;
    const from = head.index + all.length;
    const own = names.match(/[\w$]+/g) ?? [];
    const isCounted = language === 'python' && list === undefined;
    const taken = isCounted ? own.slice(1) : own;
    const isWhole = taken.length === 1 && !/^[[{]/.test(names);
    return {
      list: list ?? other ?? '',
      ...(isWhole ? { whole: taken[0] as string } : { parts: taken }),
      isByName: names.startsWith('{'),
      isEntries: entries !== undefined,
      start: head.index,
      from,
      end: language === 'python' ? blockEnd(text, from, indent.length) : expressionEnd(text, from),
    };
  });
}

function withoutLoop(text: string, loop: Loop, language: Language): string | undefined {
  const records = recordsOf(text, loop, language);
  if (records === undefined) return undefined;
  const body = text.slice(loop.from, loop.end).replace(/^[ \t]+/gm, '');
  if (changes(body, loop) || takesWhole(body, loop, language)) return undefined;
  const turns = records.map((record) => turnOf(body, record, loop, text, language));
  return `${text.slice(0, loop.start)}\n${turns.join('\n')}\n${text.slice(loop.end)}`;
}

/** Tells whether the body gives one of the loop's names, or a field, another value. */
function changes(body: string, { whole, parts }: Loop): boolean {
  return [whole, ...(parts ?? [])]
    .filter((name) => name !== undefined)
    .some((name) =>
      new RegExp(String.raw`(?<![\w$.])${escaped(name)}(?:\.\w+|\[[^\]\n]*\])*\s*(?:[-+*|]?=(?![=>])|\+\+)`).test(body),
    );
}

/** Tells whether the body hands a record on as a whole, so that its fields may be asked for elsewhere. */
function takesWhole(body: string, { whole }: Loop, language: Language): boolean {
  if (whole === undefined) return false;
  return new RegExp(String.raw`(?<![\w$.])${escaped(whole)}(?![\w$]|\s*[.[])`).test(readLiterals(body, language).bare);
}

/** Returns the records of a list that is named once to be made, and else only to be looped over or counted. */
function recordsOf(text: string, { list, isEntries }: Loop, language: Language): readonly LiteralValue[] | undefined {
  const name = escaped(list);
  const makes = new RegExp(
    language === 'python'
      ? String.raw`^[ \t]*${name}[ \t]*(?::[^=\n]+)?=[ \t]*(?=[[({])`
      : String.raw`\b(?:const|let|var)\s+${name}\s*(?::[^=;\n]+)?=\s*(?=[[{])`,
    'gm',
  );
  const made = [...text.matchAll(makes)];
  const [first] = made;
  if (first === undefined || made.length > 1) return undefined;
  const uses = new RegExp(
    String.raw`\bin[ \t]+${name}(?:\.items\(\))?[ \t]*:|\benumerate\(\s*${name}\b|\bof\s+${name}\s*\)|\bObject\.entries\(\s*${name}\s*\)|\blen\(\s*${name}\s*\)|(?<![\w$.])${name}\.length\b`,
    'g',
  );
  const { bare } = readLiterals(text, language);
  const mentions = bare.match(new RegExp(String.raw`(?<![\w$.])${name}(?![\w$])`, 'g'))?.length ?? 0;
  if (mentions !== 1 + (bare.match(uses)?.length ?? 0)) return undefined;
  const value = literalValueAt(text, first.index + first[0].length);
  if (value?.kind === 'list' && !isEntries) return bounded(value.items);
  if (value?.kind !== 'map' || !isEntries) return undefined;
  return bounded(
    [...value.entries].map(([key, one]) => ({
      kind: 'list',
      source: '',
      items: [{ kind: 'text', source: JSON.stringify(key) }, one],
    })),
  );
}

const bounded = (records: readonly LiteralValue[]) =>
  records.length === 0 ||
  records.length > MAX_TURNS * 4 ||
  records.some(({ kind }) => kind === 'text' || kind === 'other')
    ? undefined
    : records;

/** Returns the body with what the fields of one record hold in their places. */
function turnOf(body: string, record: LiteralValue, loop: Loop, text: string, language: Language): string {
  const fields = fieldsOf(record, text);
  let turn = body;
  for (const [field, value] of fields) {
    const isShown =
      value.kind === 'text' || (value.kind === 'list' && value.items.every(({ kind }) => kind === 'text'));
    if (!isShown) continue;
    if (loop.whole !== undefined) turn = replaceField(turn, loop.whole, field, value.source);
    const part = loop.isByName ? loop.parts?.find((name) => name === field) : loop.parts?.[Number(field)];
    if (part !== undefined) turn = replaceName(turn, part, value.source, language);
  }
  return turn;
}

function replaceField(body: string, name: string, field: string, value: string): string {
  const key = escaped(field);
  const number = /^\d+$/.test(field) ? String.raw`|\[${key}\]` : '';
  const access = String.raw`(?<![\w$.])${escaped(name)}(?:\.${key}(?![\w$]|\s*\()|\[\s*(["'])${key}\1\s*\]|\.get\(\s*(["'])${key}\2\s*\)${number})`;
  const inner = /^["']/.test(value) ? plain(value) : '';
  return body
    .replace(new RegExp(String.raw`\$?\{\s*${access}(?:![rs])?(?::[^{}\n]*)?\s*\}`, 'g'), () => inner)
    .replace(new RegExp(access, 'g'), () => value);
}

/** Tells what a record holds, by the names or the places of its fields. */
function fieldsOf(record: LiteralValue, text: string): [string, LiteralValue][] {
  if (record.kind === 'map') return [...record.entries];
  if (record.kind === 'list') return record.items.map((item, at) => [String(at), item]);
  if (record.kind !== 'call') return [];
  const names = /^(?:\w+\.)?(?:SimpleNamespace|dict)$/.test(record.callee) ? [] : fieldNames(record.callee, text);
  if (names === undefined || record.items.length > names.length) return [];
  return [...record.items.map((item, at): [string, LiteralValue] => [names[at] as string, item]), ...record.entries];
}

/** Returns the fields of a class that has nothing else; undefined for any other. */
function fieldNames(name: string, text: string): string[] | undefined {
  const made = new RegExp(
    String.raw`^${escaped(name)}[ \t]*=[ \t]*(?:collections\.)?namedtuple\(\s*["']\w+["']\s*,\s*(\[[^\]]*\]|\([^()]*\)|["'][\w\s,]*["'])\s*\)`,
    'm',
  ).exec(text);
  if (made !== null) return made[1]?.match(/\w+/g) ?? [];
  const head = new RegExp(
    String.raw`(?:^@(?:dataclasses\.)?dataclass(?:\([^()\n]*\))?\n[ \t]*class[ \t]+${escaped(name)}[ \t]*(?:\(\))?|^class[ \t]+${escaped(name)}\((?:typing\.)?NamedTuple\))[ \t]*:[ \t]*\n((?:[ \t]+[^\n]*\n|[ \t]*\n)+)`,
    'm',
  ).exec(text);
  const lines = (head?.[1] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*(?:"""[^"]*"""|#.*)$/.test(line));
  const fields = lines.map((line) => /^[ \t]+(\w+)[ \t]*:[ \t]*[^\n]+$/.exec(line)?.[1]);
  return fields.length === 0 || fields.includes(undefined) ? undefined : (fields as string[]);
}

const escaped = (name: string) => name.replace(/[$.]/g, '\\$&');
