/* Words about what may have run in the place of a runner, or of a named command's program. */

/** What stands there, and what is done about it. */
const SHADOWS: Readonly<Record<string, { why: string; way: (command: string) => string }>> = {
  function: {
    why: 'the command defines a function of its name, which replaced it',
    way: (command) => `Run \`${command}\` without that function`,
  },
  alias: {
    why: 'the command defines an alias of its name, which replaced it',
    way: (command) => `Run \`${command}\` without that alias`,
  },
  path: {
    why: 'the command changes PATH, so that another program of its name may have replaced it',
    way: (command) => `Run \`${command}\` without changing PATH`,
  },
  module: {
    why: 'a file of its name in the folder that it starts in replaced it',
    way: (command) => `Give that file another name, then run \`${command}\``,
  },
};

/** Codes of what may have run in a program's place. */
export const SHADOWED = Object.keys(SHADOWS).map((by) => `shadowed:${by}`);

const CODE = /^shadowed:(\w+)$/;

/** Says what replaced a program, by the code's second part. */
export const shadowWords = (by: string): string => (SHADOWS[by] ?? SHADOWS.path!).why;

/**
 * Returns the way to a run by the program itself, without a full stop; undefined where nothing replaced the program.
 */
export function withoutShadow(reasons: readonly string[], command: string): string | undefined {
  const by = reasons.map((reason) => CODE.exec(reason)?.[1]).find((found) => found !== undefined);
  return by === undefined ? undefined : (SHADOWS[by] ?? SHADOWS.path!).way(command);
}
