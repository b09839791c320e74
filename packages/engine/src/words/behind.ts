/**
 * Returns a command behind words that start one program (`env -u X`, `npx flow-hooks exec --`): in its own folder, and
 * through a shell where it has words of a shell.
 */
export function behind(words: string, command: string): string {
  const [, enter = '', plain = command] = /^(cd (?:[^\s'"&|;]+|'[^']*') && )(.+)$/s.exec(command) ?? [];
  const shell = /[&|;<>()$`\\"'*?[{~#\n]|^\w+=/.test(plain) && !/^sh -c '[^']*'$/.test(plain);
  return `${enter}${words} ${shell ? `sh -c '${plain.replaceAll("'", "'\\''")}'` : plain}`;
}

/** Returns a command through `flow-hooks exec`. */
export const exactly = (command: string) => behind('npx flow-hooks exec --', command);
