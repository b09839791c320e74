import { visit } from 'jsonc-parser';

/**
 * Returns the first key that stands twice in one object of a JSON text: what the second one hides would be read by
 * people and not by the program.
 * @param text JSON that can be parsed
 * @throws RangeError for absurdly deep values
 */
export function duplicateKey(text: string): string | null {
  const open: Set<string>[] = [];
  let found: string | null = null;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key) => {
      const keys = open.at(-1);
      if (keys?.has(key)) found ??= key;
      keys?.add(key);
    },
  });
  return found;
}
