import type { MatchedSkill } from '../workflow/facts.js';

/** A skill of the client, as its front matter names and describes it. */
export interface Skill {
  name: string;
  description: string;
}

/** A skill match tells what skills fit a piece of work, and which do not. */
export interface SkillMatch {
  matched: readonly MatchedSkill[];
  /** Names of skills that do not fit. */
  others: readonly string[];
}

/** Words that say nothing of what a skill is for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an the to for with and or in on by is be that this of it should used when asks needs about'.split(' '),
);

/** How many different words a skill has to share with the work. */
const LEAST = 2;

/** Characters of a text that are read, and words that are told of a match. */
const LONGEST = 100_000;
const MOST_WORDS = 12;

/**
 * Matches skills against the words of the work (feature X19): two different words of a description have to be among them.
 * @param used names of skills that were matched before: they are neither matched again nor told as others
 */
export function matchSkills(text: string, skills: readonly Skill[], used: readonly string[] = []): SkillMatch {
  const said = wordsOf(text);
  const known = new Set(used);
  const matched: MatchedSkill[] = [];
  const others: string[] = [];
  for (const { name, description } of skills) {
    if (known.has(name)) continue;
    known.add(name);
    const words = [...wordsOf(description)].filter((word) => said.has(word));
    if (words.length >= LEAST) matched.push({ name, words: words.slice(0, MOST_WORDS) });
    else others.push(name);
  }
  return { matched, others };
}

/** Returns the different words of a text: in lower case, with hyphens as blanks, without punctuation and stop words. */
function wordsOf(text: string): Set<string> {
  const plain = text
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[-‐‑–—]/g, ' ')
    .replace(/[^\p{L}\p{N}\s]/gu, '');
  return new Set(plain.split(/\s+/).filter((word) => word !== '' && !STOP_WORDS.has(word)));
}
