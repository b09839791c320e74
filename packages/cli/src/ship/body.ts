/** The part of a pull request's body that is ours stands between these marks; what people wrote around it stays. */
const BEGIN = (head: string) => `<!-- flow:proof ${head} -->`;
const END = '<!-- flow:proof end -->';
const PART = /<!-- flow:proof [0-9a-f]{40,64} -->[\s\S]*?(?:<!-- flow:proof end -->|$)/;

/** GitHub takes 65,536 characters; more in bytes is refused by others. */
const MAX_BODY = 60_000;

/** Tells whether a body carries the proof of a commit, with its end. */
export function hasProofOf(body: string, head: string): boolean {
  return PART.exec(body)?.[0].startsWith(BEGIN(head)) === true && body.includes(END);
}

/**
 * Returns a body with the proof of a commit in the place of an older one, else at its end.
 * @param proof Markdown; cut where it would be too long
 */
export function bodyWith(body: string, proof: string, head: string): string {
  const others = body.replace(PART, '').length;
  const room = Math.max(MAX_BODY - others, 2000);
  // Marks in the proof would end it early.
  const text = proof.replaceAll('<!-- flow:proof', '&lt;!-- flow:proof').trim();
  const shown = text.length > room ? `${text.slice(0, room)}\n\n… truncated: too long for a pull request.` : text;
  const part = `${BEGIN(head)}\n${shown}\n${END}`;
  if (PART.test(body)) return body.replace(PART, () => part);
  return body.trim() === '' ? part : `${body.trimEnd()}\n\n${part}`;
}
