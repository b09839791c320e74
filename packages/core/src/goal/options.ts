/**
 * Finds a word in a text that looks like an option of a command. A bound that slips into the words of a goal bounds nothing
 * (R13). What stands in quotes or backticks is meant as a part of the words.
 * @returns the word; null where there is none
 */
export function optionIn(text: string): string | null {
  const bare = text.replace(/`[^`]*`|"[^"]*"|(?<!\p{L})'[^']*'|“[^”]*”/gu, ' ');
  return /(?:^|[\s(])(--?[a-z][\w-]*(?:=\S*)?)/i.exec(bare)?.[1] ?? null;
}
