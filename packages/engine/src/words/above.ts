import { sourceOf } from '../policy/above-sources.js';
import { clean } from '../text/clean.js';

const CODE = /^above:(.+)$/s;

/** Tells whether a run proves nothing because of configuration outside of the repository: the same command again would prove no more. */
export const hasAbove = (reasons: readonly string[]) => reasons.some((reason) => CODE.test(reason));

/**
 * Words for what has to be done about such a configuration before another run can prove something.
 * @param command runs the tests
 */
export function aboveWay(reasons: readonly string[], command: string): string {
  const file = reasons.map((reason) => CODE.exec(reason)?.[1]).find((found) => found !== undefined) ?? '';
  const { own, without } = sourceOf(file) ?? {};
  const away = `ake out of ${clean(file, 200)} what changes the tests, or move it away, and run \`${command}\` again`;
  if (without) return `Run \`${without} ${command}\`, which does not read it; or t${away}.`;
  if (own)
    return `Give the repository its own, which is read in its place (\`${own}\`), and run \`${command}\` again; or t${away}.`;
  return `T${away}.`;
}
