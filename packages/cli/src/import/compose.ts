import { createHash } from 'node:crypto';
import { type DocumentKind, kindOfDocument, readDocument } from '@flow/core/documents';
import { idOf } from '@flow/core/documents/claim-id';
import { oneLine, visible } from '@flow/core/documents/text';
import { itemsIn, kindsOf } from '@flow/core/items';
import { TOPIC } from '@flow/core/items/topics';
import type { Workflow } from '@flow/core/workflow';
import { asCode, escaped } from '@flow/engine/run/documents/written';
import { entryOf } from '@flow/engine/run/items/entry';
import { stringify } from 'yaml';
import type { Imported, ImportedClaim, Left } from './model.js';
import { type ShapedItem, shapeItems } from './shape.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A document of a workflow as an import writes it. */
export interface Composed {
  /** Its name in the workflow. */
  name: string;
  kind: DocumentKind;
  text: string;
}

/** What became of an import: documents, ids of ours by the names of the other tool, and what has no place in them. */
export interface Composition {
  documents: Composed[];
  claims: { id: string; origin: string }[];
  items: ShapedItem[];
  left: Left[];
}

/**
 * Composes the documents of a workflow from what another tool says.
 * @param before the texts of earlier imports by the name of the document, the oldest first: claims keep their ids
 */
export function compose(
  imported: Imported,
  workflow: Pick<Workflow, 'id' | 'documents' | 'phases'>,
  before: Readonly<Record<string, readonly string[]>> = {},
): Composition {
  const kinds = Object.entries(workflow.documents).map(([name, one]) => ({ name, kind: kindOfDocument(name, one) }));
  const named = (kind: DocumentKind) => kinds.find((one) => one.kind === kind)?.name;
  const left: Left[] = [...imported.left];
  const documents: Composed[] = [];
  const add = (name: string, kind: DocumentKind, body: string) =>
    documents.push({ name, kind, text: marked(imported, kind, `${body.trimEnd()}\n`) });
  const title = heading(imported.title);

  const spec = named('spec');
  const texts = imported.texts.filter(({ document }) => kinds.some((one) => one.name === document));
  const claims = spec === undefined ? [] : withIds(imported.claims, before[spec] ?? []);
  const ids = new Map(claims.map(({ id, origin }) => [origin, id]));
  if (spec !== undefined && claims.length > 0) add(spec, 'spec', specText(title, claims));
  else if (texts.every(({ document }) => document !== 'requirements'))
    left.push(
      ...imported.claims.map((one) =>
        leftOf(one, `${one.origin}: ${one.text}`, `${workflow.id} has no list of claims`),
      ),
    );

  const plan = named('plan');
  if (plan !== undefined && (imported.scope.length > 0 || imported.probes.length > 0))
    add(plan, 'plan', planText(title, imported));

  const shape = named('test-shape');
  const tests = imported.tests.filter((one) => one.claims.some((origin) => ids.has(origin)));
  if (shape !== undefined && tests.length > 0) add(shape, 'test-shape', testMap(imported.title, claims, tests, ids));

  const list = listOf(workflow);
  const items: ShapedItem[] = [];
  if (list === null)
    left.push(
      ...imported.items.map((one) => leftOf(one, `${one.origin}: ${one.title}`, `${workflow.id} walks no items`)),
    );
  else if (imported.items.length > 0) {
    const shaped = shapeItems(imported, list.chain.length);
    left.push(...shaped.left);
    items.push(...shaped.items);
    const about = plan === undefined ? [...imported.scope, ...imported.probes.map((one) => `To try: ${one}`)] : [];
    add(list.name, 'text', listText(title, list.chain, items, ids, about, imported));
  }
  const isAbout = plan !== undefined || (list !== null && imported.items.length > 0);
  if (!isAbout)
    for (const what of [...imported.scope, ...imported.probes])
      left.push({ path: imported.from, line: 1, what, why: `${workflow.id} has no document for it` });

  const copied = new Set<string>();
  for (const { document, path, text } of texts) {
    if (documents.some(({ name }) => name === document)) continue;
    add(document, kinds.find(({ name }) => name === document)!.kind, withoutBoxes(text));
    copied.add(path);
  }
  return {
    documents,
    claims: claims.map(({ id, origin }) => ({ id, origin })),
    items,
    left: left.filter(({ path }) => !copied.has(path)),
  };
}

const leftOf = ({ path, line }: { path: string; line: number }, what: string, why: string): Left => ({
  ...{ path, line, why },
  what: oneLine(what).slice(0, 160),
});

/** Words as they stand at the beginning of an entry or a paragraph: nothing in them is a sign of Markdown. */
const written = (text: string): string =>
  escaped(text)
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/^[+-]/, '\\$&');

const heading = (title: string): string => written(oneLine(title)) || 'untitled';

type Known = ImportedClaim & { id: string };

/**
 * Gives each claim an id: the one that an earlier import has given it, else the next free one of its kind. What a person has
 * claimed in between has its id, too.
 */
function withIds(claims: readonly ImportedClaim[], before: readonly string[]): Known[] {
  const earlier = new Map<string, string>();
  const taken = new Set<string>();
  for (const text of before)
    for (const { id, text: words } of readDocument('spec', '', text, sha256).claims) {
      const origin = ORIGIN.exec(words)?.[1];
      if (origin !== undefined) earlier.set(origin, id);
      taken.add(id);
    }
  const next = { do: 1, not: 1 };
  return claims.map((claim) => {
    const kind = claim.forbids ? 'not' : 'do';
    const kept = earlier.get(nameOf(claim.origin));
    if (kept?.startsWith(`${kind}-`)) return { ...claim, id: kept };
    while (taken.has(idOf(kind, next[kind]))) next[kind] += 1;
    const id = idOf(kind, next[kind]);
    taken.add(id);
    return { ...claim, id };
  });
}

/** The name of a claim at its end, as `claimText` writes it. */
const ORIGIN = /\(([^()]+)\)$/;

/** Says a claim with its name there; words that would change what is expected of it are no mark. */
function claimText({ id, text, origin, stays, forbids }: Known): string {
  const words = oneLine(text).replace(/[([](guard|refactor(?:ing)?)[)\]]/gi, '“$1”');
  // An id of a claim in the words of another one would read as a claim that nobody defines.
  const told = words.replace(/\b((?:do|not|inv|prh|bnd)[-_]\d{1,5})\s*:/gi, '$1 –');
  return `- ${id}${stays && !forbids ? ' (guard)' : ''}: ${written(told)} (${escaped(nameOf(origin))})`;
}

/** The name of a claim there, as it stands in round brackets: a mark of ours is no name. */
const nameOf = (origin: string): string =>
  oneLine(origin)
    .replace(/[()]/g, '')
    .replace(/^(?:guard|refactor(?:ing)?)$/i, '“$&”');

function specText(title: string, claims: readonly Known[]): string {
  const list = (forbid: boolean) => claims.filter(({ forbids }) => forbids === forbid).map(claimText);
  const section = (name: string, lines: readonly string[], none: string) =>
    `## ${name}\n\n${lines.join('\n') || none}\n`;
  return [
    `# Spec: ${title}\n`,
    section('Must Do', list(false), '<!-- - do-1: … -->'),
    section(
      'Must NOT',
      list(true),
      '<!-- Nothing was said there. Nothing to forbid? Write "None:" and the reason. -->',
    ),
  ].join('\n');
}

const bullets = (lines: readonly string[]) => lines.map((one) => `- ${written(oneLine(one))}`).join('\n');

function planText(title: string, { scope, probes, files }: Imported): string {
  return [
    `# Plan: ${title}\n`,
    `## Scope\n\n${bullets(scope)}\n`,
    '## User Concerns\n\n<!-- The concerns of the person who asked for this, in their words: no other tool has them. -->\n',
    `## Custom Adversarial Probes\n\n${bullets(probes)}\n`,
    '## User-Visible Expectations\n',
    `## Architecture Files\n\n${files.map((one) => `- ${asCode(one)}`).join('\n')}\n`,
  ].join('\n');
}

/** Writes the test map: each claim that a planned test names. */
function testMap(
  title: string,
  claims: readonly Known[],
  tests: Imported['tests'],
  ids: ReadonlyMap<string, string>,
): string {
  const rows = claims.flatMap(({ id }) => {
    const own = tests.filter((one) => one.claims.some((origin) => ids.get(origin) === id));
    return own.length === 0
      ? []
      : [{ claim: id, tests: own.map(({ name, file }) => ({ name: oneLine(name), ...(file && { file }) })) }];
  });
  const first = `# Which tests prove which claim, and what the change may break: ${oneLine(title)}`;
  return `${first}\n${stringify({ claims: rows, risks: [] })}`;
}

/** Finds the document that lists a workflow's items, and the kinds that it lists, from the outermost. */
function listOf({
  phases,
  documents,
}: Pick<Workflow, 'phases' | 'documents'>): { name: string; chain: readonly string[] } | null {
  const chain = kindsOf(phases).find(([kind]) => kind !== undefined && kind !== TOPIC);
  if (!chain) return null;
  const asks = (kind: string) => (spec: { check: string; kind?: unknown }) =>
    spec.check === 'listed' && spec.kind === kind;
  const phase = phases.find(({ exit, produces }) => produces !== undefined && exit.some(asks(chain[0]!)));
  const name = phase?.produces?.findLast((one) => documents[one] && kindOfDocument(one, documents[one]) === 'text');
  return name === undefined ? null : { name, chain: chain.slice(0, 2) };
}

const plural = (kind: string) => (kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`);
const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

function listText(
  title: string,
  [outer = 'task']: readonly string[],
  items: readonly ShapedItem[],
  ids: ReadonlyMap<string, string>,
  about: readonly string[],
  { tool, files }: Imported,
): string {
  const told = [...about.map((one) => `- ${written(oneLine(one))}`), ...files.map((one) => `- ${asCode(one)}`)];
  const entries = items.flatMap((one) => [
    ...entry(one, ids, tool),
    ...one.parts.flatMap((part) => entry(part, ids, tool).map((line) => `  ${line}`)),
  ]);
  return [
    `# Plan: ${title}\n`,
    ...(told.length === 0 ? [] : [`## Scope\n\n${told.join('\n')}\n`]),
    `## ${capital(plural(outer))}\n\n${entries.join('\n')}\n`,
  ].join('\n');
}

/** Values that one field of an entry holds; a document that says more is refused. */
const MOST = 100;

/** Writes an entry: a box that is open whatever was said there, as nothing of another tool is proven here. */
function entry(item: ShapedItem, ids: ReadonlyMap<string, string>, tool: string): string[] {
  const claims = item.claims.flatMap((origin) => ids.get(origin) ?? []);
  const others = item.claims.filter((origin) => !ids.has(origin));
  const criteria = item.criteria.slice(0, MOST).map((text, at) => ({ id: String(at + 1), text: oneLine(text) }));
  const lines = entryOf({
    ...{ id: item.id, title: titleText(item.title), kind: '', after: item.after.slice(0, MOST) },
    ...{ files: item.files.slice(0, MOST).map((one) => oneLine(one)), claims, criteria },
  });
  const notes = [
    ...(item.origin === '' || item.origin === item.id ? [] : [`In ${tool}: ${item.origin}`]),
    ...(others.length === 0 ? [] : [`Requirements: ${others.join(', ')}`]),
    ...(SAID_WORDS[item.said] === undefined
      ? []
      : [`${SAID_WORDS[item.said]} in ${tool} (${item.word}): ${TO_VERIFY}`]),
    ...item.notes.map((one) => `Note: ${one}`),
  ];
  return [...lines, ...notes.slice(0, MOST).map((one) => `  - ${escaped(oneLine(one))}`)];
}

/** What an entry says where the other tool knew more of it than that it is open. */
const SAID_WORDS: Readonly<Record<string, string>> = {
  done: 'Done',
  begun: 'Begun',
  blocked: 'Blocked',
  deferred: 'Deferred',
  dropped: 'Dropped',
};

/** The words behind what somebody said of work elsewhere. */
export const TO_VERIFY = 'no proof here, to be verified';

/**
 * A title as an entry says it. Marks in front are words: `[VERIFY]` would take the work away, `[PART]` would make a fix of it;
 * what sets an id off goes.
 */
function titleText(title: string): string {
  const [, marks = '', words = ''] = /^((?:\s*(?:[:–—-]|\[[^\]]{0,40}\]))*)(.*)$/s.exec(oneLine(title)) ?? [];
  const said = marks
    .replace(/[[\]:–—-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [said, words.trim()].filter((one) => one !== '').join(': ') || 'untitled';
}

/** The text of another tool in a document of ours: boxes in it are words, as only the list of items has items. */
const withoutBoxes = (text: string): string =>
  visible(text.replace(/\r\n?/g, '\n')).replace(
    /^(\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+)\[([^\]\n])\](?=\s)/gm,
    '$1($2)',
  );

/**
 * The line by which an import knows again what it wrote: (1) the tool, (2) where its work lies, (3) the list that was meant, where
 * a file has several, and (4) the digest of the contract.
 */
const MARKER =
  /^(?:<!--|#) flow: imported 1 from (spec-kit|OpenSpec|Kiro|Task Master|beads) (.{1,300}?)(?: list (\S{1,200}))? \(([0-9a-f]{16})\)(?: -->)?$/m;

/** Puts the mark of an import into a document, behind its title. */
function marked({ tool, from, list }: Imported, kind: DocumentKind, body: string): string {
  const where = oneLine(from)
    .replace(/--+|[<>]/g, '-')
    .slice(0, 300);
  const said = `flow: imported 1 from ${tool} ${where}${list === undefined ? '' : ` list ${encodeURIComponent(list).replace(/--+/g, '-')}`}`;
  const digest = contractOf(kind, body);
  return withMark(body, kind === 'test-shape' ? `# ${said} (${digest})` : `<!-- ${said} (${digest}) -->`);
}

/** Writes a mark where an import has it: in front of a map of tests, behind the title of any other document. */
export function withMark(body: string, mark: string): string {
  if (mark.startsWith('# ')) return `${mark}\n${body}`;
  const at = /^# .*\n/.exec(body)?.[0].length ?? 0;
  return `${body.slice(0, at)}${at > 0 ? '\n' : ''}${mark}\n${at > 0 ? '' : '\n'}${body.slice(at)}`;
}

/** Takes a document apart into the line of an import's mark, the digest in it, and the rest; null without a mark. */
export function unmarked(text: string): { mark: string; digest: string; body: string } | null {
  const found = MARKER.exec(text);
  if (!found) return null;
  const [mark, , , , digest] = found;
  const ahead = text.slice(0, found.index);
  // The empty line in front of it, or behind it where it is the first, came with it.
  const isFirst = ahead === '' && mark.startsWith('<');
  const behind = text.slice(found.index + mark.length).replace(isFirst ? /^\n\n?/ : /^\n/, '');
  const isBetween = mark.startsWith('<') && ahead.endsWith('\n\n');
  return { mark, digest: digest!, body: isBetween ? `${ahead.slice(0, -1)}${behind}` : `${ahead}${behind}` };
}

/** Digests what a document says, without ticks and layout. */
const contractOf = (kind: DocumentKind, text: string): string =>
  sha256(readDocument(kind, '', text, sha256).contract).slice(0, 16);

/** Tells what an earlier import left: nothing of ours, a document as it was written, or one that somebody has changed. */
export function handOf(kind: DocumentKind, text: string): 'foreign' | 'untouched' | 'edited' {
  const digest = unmarked(text)?.digest;
  if (digest === undefined) return 'foreign';
  return digest === contractOf(kind, text) ? 'untouched' : 'edited';
}

/** Tells whether two texts of a document say the same, whatever their ticks and layout. */
export const saysTheSame = (kind: DocumentKind, one: string, other: string): boolean =>
  contractOf(kind, one) === contractOf(kind, other);

/** Lists the ids of the items that the composed documents list once they are read back. */
export function itemsRead({ documents }: Composition, { phases }: Pick<Workflow, 'phases'>, claims: readonly string[]) {
  const read = documents.map(({ name, kind, text }) => ({ name, ...readDocument(kind, name, text, sha256) }));
  return itemsIn(read, kindsOf(phases), claims);
}

/** Where a document comes from: the tool, its folder or file, and the list that was meant; null for one of our own. */
export function originOf(text: string): { tool: string; from: string; list: string | undefined } | null {
  const [, tool, from, list] = MARKER.exec(text) ?? [];
  return tool === undefined || from === undefined
    ? null
    : { tool, from, list: list === undefined ? undefined : decoded(list) };
}

function decoded(list: string): string {
  try {
    return decodeURIComponent(list);
  } catch {
    return list;
  }
}

/** Counts the entries of a document that say of themselves that they were done elsewhere. */
export const toVerifyIn = (text: string): number =>
  text.split('\n').filter((line) => /^\s*- Done in /.test(line) && line.endsWith(TO_VERIFY)).length;
