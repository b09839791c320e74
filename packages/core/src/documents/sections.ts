/** What people call the sections that have a meaning, on words without case and punctuation. */
const NAMES: [key: string, pattern: RegExp][] = [
  [
    'user-concerns',
    /^(?:the )?(?:users? |my |main |biggest )*(?:concerns|worries|fears)(?:(?: and)? (?:concerns|worries|risks|fears))?$/,
  ],
  ['user-concerns', /^what (?:are )?(?:worries|concerns|you worried about|the user worries about).*$/],
  ['probes', /^(?:custom |adversarial |review |reviewer |extra )*(?:probes|adversarial checks|adversarial questions)$/],
  ['expectations', /^(?:user visible |user |visible )*(?:expectations|expected behaviou?rs?)$/],
  ['expectations', /^(?:user visible (?:behaviou?rs?|changes)|what (?:the )?users? (?:will )?sees?)$/],
  [
    'architecture-files',
    /^architecture(?: files?| file list| and files?)?$|^(?:key |relevant |affected |architectural )files?$/,
  ],
  ['fragile-areas', /^fragile(?: areas| parts| code)?$|^what is fragile$/],
  ['must-do', /^(?:must|must do|must have|shall|claims must do)(?: claims)?$/],
  ['must-not', /^(?:must not|mustnt|must never|must not do|shall not|claims must not)(?: claims| do)?$/],
  ['invariants', /^invariants?(?: rules)?$/],
  ['prohibitions', /^(?:prohibitions?|prohibited)(?: rules)?$/],
  ['boundaries', /^(?:boundaries|boundary(?: conditions| rules| cases)?)$/],
  ['schema-changes', /^schema(?: and api)? changes?(?: declarations?)?$|^schemas?$|^declared schema changes$/],
  ['progress', /^(?:progress|status|progress (?:log|notes)|task status|change ?log|history)$/],
  [
    'progress',
    /^(?:notes|(?:working|implementation|progress|my) notes|learnings|lessons learned|what (?:was|we) learned)$/,
  ],
  ['fix-items', /^(?:fix(?:es)?|fix items?|follow up fixes|fix list)$/],
  ['suggestions', /^(?:suggestions?|suggested improvements|ideas for later|nice to have)$/],
];

const PROGRESS = new Set(['progress', 'fix-items', 'suggestions']);

/** Sections whose list items are claims. */
export const CLAIM_SECTIONS = new Set(['must-do', 'must-not', 'invariants', 'prohibitions', 'boundaries']);

/** Tells whether what stands there is about how far the work is, and so no part of the contract. */
export function isProgress(key: string | undefined): boolean {
  return key !== undefined && PROGRESS.has(key);
}

/** A heading without the count of what is done: `Must Do (3/7)` is `Must Do`. */
export function withoutCount(heading: string): string {
  return heading.replace(
    /\s*[([]\s*\d+\s*(?:(?:\/|of|out of)\s*\d+[^)\]]*|(?:claims?|items?|tasks?|tests?|rules?|done|left|open)[^)\]]*)[)\]]\s*$/i,
    '',
  );
}

const COUNT =
  /^(?:(?:progress|status|done|completed?|total|claims|tests|tasks|passed|proven|remaining)\W*)?\d+\s*(?:\/|of|out of)\s*\d+(?:\s*\(?\d+\s*%\)?)?(?:\s*(?:claims|items|tasks|tests|rules))?(?:\s+(?:done|completed?|passed|passing|checked|proven|left|remaining))?[.!]?$/i;

/** Tells whether a paragraph is nothing but a count of what is done. */
export function isCount(line: string): boolean {
  return COUNT.test(line);
}

/** Returns the words of a heading for an anchor: lower case, joined by hyphens, without count and numbering. */
export function slugOf(heading: string): string {
  return plainWords(heading).replaceAll(' ', '-');
}

function plainWords(heading: string): string {
  return withoutCount(heading)
    .toLowerCase()
    .replace(/^\s*(?:(?:step|phase|part|section)\s+)?\d+(?:\.\d+)*\s*[.):–—-]\s*/, '')
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The canonical key of a heading, if it has a meaning. */
export function keyOf(heading: string): string | undefined {
  const text = plainWords(heading.replace(/\s*[([]\s*\d+\s*[)\]]\s*$/, ''));
  return NAMES.find(([, pattern]) => pattern.test(text))?.[0];
}
