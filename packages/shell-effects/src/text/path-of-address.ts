/** Returns the path that a `file:` address names, as the programs read it that open it; any other text as it is. */
export function pathOfAddress(text: string): string {
  if (!/^file:/i.test(text)) return text;
  const path = text.replace(/^file:(?:\/\/(?:localhost(?=\/))?)?/i, '').replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
