/**
 * `RESULT_VIEWS` names generated files and approvals below `develop/<branch>/`: they are written for people and other tools,
 * never read for a decision, never part of the content that a run is bound to, and not for the agent to write.
 */
export const RESULT_VIEWS = ['develop/**/*-results.json', 'develop/**/*-results-*.json'];

/** Overrides that are in force. */
const OVERRIDE_VIEW = 'develop/**/phase-override.json';

/** Views under this user's key, by which a change by somebody else is known. */
export const SIGNED_VIEWS = [...RESULT_VIEWS, OVERRIDE_VIEW];

/** These files hold a person's decisions and the workflow's own state, in the same folders. */
export const APPROVALS = ['develop/**/gate-*.approved', OVERRIDE_VIEW, 'develop/**/flow-state.json'];

/** Generated files that say something was proven or decided: nobody but this program makes them, and they are watched. */
export const SEALED_VIEWS = [...RESULT_VIEWS, ...APPROVALS];

/** Verdicts as people read them. */
export const REVIEW_VIEWS = [
  'develop/**/reviews/*/round-*/*.md',
  'develop/**/reviews/rounds.md',
  'develop/**/reviews/findings.json',
];

/** Files that tell people what is to be verified. */
export const SKELETONS = ['develop/**/claims.md'];

/** What the work itself leaves below `develop/`: no part of what is approved. */
export const WORK_VIEWS = [...SEALED_VIEWS, ...REVIEW_VIEWS, ...SKELETONS];

/** Files that `install` writes. */
export const INSTALLED = ['.claude/hooks/flow.cjs', '.claude/settings.json'];

/**
 * Files that are never content that a run is bound to: generated files, and files that `install` writes, committed or not.
 */
export const VIEWS = [...WORK_VIEWS, ...INSTALLED];
