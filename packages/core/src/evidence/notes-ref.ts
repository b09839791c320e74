/** `NOTES_REF` is where attestations of commits lie: git notes, pushed and fetched like a branch, one JSON line each. */
export const NOTES_REF = 'refs/notes/flow';
