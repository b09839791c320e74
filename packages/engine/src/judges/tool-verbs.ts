/** Spells `targetPath` and `TargetPath` as `target_path`. */
export const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Returns the words of a name, in whatever spelling. */
export const wordsOfName = (name: string) => snake(name).split(/[_\s-]+/);

/** The words of what a server's tool does: `mcp__fs__readTextFile` reads a text file. */
export function verbsOf(tool: string): string[] {
  return tool.startsWith('mcp__') ? wordsOfName(tool.split('__').at(-1) ?? '') : [];
}

/** Returns the words of a server's name: `mcp__language-server__hover` is one of a language server. */
export function serverOf(tool: string): string[] {
  return tool.startsWith('mcp__') ? wordsOfName(tool.split('__')[1] ?? '') : [];
}

/**
 * `WORKING` matches keys under which a call names a folder: the one that the call works in, one of what it works on, and any
 * other.
 */
const WORKING =
  'cwd|pwd|work_?(?:dir|directory|folder)|(?:working|current|start|initial)_?(?:dir|directory|folder|cwd)';
const AROUND = 'repo|repository|project|workspace|root';
const ANY = 'dir|directory|dirname|folder';

/** Keys whose value is the folder in which something is done: nothing says that it is changed, but names may start there. */
export const WORKING_KEY = new RegExp(`^(?:${WORKING})$`);

/** Keys of where a tool works, which it leaves as it is whatever it does there. */
export const AROUND_KEY = new RegExp(`^(?:.*[_-])?(?:${AROUND}|${WORKING})(?:[_-].*)?$`);

/** Keys of a folder, in which what is named beside it lies: `{ directory, filename }`. */
export const FOLDER_KEY = new RegExp(`^(?:.*[_-])?(?:${ANY}|workspace|root)$`);

/** Keys of the folder in which a server is told to run a command. */
const RUNS_IN_KEY = new RegExp(`^(?:${WORKING}|(?:.*[_-])?(?:${ANY})|(?:${AROUND})(?:_(?:path|${ANY}|root))?)$`);

export const isFolderKey = (key: string) => RUNS_IN_KEY.test(snake(key));

/** Returns the folders in which a call is told to run what it runs. */
export const foldersToldIn = (input: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(input).flatMap(([key, value]) =>
    typeof value === 'string' && value.trim() !== '' && isFolderKey(key) ? [value] : [],
  );

/** Keys whose value is going to stand in a file, and not what stood there before. */
export const ADDED_KEY =
  /^(?!(old|before|previous|search|find)_)(.*[_-])?(content|contents|text|data|string|str|source|body|append)$|^repl(ace|acement)?$/;

/** Keys whose text may be the whole input of another tool. */
export const NESTED_KEY = /^(input|args|arguments|params|parameters|payload)$/;

/** Parses a text as JSON; undefined when the text is none. */
export function parsedText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Servers of forges, whose files lie there and not here. */
export const FORGE = /^mcp__(?:\w+_)?(?:github|gitlab|gitea|forgejo|bitbucket)/i;
