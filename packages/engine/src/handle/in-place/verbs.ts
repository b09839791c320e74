/**
 * Commands of `flow` that record, or speak to a remote, and decide nothing that is a person's: in a sealed session the hook does
 * them outside, in the place of the call. The program reads the words itself, and refuses there what it does not do so.
 */
export const IN_PLACE: ReadonlySet<string> = new Set([
  ...[
    'start',
    'submit',
    'verdict',
    'answer',
    'clarify',
    'advance',
    'item',
    'await',
    'research',
    'follow-up',
    'epic',
    'import',
  ],
  ...['dial', 'checklist', 'commit', 'checkpoint', 'rollback', 'resume', 'end', 'report', 'progress', 'skills'],
  ...['push', 'fetch', 'export', 'adopt'],
]);
