import { claimsOf, type FoundClaim } from './claims.js';
import { isTooComplex } from './complexity.js';
import { MAX_DOCUMENT } from './document.js';
import { outline } from './outline.js';

/**
 * Ticks the box of a claim in the list of a spec, or takes the tick away; a claim without a box gets one. Returns the
 * text with nothing else changed, and unchanged when the claim is no list item.
 */
export function tick(text: string, claimId: string, ticked = true): string {
  const { claims, shift } = read(text);
  const claim = claims.find(({ id }) => id === claimId);
  const { box, words } = placesIn(text, claim, shift);
  if (words === undefined) return text;
  if (box === undefined) return ticked ? insert(text, words, '[x] ') : text;
  if ((text[box]!.trim() !== '') === ticked) return text;
  return text.slice(0, box) + (ticked ? 'x' : ' ') + text.slice(box + 1);
}

/** Writes the missing ids of a spec's claims in front of their words. Returns the text with nothing else changed. */
export function addIds(text: string): string {
  const { claims, shift } = read(text);
  let result = text;
  for (const claim of claims.filter(({ derived }) => derived).toReversed()) {
    const { words } = placesIn(text, claim, shift);
    if (words !== undefined) result = insert(result, words, `${claim.id}: `);
  }
  return result;
}

function read(text: string): { claims: FoundClaim[]; shift: number } {
  if (text.length > MAX_DOCUMENT || isTooComplex(text)) return { claims: [], shift: 0 };
  try {
    const found = outline(text);
    return { claims: claimsOf(found, () => '').claims, shift: found.shift };
  } catch {
    // A document that cannot be read has no claims to mark.
    return { claims: [], shift: 0 };
  }
}

/**
 * Tells where the tick of a claim's box stands, and where its words begin, if it is a list item that begins with a paragraph.
 */
function placesIn(text: string, claim: FoundClaim | undefined, shift: number): { box?: number; words?: number } {
  const first = claim?.item?.children[0];
  const start = first?.type === 'paragraph' ? first.position?.start.offset : undefined;
  if (start === undefined) return {};
  const words = start + shift;
  if (typeof claim?.item?.checked !== 'boolean') return { words };
  // The paragraph begins behind the box, or at it where its words begin with emphasis.
  const box = text.lastIndexOf('[', words);
  const behind = text.indexOf(']', box) + 1;
  return { box: box + 1, words: Math.max(words, behind + /^[ \t]*/.exec(text.slice(behind))![0].length) };
}

function insert(text: string, place: number, words: string): string {
  return text.slice(0, place) + words + text.slice(place);
}
