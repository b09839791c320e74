/**
 * Variables by which git tells nobody what it does: the user's settings may name a file to which each git appends
 * (`trace2.normalTarget` and its siblings, git-config(1)), and a variable overrules a setting (api-trace2 of git's documentation).
 */
export const UNTRACED: Readonly<Record<string, string>> = {
  GIT_TRACE2: '0',
  GIT_TRACE2_EVENT: '0',
  GIT_TRACE2_PERF: '0',
};
