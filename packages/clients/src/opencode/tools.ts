/**
 * Tools of OpenCode under the names that the guards know. The plugin goes by them as well: what a matcher leaves out costs no
 * process.
 */
export const TOOLS: Readonly<Record<string, string>> = {
  bash: 'Bash',
  write: 'Write',
  edit: 'Edit',
  multiedit: 'MultiEdit',
  // Its name as it is: the guards know its form.
  apply_patch: 'apply_patch',
  read: 'Read',
  glob: 'Glob',
  grep: 'Grep',
  list: 'LS',
  webfetch: 'WebFetch',
  websearch: 'WebSearch',
  codesearch: 'WebSearch',
  todowrite: 'TodoWrite',
  todoread: 'TodoWrite',
  task: 'Task',
  skill: 'Skill',
};
