import type { Criterion, ItemFault, ItemWords } from './document.js';
import type { EntryLine } from './item-lines.js';

/** What an entry may say of itself in a line of its own below it: `Files: src/total.ts`. */
const FIELDS = {
  files: /^files?\s*:\s*/i,
  after: /^(?:after|depends on)\s*:\s*/i,
  claims: /^claims?\s*:\s*/i,
  size: /^size\s*:\s*/i,
  flags: /^(?:flags?|needs)\s*:\s*/i,
  parent: /^(?:parent|part of)\s*:\s*/i,
  verify: /^verif(?:y|ied by)\s*:\s*/i,
  commit: /^commit(?: message)?\s*:\s*/i,
  risk: /^risks?\s*:\s*/i,
  manual: /^(?:manual|by hand)(?: (?:checks?|criteri(?:a|on)))?(?:\s*:\s*|$)/i,
  criteria: /^(?:acceptance )?criteri(?:a|on)(?:\s*:\s*|$)|^(?:acceptance|done when)\s*:\s*/i,
  tests: /^tests?\s*:\s*off\b\s*/i,
} as const;
type Field = keyof typeof FIELDS;

/** The head of a field whose values are entries below it. */
export const FIELDS_WITH_ENTRIES = new RegExp(`${FIELDS.criteria.source}|${FIELDS.manual.source}`, 'i');

const fieldOf = ({ text }: { text: string }) =>
  (Object.keys(FIELDS) as Field[]).find((name) => FIELDS[name].test(text));

/** Tells whether a line is a field, and not words of a title that go on. */
export const isField = (line: { text: string }): boolean => fieldOf(line) !== undefined;

/** Characters of one value, and the number of values of one field. */
const LONGEST = 200;
const LONGEST_COMMAND = 1000;
const LONGEST_CRITERION = 2000;
const MOST = 100;

/** The fields of an entry, and what is wrong with them. */
export interface Fields extends ItemWords {
  files: string[];
  after: string[];
  claims: string[];
  size?: string;
  flags: string[];
  parent?: string;
  verifyLine?: number;
  details?: readonly string[];
  faults: ItemFault[];
}

/** Reads the fields of an entry from the lines below its head. */
export function fieldsOf(lines: readonly EntryLine[]): Fields {
  const faults: ItemFault[] = [];
  const said = new Map<Field, EntryLine[]>();
  const details: string[] = [];
  for (const line of lines) {
    const field = fieldOf(line);
    if (field) said.set(field, [...(said.get(field) ?? []), line]);
    else details.push(...[line.text, ...line.below.map(({ text }) => text)].filter((text) => text !== ''));
  }
  const at = (field: Field) => said.get(field) ?? [];
  const fault = (code: string, { line }: { line: number }, args: ItemFault['args'] = {}) => {
    faults.push({ code, line, args });
  };

  /** All values of a list; what is one too many or too long is told, and left out. */
  const list = (field: Field): string[] => {
    const all = at(field).flatMap((line) => valuesOf(line, field).map((value) => ({ value, line: line.line })));
    const fitting = all.filter(({ value }) => value.length <= LONGEST);
    const first = all.find(({ value }) => value.length > LONGEST) ?? fitting[MOST];
    if (first) fault('ITEM_FIELD_LONG', first, { field, most: fitting.length > MOST ? MOST : LONGEST });
    return fitting.slice(0, MOST).map(({ value }) => value);
  };

  /**
   * `single` reads the one value of a field; two are told, and so is one that is too long: half a command is another
   * command.
   */
  const single = (field: Field, most: number, read: (line: EntryLine) => string = (line) => wordsOf(line, field)) => {
    const [first, second] = at(field);
    if (second) fault('ITEM_FIELD_TWICE', second, { field });
    const value = first && read(first);
    if (first && value!.length > most) fault('ITEM_FIELD_LONG', first, { field, most });
    return value === undefined || value === '' || value.length > most ? undefined : value;
  };

  const files = list('files').map((file) => file.replace(/^\.\//, ''));
  const outside = files.filter(isOutside);
  if (outside.length > 0) fault('PATH_OUTSIDE', at('files')[0]!, { file: outside[0]! });
  const [size] = list('size');
  const parent = single('parent', LONGEST, (line) => valuesOf(line, 'parent')[0] ?? '');
  const verify = single('verify', LONGEST_COMMAND, (line) => {
    const commands = line.code.length > 0 ? line.code : [wordsOf(line, 'verify')];
    const isClear = commands.length === 1 && !commands[0]!.includes('\n') && line.below.length === 0;
    if (!isClear) fault('ITEM_VERIFY_UNCLEAR', line);
    return isClear ? commands[0]! : '';
  });
  const commit = single('commit', LONGEST, (line) => line.code[0] ?? wordsOf(line, 'commit'));
  const risk = single('risk', LONGEST_CRITERION);
  const testsOff = testsOffOf(at('tests'), fault);
  const criteria = criteriaOf(at('criteria'), at('manual'), fault);
  return {
    ...{ files: files.filter((file) => !isOutside(file)), after: list('after'), claims: list('claims') },
    flags: list('flags').map((flag) => flag.toLowerCase()),
    ...(size === undefined ? {} : { size }),
    ...(parent === undefined ? {} : { parent }),
    ...(verify === undefined ? {} : { verify, verifyLine: at('verify')[0]!.line }),
    ...(commit === undefined ? {} : { commit }),
    ...(risk === undefined ? {} : { risk }),
    ...(testsOff === undefined ? {} : { testsOff }),
    ...(criteria.length === 0 ? {} : { criteria }),
    ...(details.length === 0 ? {} : { details: details.slice(0, MOST).map((one) => one.slice(0, LONGEST_CRITERION)) }),
    faults,
  };
}

type Tell = (code: string, line: { line: number }, args?: ItemFault['args']) => void;

const wordsOf = ({ text }: EntryLine, field: Field) => text.replace(FIELDS[field], '').trim();

/**
 * Returns the values of a list: paths are written as code where Markdown would read their signs; else words between
 * commas.
 */
function valuesOf(line: EntryLine, field: Field): string[] {
  const isCode = field === 'files' && line.code.length > 0;
  const own = isCode ? line.code : wordsOf(line, field).split(/[,;]\s*|\s+/);
  return [...own, ...line.below.flatMap(({ text }) => text.split(/[,;]\s*|\s+/))]
    .map((one) => one.replace(/[.]$/, ''))
    .filter((one) => /[\p{L}\p{N}*]/u.test(one));
}

const isOutside = (file: string) => /^(?:[/\\~]|[a-zA-Z]:[\\/]|[a-z]+:\/\/)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(file);

/** Returns the reason for which tests are off; without one they are not. */
function testsOffOf(lines: readonly EntryLine[], fault: Tell): string | undefined {
  const [line] = lines;
  if (!line) return undefined;
  const reason = wordsOf(line, 'tests')
    .replace(/^[\s:,;–—-]*\(?|\)?[\s.]*$/g, '')
    .trim();
  if (!/\p{L}/u.test(reason)) fault('ITEM_TESTS_REASON', line);
  return /\p{L}/u.test(reason) ? reason.slice(0, LONGEST) : undefined;
}

/** An id that an entry writes in front of a criterion: `AC1:`, `[C-2]`, `3)`. One without a number is a word. */
const CRITERION_ID = /^(?:\[([\w.-]*\d[\w.-]*)\]:?|([a-z][\w.-]*\d[\w.-]*|\d[\w.-]*)[:)])\s+/i;

function criteriaOf(said: readonly EntryLine[], manual: readonly EntryLine[], fault: Tell): Criterion[] {
  const written = [
    ...said.flatMap((line) => entriesOf(line, 'criteria').map(markedIn)),
    ...manual.flatMap((line) => entriesOf(line, 'manual').map((one) => ({ ...one, manual: true as const }))),
  ];
  if (written.length > MOST) fault('ITEM_FIELD_LONG', written[MOST]!, { field: 'criteria', most: MOST });
  const read = written.slice(0, MOST).map(({ text, line, ...rest }) => {
    const id = CRITERION_ID.exec(text);
    if (text.length > LONGEST_CRITERION)
      fault('ITEM_FIELD_LONG', { line }, { field: 'criteria', most: LONGEST_CRITERION });
    return { line, id: id?.[1] ?? id?.[2], text: text.slice(id?.[0].length ?? 0).slice(0, LONGEST_CRITERION), ...rest };
  });
  const taken = new Map<string, number>();
  for (const { id, line } of read) {
    if (id === undefined) continue;
    const first = taken.get(id);
    if (first !== undefined) fault('ITEM_CRITERION_DUPLICATE', { line }, { criterion: id, first });
    else taken.set(id, line);
  }
  const named = new Set(taken.keys());
  return read.flatMap(({ id, text, line, ...rest }, place) => {
    if (id !== undefined && taken.get(id) !== line) return [];
    return [{ id: id ?? freeId(named, place + 1), text, ...rest }];
  });
}

/** What people write at a criterion that no program can check, wherever they list it (R4). */
const FOR_PERSON =
  /^(?:\[[\w.-]*\d[\w.-]*\]:?\s+|[\w.-]*\d[\w.-]*[:)]\s+)?\[(?:manual|by hand|human)\]|\bMANUAL_VERIFICATION_REQUIRED\b|[([](?:manual|manually|by hand|manual (?:check|verification)(?: required)?|requires (?:a )?human|a person checks it)[)\]][.\s]*$|#\s*cannot be done\b.*\bhuman\b/i;

const markedIn = (one: { text: string; line: number }) =>
  FOR_PERSON.test(one.text.slice(0, LONGEST_CRITERION)) ? { ...one, manual: true as const } : one;

function entriesOf(line: EntryLine, field: 'criteria' | 'manual'): { text: string; line: number }[] {
  const own = wordsOf(line, field);
  return [...(own === '' ? [] : [{ text: own, line: line.line }]), ...line.below].filter(({ text }) => text !== '');
}

/** Returns the place of a criterion in the list, or the next number that no other bears. */
function freeId(named: Set<string>, place: number): string {
  let id = place;
  while (named.has(String(id))) id += 1;
  named.add(String(id));
  return String(id);
}
