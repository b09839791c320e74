import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@flow/clients/client';
import { CLIENTS } from '@flow/clients/clients';
import {
  type FlatHandler,
  FRONT_PATH,
  type HandlerGroup,
  handlerOf,
  LAUNCHER_PATH,
  type Registration,
} from '@flow/clients/registrations';
import type { Node } from 'jsonc-parser';
import { detectStyle, insertElement, insertProperty, removeChild, replaceValue, type Style } from './json-splice.js';
import {
  keyOf,
  plainValue,
  propertiesOf,
  readDocument,
  type SettingsDocument,
  type SettingsProblem,
} from './settings-document.js';
import { addStatusLine, removeStatusLine } from './status-line.js';

/**
 * Claude Code takes no settings file that holds comments. Up to 2.1.330 it drops such a file whole, with every hook in
 * it (`host-facts.client.test.ts` of the test kit), so an installation says so and doctor fails.
 */
export const HOST_ACCEPTS_COMMENTS = false;

export type SettingsEdit =
  | { ok: true; text: string; hasComments: boolean }
  | { ok: false; problems: SettingsProblem[] };

const USUAL = CLIENTS[0]!;

/** Our entry for one event has a state, which doctor reports. */
export interface EntryState {
  event: string;
  state: 'current' | 'outdated' | 'missing';
  /** The faults of an outdated entry, in words. */
  faults: string[];
}

/**
 * Brings our entries into a client's settings file (its text; null or blank when there is none)
 * and changes no other byte. Entries of ours that are already there are brought up to date where they stand.
 * A file that the host would drop, or whose shape leaves no place for hooks, is refused with the places.
 */
export function addEntries(text: string | null, host: Client = USUAL): SettingsEdit {
  if (text === null || text.trim() === '') {
    const hooks: Record<string, (HandlerGroup | FlatHandler)[]> = {};
    for (const registration of host.registrations)
      hooks[registration.event] = [...(hooks[registration.event] ?? []), host.groupOf(registration)];
    return { ok: true, text: `${JSON.stringify({ ...host.head, hooks }, null, 2)}\n`, hasComments: false };
  }
  return edit(text, (document) => nextAddition(document, host));
}

/** Brings our status line in, around the one that is there; changes no other byte. */
export function withStatusLine(text: string): SettingsEdit {
  return edit(text, (document) => addStatusLine(document, detectStyle(document.text, document.root)));
}

/** Takes our entries and our status line out, with the containers that they leave empty, and changes no other byte. */
export function removeEntries(text: string): SettingsEdit {
  if (text.trim() === '') return { ok: true, text, hasComments: false };
  return edit(
    text,
    (document) =>
      nextRemoval(document, () => true) ?? removeStatusLine(document, detectStyle(document.text, document.root)),
  );
}

/** Tells whether a settings file can be read and what state our entries are in; never changes anything. */
export function inspectEntries(
  text: string,
  host: Client = USUAL,
):
  | { ok: true; entries: EntryState[]; value: Record<string, unknown>; hasComments: boolean }
  | { ok: false; problems: SettingsProblem[] } {
  const read = readDocument(text);
  if (!read.ok) return read;
  const entries = host.registrations.map((registration): EntryState => {
    const ours = ourHandlers(read.document).filter((handler) => isFor(handler, registration));
    const { event } = registration;
    const first = ours[0];
    if (!first) return { event, state: 'missing', faults: [] };
    const group = plainValue(first.group) as Record<string, unknown>;
    const wanted = host.groupOf(registration);
    if (ours.length === 1 && isCurrent(first, wanted)) return { event, state: 'current', faults: [] };
    const handler = plainValue(first.handler) as Record<string, unknown>;
    const faults: string[] = [];
    if (ours.length > 1) faults.push(`written ${ours.length} times`);
    const written = handlerOf(wanted);
    if ('args' in written && !Array.isArray(handler.args)) faults.push('shell form instead of exec form');
    if (/\b(npx|pnpm|npm|yarn)\b/.test(String(handler.command))) faults.push('started through a package manager');
    if ('onFailure' in written && handler.onFailure !== 'block') faults.push('no "onFailure": "block"');
    if ('failClosed' in written && handler.failClosed !== true) faults.push('no "failClosed": true');
    if (group.matcher !== matcherOf(wanted)) faults.push('another matcher');
    if (faults.length === 0) faults.push('differs from what this version writes');
    return { event, state: 'outdated', faults };
  });
  const value = plainValue(read.document.root) as Record<string, unknown>;
  return { ok: true, entries, value, hasComments: read.document.hasComments };
}

/** A handler of ours with the containers that it stands in. */
interface OurHandler {
  event: string;
  property: Node;
  group: Node;
  handler: Node;
  /** The group holds nothing but this handler. */
  alone: boolean;
  role: Role;
}

/** What a handler of ours is there for: an event may have one of each. */
type Role = 'launcher' | 'front' | 'chmod';

/** Tells whether a handler of ours stands for a registration, however it starts the launcher. */
const isFor = ({ event, role }: OurHandler, registration: Registration): boolean =>
  event === registration.event && role === (registration.starts ?? 'launcher');

function edit(text: string, next: (document: SettingsDocument) => string | null): SettingsEdit {
  let current = text;
  // One edit at a time on a freshly parsed tree: offsets are never stale. Each step brings one entry in order.
  for (let step = 0; step < 1000; step += 1) {
    const read = readDocument(current);
    if (!read.ok) return read;
    const edited = next(read.document);
    if (edited === null) return { ok: true, text: current, hasComments: read.document.hasComments };
    current = edited;
  }
  throw new Error('the settings file does not stabilise');
}

function nextAddition(document: SettingsDocument, host: Client): string | null {
  const { text, root, hooks } = document;
  const style = detectStyle(text, root);
  const isKnown = (handler: OurHandler) => host.registrations.some((registration) => isFor(handler, registration));
  const strayRemoved = nextRemoval(document, (handler, earlier) => earlier || !isKnown(handler));
  if (strayRemoved !== null) return strayRemoved;
  for (const registration of host.registrations) {
    const wanted = host.groupOf(registration);
    const ours = ourHandlers(document).find((handler) => isFor(handler, registration));
    if (ours) {
      if (isCurrent(ours, wanted)) continue;
      return bringUpToDate(document, ours, wanted, style);
    }
    if (!hooks) return insertProperty(text, root, 'hooks', { [registration.event]: [wanted] }, style);
    const property = propertiesOf(hooks).find((entry) => keyOf(entry) === registration.event);
    const array = property?.children?.[1];
    if (array) return insertElement(text, array, wanted, style);
    return insertProperty(text, hooks, registration.event, [wanted], style);
  }
  return null;
}

/** Returns the matcher of an entry that stands in a group. */
const matcherOf = (entry: HandlerGroup | FlatHandler) => ('hooks' in entry ? entry.matcher : undefined);

function bringUpToDate(
  document: SettingsDocument,
  ours: OurHandler,
  wanted: HandlerGroup | FlatHandler,
  style: Style,
): string {
  if (ours.alone) return replaceValue(document.text, ours.group, wanted, style);
  const matcher = (plainValue(ours.group) as Record<string, unknown>).matcher;
  if (matcher === matcherOf(wanted)) return replaceValue(document.text, ours.handler, handlerOf(wanted), style);
  // It shares a group whose matcher is somebody else's: leave that group to them, ours is written anew.
  return removeChild(document.text, ours.handler);
}

function nextRemoval(
  document: SettingsDocument,
  wanted: (handler: OurHandler, sameEventBefore: boolean) => boolean,
): string | null {
  const seen = new Set<string>();
  for (const handler of ourHandlers(document)) {
    const kind = `${handler.event} ${handler.role}`;
    if (wanted(handler, seen.has(kind))) {
      if (!handler.alone) return removeChild(document.text, handler.handler);
      const array = handler.property.children?.[1];
      if ((array?.children?.length ?? 0) > 1) return removeChild(document.text, handler.group);
      const hooks = handler.property.parent;
      if ((hooks?.children?.length ?? 0) > 1 || !hooks?.parent) return removeChild(document.text, handler.property);
      return removeChild(document.text, hooks.parent);
    }
    seen.add(kind);
  }
  return null;
}

function isCurrent(ours: OurHandler, wanted: HandlerGroup | FlatHandler): boolean {
  if (ours.alone) return isDeepStrictEqual(plainValue(ours.group), wanted);
  const matcher = (plainValue(ours.group) as Record<string, unknown>).matcher;
  return matcher === matcherOf(wanted) && isDeepStrictEqual(plainValue(ours.handler), handlerOf(wanted));
}

function ourHandlers(document: SettingsDocument): OurHandler[] {
  const found: OurHandler[] = [];
  for (const property of document.hooks ? propertiesOf(document.hooks) : []) {
    for (const group of property.children?.[1]?.children ?? []) {
      const list = propertiesOf(group).find((entry) => keyOf(entry) === 'hooks')?.children?.[1];
      // Where a client knows no groups, the handler stands in the place of one.
      const handlers = list?.children ?? [group];
      for (const handler of handlers) {
        const role = roleOf(plainValue(handler));
        if (role === undefined) continue;
        const alone = handlers.length === 1;
        found.push({ event: keyOf(property), property, group, handler, alone, role });
      }
    }
  }
  return found;
}

/** Returns what a handler of ours is there for; undefined where it names no file of ours. */
function roleOf(handler: unknown): Role | undefined {
  if (typeof handler !== 'object' || handler === null) return undefined;
  const { command, args } = handler as Record<string, unknown>;
  const words = [command, ...(Array.isArray(args) ? args : [])];
  const names = (path: string) =>
    words.some((word) => typeof word === 'string' && word.replaceAll('\\', '/').includes(path));
  if (names(LAUNCHER_PATH)) return /\bchmod \+x\b/.test(String(command)) ? 'chmod' : 'launcher';
  return names(FRONT_PATH) ? 'front' : undefined;
}
