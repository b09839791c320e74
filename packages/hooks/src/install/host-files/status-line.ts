import { LAUNCHER_PATH } from '@flow/clients/registrations';
import { quoted } from '@flow/shell-effects/text/quoted';
import type { Node } from 'jsonc-parser';
import { insertProperty, removeChild, replaceValue, type Style } from './json-splice.js';
import { keyOf, propertiesOf, type SettingsDocument } from './settings-document.js';

/**
 * `START` is the beginning of our part of `statusLine` in the settings of Claude Code. Another command that stands there is
 * not replaced: ours calls it and prints behind it. A shell line, as the client knows no other form for it; the folder is
 * asked of git where the client does not tell.
 */
const START = `node "\${CLAUDE_PROJECT_DIR:-$(git rev-parse --show-toplevel)}/${LAUNCHER_PATH}" statusline`;

const WITH = ' --with ';

/**
 * Returns the text with our status line in it; null where it stands already, or what stands there is not to be read.
 */
export function addStatusLine({ text, root }: SettingsDocument, style: Style): string | null {
  const property = statusLineOf(root);
  if (!property) return insertProperty(text, root, 'statusLine', { type: 'command', command: START }, style);
  const command = commandOf(property);
  // By a person's own hand, through the program.
  if (command === null || /\bflow-hooks\S* statusline\b/.test(command.value)) return null;
  const others = othersIn(command.value);
  const wanted = others === null ? START : `${START}${WITH}${quoted(others)}`;
  return command.value === wanted ? null : replaceValue(text, command.node, wanted, style);
}

/** Returns the text with the command that stood there before ours; null where ours does not stand there. */
export function removeStatusLine({ text, root }: SettingsDocument, style: Style): string | null {
  const property = statusLineOf(root);
  const command = property ? commandOf(property) : null;
  if (!property || command === null || !isOurLine(command.value)) return null;
  const others = othersIn(command.value);
  return others === null ? removeChild(text, property) : replaceValue(text, command.node, others, style);
}

/** Tells whether a settings file holds our status line. */
export const holdsStatusLine = (text: string | null): boolean =>
  text?.includes(`/${LAUNCHER_PATH}\\" statusline`) ?? false;

const isOurLine = (command: string) => command.includes(`/${LAUNCHER_PATH}" statusline`);

/** Returns the command of somebody else: the whole of it, or what ours calls; null for none. */
function othersIn(command: string): string | null {
  if (!isOurLine(command)) return command;
  const at = command.indexOf(WITH);
  if (at < 0) return null;
  return command
    .slice(at + WITH.length)
    .replace(/^'|'$/g, '')
    .replaceAll("'\\''", "'");
}

function statusLineOf(root: Node): Node | undefined {
  return propertiesOf(root).findLast((property) => keyOf(property) === 'statusLine');
}

function commandOf(property: Node): { node: Node; value: string } | null {
  const value = property.children?.[1];
  const node = value && propertiesOf(value).find((one) => keyOf(one) === 'command')?.children?.[1];
  return node && typeof node.value === 'string' ? { node, value: node.value } : null;
}
