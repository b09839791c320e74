import type { OpenCheck } from '../workflow/status.js';

/* Who decides a check that is open, by the code of its finding: a command alone, or a judge's word. */

const BY_COMMAND = new Set(['COMMAND_NOT_PASSED', 'SUITE_NOT_GREEN']);

const BY_JUDGE = new Set(['VERDICT_MISSING', 'PANEL_OPEN']);

/** Tells whether a check waits for a command, which needs no model. */
export const isByCommand = ({ finding }: Pick<OpenCheck, 'finding'>): boolean => BY_COMMAND.has(finding.code);

/** Tells whether a check waits for a judge's word. */
export const isByJudge = ({ finding }: Pick<OpenCheck, 'finding'>): boolean => BY_JUDGE.has(finding.code);
