/** `targetPath` and `TargetPath` as `target_path`. */
export const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** The words of a name, in whatever spelling. */
export const wordsOfName = (name: string) => snake(name).split(/[_\s-]+/);

/** The words of what a server's tool does: `mcp__fs__readTextFile` reads a text file. */
export function verbsOf(tool: string): string[] {
  return tool.startsWith('mcp__') ? wordsOfName(tool.split('__').at(-1) ?? '') : [];
}

/** The words of a server's name: `mcp__language-server__hover` is one of a language server. */
export function serverOf(tool: string): string[] {
  return tool.startsWith('mcp__') ? wordsOfName(tool.split('__')[1] ?? '') : [];
}

/** Keys whose value is going to stand in a file, and not what stood there before. */
export const ADDED_KEY =
  /^(?!(old|before|previous|search|find)_)(.*[_-])?(content|contents|text|data|string|str|source|body|append)$|^repl(ace|acement)?$/;

/** Servers of forges, whose files lie there and not here. */
export const FORGE = /^mcp__(?:\w+_)?(?:github|gitlab|gitea|forgejo|bitbucket)/i;
