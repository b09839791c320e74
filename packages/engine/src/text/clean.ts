const MAX_VALUE = 200;

/**
 * Returns a text from a repository, a test or an agent, fit to be shown in a terminal and read by a model: without
 * control and direction characters, white space folded, at most `max` characters.
 */
export function clean(value: unknown, max = MAX_VALUE): string {
  const given = String(value ?? '').slice(0, max * 4);
  // Names of tests come by the thousand, and nearly all are as they should be.
  const text = PLAIN.test(given) ? given.trim() : cleaned(given);
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/** Of these characters nothing is dropped or replaced. */
const PLAIN = /^[ -;=-~]*$/;

function cleaned(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g, '')
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, ' ')
    .replace(/[\u{e0000}-\u{e007f}]/gu, '')
    .replace(/<(\/?)(system-reminder|task-notification)/gi, '‹$1$2')
    .trim();
}
