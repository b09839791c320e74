import type { Language } from '../code/literals.js';
import { TEXT, TEXTS } from './texts.js';

const WORDS = String.raw`\[\s*(?:${TEXTS})?\s*,?\s*\]`;
/** Options that stand before the words in the same braces, none of which calls anything. */
const OPTIONS = String.raw`(?:\w+\s*:\s*(?:${TEXT}|[\w.]+)\s*,\s*)*`;

const COMMAND = new RegExp(
  String.raw`\bnew\s+Deno\.Command\(\s*(${TEXT})\s*(?:,\s*\{\s*(${OPTIONS})args\s*:\s*(${WORDS})\s*,?)?`,
  'g',
);
const LISTED = new RegExp(String.raw`\b(?:Deno\.run|Bun\.spawn)\(\s*\{\s*(${OPTIONS})cmd\s*:\s*(${WORDS})\s*,?`, 'g');

/** Returns the starts of Deno and Bun as Node writes them: the program, its words, its options. */
export function asNodeStarts(text: string): string {
  if (!/\b(?:Deno|Bun)\./.test(text)) return text;
  return text
    .replace(COMMAND, (_all, program, options, words) =>
      words === undefined ? `spawnSync(${program}` : `spawnSync(${program}, ${words}, { ${options}`,
    )
    .replace(LISTED, (_all, options, words) => `spawnSync(${words}, { ${options}`)
    .replace(/\bBun\.(spawn(?:Sync)?\()/g, '$1');
}

/** Spellings by which code names its own interpreter. */
const OWN_INTERPRETER = {
  python: [/\bsys\.executable\b(?!\s*=(?!=))/g, '"python3"'],
  node: [/\bprocess\.(?:execPath|argv\[0\])(?![\w.])(?!\s*=(?!=))/g, '"node"'],
} as const;

/** Returns the program that runs the code by its usual name: `run([sys.executable, "-c", "…"])`. */
export function nameInterpreter(text: string, language: Language): string {
  if (language !== 'python' && language !== 'node') return text;
  const [own, name] = OWN_INTERPRETER[language];
  return text.replace(own, name);
}
