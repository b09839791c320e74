import { addedFile } from '@flow/engine/places/seal';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Node } from 'jsonc-parser';
import { detectStyle, insertElement, insertProperty, removeChild, replaceValue } from '../host-files/json-splice.js';
import { keyOf, propertiesOf, readDocument, type SettingsProblem } from '../host-files/settings-document.js';
import { WRAPPER } from './wrapper.js';

/** The variable by which Claude Code starts every command of its shell, and servers of MCP, through a program. */
const PREFIX = ['env', 'CLAUDE_CODE_SHELL_PREFIX'];

/** A value that a settings file has below some keys, or that a list there holds. */
export interface Entry {
  keys: readonly string[];
  value: string | boolean;
  isElement: boolean;
}

export type LocalEdit =
  | { ok: true; text: string; added: Entry[] }
  | { ok: false; problems: SettingsProblem[] }
  | { ok: false; taken: string; key: string };

/**
 * Returns what makes Claude Code's own sandbox (keys of 2.1.332) one of ours: it cannot be left or be missing, no command writes
 * below the closed folders, and the hidden ones are empty.
 */
export const sandboxEntries = (closed: readonly string[], hidden: readonly string[]): Entry[] => [
  ...(
    [
      ['enabled', true],
      ['failIfUnavailable', true],
      ['allowUnsandboxedCommands', false],
    ] as const
  ).map(([key, value]) => ({ keys: ['sandbox', key], value, isElement: false })),
  ...closed.map((value) => ({ keys: ['sandbox', 'filesystem', 'denyWrite'], value, isElement: true })),
  ...hidden.map((value) => ({ keys: ['sandbox', 'filesystem', 'denyRead'], value, isElement: true })),
];

/** Brings the prefix and more into the text of a project's local settings (null: no file), and changes no other byte. */
export function withSeal(text: string | null, wrapper: string, more: readonly Entry[]): LocalEdit {
  let now = text === null || text.trim() === '' ? '{}\n' : text;
  const added: Entry[] = [];
  for (const entry of [{ keys: PREFIX, value: wrapper, isElement: false }, ...more]) {
    const done = put(now, entry);
    if (!done.ok) return done;
    if (done.text !== now && entry.keys !== PREFIX) added.push(entry);
    now = done.text;
  }
  return { ok: true, text: now, added };
}

/** Takes the prefix out where it is ours, and what was added with it, with the objects and lists that are empty then. */
export function withoutSeal(text: string): string {
  const read = readDocument(text);
  const wrapper = read.ok ? childAt(read.document.root, PREFIX)?.value : undefined;
  if (!isOurs(wrapper)) return text;
  return [...addedTo(wrapper), { keys: PREFIX, value: wrapper, isElement: false }].reduce(take, text);
}

/** Reads what was added to the local settings that name this wrapper (JSON, a list of `Entry`); nothing where that is not known. */
export function addedTo(wrapper: string): Entry[] {
  try {
    const told: unknown = JSON.parse(readSmall(addedFile(wrapper)) ?? '[]');
    return Array.isArray(told) ? told.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(told: unknown): told is Entry {
  const { keys, value, isElement } = (told ?? {}) as Partial<Record<keyof Entry, unknown>>;
  return (
    Array.isArray(keys) &&
    keys.every((key) => typeof key === 'string') &&
    (typeof value === 'string' || typeof value === 'boolean') &&
    typeof isElement === 'boolean'
  );
}

type Put = { ok: true; text: string } | Exclude<LocalEdit, { ok: true }>;

/** Puts a value where there is none; another one there is the person's, and stays. */
function put(text: string, { keys, value, isElement }: Entry): Put {
  const read = readDocument(text);
  if (!read.ok) return read;
  const style = detectStyle(text, read.document.root);
  let node = read.document.root;
  for (const [at, key] of keys.entries()) {
    const next = childAt(node, [key]);
    if (node.type !== 'object')
      return { ok: false, key: keys.slice(0, at).join('.'), taken: JSON.stringify(node.value) };
    if (!next) {
      const leaf = isElement ? [value] : value;
      const inner = keys.slice(at + 1).reduceRight<unknown>((made, name) => ({ [name]: made }), leaf);
      return { ok: true, text: insertProperty(text, node, key, inner, style) };
    }
    node = next;
  }
  const shown = String(node.value ?? node.type);
  if (isElement && node.type === 'array') {
    const isThere = node.children?.some((child) => child.value === value);
    const isOneLine = node.children?.length !== 0 && !text.slice(node.offset, node.offset + node.length).includes('\n');
    const own = { ...style, compact: style.compact || isOneLine };
    return { ok: true, text: isThere ? text : insertElement(text, node, value, own) };
  }
  if (!isElement && node.value === value) return { ok: true, text };
  if (keys === PREFIX && isOurs(node.value)) return { ok: true, text: replaceValue(text, node, value, style) };
  return { ok: false, key: keys.join('.'), taken: shown };
}

/** Takes a value out, with everything around it that holds nothing else. */
function take(text: string, { keys, value, isElement }: Entry): string {
  const read = readDocument(text);
  const node = read.ok ? childAt(read.document.root, keys) : undefined;
  const found = isElement ? node?.children?.find((child) => child.value === value) : node;
  if (!found || found.value !== value) return text;
  let gone = isElement ? found : found.parent!;
  // An only child goes with its list or object, which is the value of a property.
  while (gone.parent?.parent?.type === 'property' && gone.parent.children?.length === 1) gone = gone.parent.parent;
  return removeChild(text, gone);
}

const childAt = (node: Node, keys: readonly string[]): Node | undefined =>
  keys.reduce<Node | undefined>(
    (at, key) => at && propertiesOf(at).findLast((one) => keyOf(one) === key)?.children?.[1],
    node,
  );

const isOurs = (value: unknown): value is string => typeof value === 'string' && value.endsWith(`/${WRAPPER}`);
