import { detectStyle, insertProperty, removeChild, replaceValue } from '../host-files/json-splice.js';
import { keyOf, propertiesOf, readDocument, type SettingsProblem } from '../host-files/settings-document.js';
import { WRAPPER } from './wrapper.js';

/** The variable by which Claude Code starts every command of its shell, and servers of MCP, through a program. */
const PREFIX = 'CLAUDE_CODE_SHELL_PREFIX';

export type LocalEdit =
  | { ok: true; text: string }
  | { ok: false; problems: SettingsProblem[] }
  | { ok: false; taken: string };

/** Brings the prefix into the text of a project's local settings (null: no file), and changes no other byte. */
export function withPrefix(text: string | null, wrapper: string): LocalEdit {
  if (text === null || text.trim() === '')
    return { ok: true, text: `${JSON.stringify({ env: { [PREFIX]: wrapper } }, null, 2)}\n` };
  const read = readDocument(text);
  if (!read.ok) return read;
  const { root } = read.document;
  const style = detectStyle(text, root);
  const environment = propertiesOf(root).findLast((one) => keyOf(one) === 'env')?.children?.[1];
  if (!environment) return { ok: true, text: insertProperty(text, root, 'env', { [PREFIX]: wrapper }, style) };
  const value = propertiesOf(environment).findLast((one) => keyOf(one) === PREFIX)?.children?.[1];
  if (!value) return { ok: true, text: insertProperty(text, environment, PREFIX, wrapper, style) };
  if (value.value === wrapper) return { ok: true, text };
  return isOurs(value.value)
    ? { ok: true, text: replaceValue(text, value, wrapper, style) }
    : { ok: false, taken: String(value.value) };
}

/** Takes the prefix out where it is ours, with the object that it leaves empty. */
export function withoutPrefix(text: string): string {
  const read = readDocument(text);
  if (!read.ok) return text;
  const property = propertiesOf(read.document.root).findLast((one) => keyOf(one) === 'env');
  const inside = property?.children?.[1] ? propertiesOf(property.children[1]) : [];
  const ours = inside.findLast((one) => keyOf(one) === PREFIX && isOurs(one.children?.[1]?.value));
  if (!property || !ours) return text;
  return removeChild(text, inside.length === 1 ? property : ours);
}

const isOurs = (value: unknown) => typeof value === 'string' && value.endsWith(`/${WRAPPER}`);
