/** Returns a name for a branch, from the first words of what it is for. */
export function branchFor(what: string): string {
  const words = what.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, 5).join('-').slice(0, 40).replace(/-$/, '') || 'my-change';
}
