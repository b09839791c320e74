/**
 * Returns the shell commands that the client takes out of the text of a skill or command before the model sees it:
 * between three backquotes with an exclamation mark behind them, and between two backquotes behind one. The client runs
 * both wherever they stand, also in a block of code that only shows them; but for code of one line between backquotes,
 * and marks that stand behind anything but a blank. Measured with 2.1.295 to 2.1.332.
 */
export function shellCommandsIn(text: string): string[] {
  const plain = text.includes('!`') ? withoutInlineCode(text) : '';
  const inline = Array.from(plain.matchAll(/(?<=^|\s)!`([^`]+)`/gm), ([, command]) => command!);
  return [...fencedIn(text), ...inline].map((command) => command.trim().replaceAll('\r\n', '\n')).filter(Boolean);
}

/**
 * Finds commands in fences; each search goes on behind the one before, so that a long text of beginnings costs no more
 * than its length.
 */
function fencedIn(text: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf('```!'); at >= 0; ) {
    const end = text.indexOf('```', at + 4);
    if (end < 0) break;
    found.push(text.slice(at + 4, end));
    at = text.indexOf('```!', end + 3);
  }
  return found;
}

function withoutInlineCode(text: string): string {
  return text.replace(/`[^`\n]+`/g, (code, at: number) =>
    /[!`]/.test(text[at - 1] ?? '') ? code : `\`${' '.repeat(code.length - 2)}\``,
  );
}
