/**
 * Phrases of somebody who says that something could not be done (row X32). Data: words in between may vary as written, in one
 * sentence.
 */
export const CONTRADICTIONS: readonly string[] = [
  'requires manual',
  'cannot be automated',
  'could not complete',
  'needs human',
  'manual intervention',
];

/** What else people write for the same five. */
const VARIANTS: readonly RegExp[] = [
  /\brequir(?:es|ed|ing) (?:a |some |further )?manual\b/,
  /\b(?:can ?not|can'?t|could ?n[o']t|couldn'?t) be automated\b/,
  /\b(?:could not|couldn'?t|was (?:not able|unable) to|were (?:not able|unable) to|unable to|failed to) (?:fully )?(?:complete|finish|implement)\b/,
  /\bneeds? (?:a |an )?human\b/,
  /\bmanual intervention\b/,
  /\bdid ?n[o']t (?:implement|complete|finish)\b/,
  /\bcould ?n[o']t be (?:done|implemented|finished)\b/,
  /\bcan ?(?:not|'t) be done\b(?! (?:twice|again|without|by|more))/,
  // Of themselves: what a program could not do before is told of the program.
  said("(?:could ?n[o']t|(?:was|were) ?n[o']t able to|(?:am|was|were) unable to)", [
    ...['do', 'create', 'write', 'add', 'make', 'build', 'fix', 'solve', 'resolve', 'satisfy', 'meet', 'deliver'],
    'get .{1,60}? to (?:work|pass|run|build|compile)',
  ]),
  said("(?:can ?not|can't|did ?n[o']t)", [
    ...['do', 'create', 'fix', 'solve', 'satisfy', 'meet', 'deliver'],
    'get .{1,60}? to (?:work|pass|run|build|compile)',
  ]),
];

/** What somebody says of themselves: by name, or in a sentence without a subject. */
function said(denied: string, deeds: readonly string[]): RegExp {
  const who = '(?<=^|[.!?;,(] ?|\\b(?:but|and|i|we|still|so) )';
  const others = '(?! (?:any|anything|another|others?|(?:a )?new|more|unrelated|further|so|else|either)\\b)';
  return new RegExp(`${who}${denied} (?:\\w+ly )?(?:${deeds.join('|')})\\b${others}`);
}

/** Words that turn a phrase into its opposite: "no manual intervention was needed". */
const NEGATED =
  /\b(?:no|not|never|nothing|none|without|any longer|no longer|avoids?|instead of|removed?|neither)\b[^.!?;\n]{0,40}$/;

/**
 * Finds where a text that says something is done also says that it could not be done: the phrase as it is written. Quoted
 * code, and words that deny the phrase, contradict nothing.
 * @returns null where nothing contradicts
 */
export function contradictionIn(text: string): string | null {
  const said = text
    .slice(0, MOST)
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ')
    .replace(/[’ʼ]/g, "'")
    .replace(/\s+/g, ' ');
  const lower = said.toLowerCase();
  for (const pattern of [...CONTRADICTIONS.map((phrase) => new RegExp(`\\b${phrase}\\b`)), ...VARIANTS]) {
    for (const match of lower.matchAll(new RegExp(pattern, 'g'))) {
      if (!NEGATED.test(lower.slice(Math.max(0, match.index - 60), match.index)))
        return said.slice(match.index, match.index + match[0].length);
    }
  }
  return null;
}

/** Characters of a text that are looked at; the end of a message says how it ended, and messages are short. */
const MOST = 100_000;
