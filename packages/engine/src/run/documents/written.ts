/** Words as they are written into Markdown: signs that would mean something there are set off. */
export const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');

/** Code with as many marks around it as it needs. */
export function asCode(text: string): string {
  const marks = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return text.includes('`') ? `${marks} ${text} ${marks}` : `\`${text}\``;
}
