/**
 * Writes a value as JSON for the log of a CI, which takes `##[…]` for a command: the text of the value stays what it is, and
 * outside of strings JSON has no such character.
 */
export function jsonForLog(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(/#(?=#)/g, '\\u0023')}\n`;
}
