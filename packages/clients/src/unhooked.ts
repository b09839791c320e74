/** A coding agent that no hook of ours guards: git's own hook and CI hold what it publishes. */
interface UnhookedClient {
  product: string;
  /** Stable, for doctor. */
  id: string;
  /** Files of a repository that show that it is used there. */
  signs: readonly string[];
  why: string;
}

/** Clients that are known and not guarded, each with the reason. */
export const UNHOOKED: readonly UnhookedClient[] = [
  {
    product: 'Cline',
    id: 'cline',
    signs: ['.clinerules'],
    // Measured with 3.0.65.
    why: 'a refusal of its hooks ends the whole session without a reason for the model, and a hook that is removed is disarmed at once',
  },
  { product: 'Kiro', id: 'kiro', signs: ['.kiro'], why: 'its hooks could not be recorded' },
  {
    product: 'Windsurf',
    id: 'windsurf',
    signs: ['.windsurf', '.windsurfrules'],
    why: 'its hooks could not be recorded',
  },
  {
    product: 'Amp',
    id: 'amp',
    signs: ['.amp'],
    why: 'its model runs behind its own service, so its hooks could not be recorded',
  },
];
