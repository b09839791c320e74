/** A dependency that is not the newest, as `pnpm outdated -r --format json` tells of it. */
interface Outdated {
  current: string;
  latest: string;
  isDeprecated: boolean;
}

/**
 * Finds what the note on dependencies does not answer for, of what is not the newest.
 * @param note the note's text; the section "Not the newest" names in bold what stays behind
 * @returns a line for each
 */
export function unanswered(outdated: Readonly<Record<string, Outdated>>, note: string): string[] {
  const [, section = ''] = note.split(/^## Not the newest$/m);
  const [own = ''] = section.split(/^## /m);
  const named = [...own.matchAll(/\*\*([^*]+)\*\*/g)].map(([, names]) => names!.toLowerCase()).join(' ');
  // The types of Node go with Node; Biome is called by its own name.
  const isNamed = (name: string) =>
    new RegExp(`(?<![\\w/-])${name.replace(/^@types\/|^@.*\/(?=biome$)/, '')}(?![\\w-])`).test(named);
  return Object.entries(outdated).flatMap(([name, { current, latest, isDeprecated }]) => {
    if (isDeprecated) return [`${name} ${current} is deprecated`];
    return isNamed(name) ? [] : [`${name} is ${current}, and ${latest} is there`];
  });
}
