import { type Finding, shown } from '../finding.js';
import { type Command, familyOf, normal, questionOf, resolved, working } from './commands.js';

/*
 * A script that still stands there is no longer run where nothing calls it any more. So beside the commands themselves it
 * is compared what each script and target leads to.
 */

/** A script of a package or a target of a Makefile. */
const nodeOf = ({ path, place }: Pick<Command, 'path' | 'place'>) => `${path}\0${place}`;

const SOURCE = /(?:^|\/)(?:package\.json|GNUmakefile|[Mm]akefile|[Jj]ustfile)$|\.mk$/;

/** Returns the scripts and targets that a command calls. */
function calledBy({ words }: Command, nodes: ReadonlySet<string>): string[] {
  const [first = '', second = '', third = ''] = working(words);
  const isScript = /^(?:npm|pnpm|yarn|bun)$/.test(first);
  if (!isScript && !/^(?:make|just)$/.test(first)) return [];
  const name = isScript && /^(?:run|run-script)$/.test(second) ? third : second;
  const source = isScript ? /package\.json$/ : /akefile$|\.mk$|ustfile$/;
  return [...nodes].filter((node) => {
    const [path = '', place = ''] = node.split('\0');
    return source.test(path) && place.split(/\s+/).includes(name);
  });
}

/** Tells checks that a script led to and does not lead to now, and that nothing else runs in its place. */
export function lostReach(before: readonly Command[], after: readonly Command[]): Finding[] {
  const nodesOf = (all: readonly Command[]) => new Set(all.filter(({ path }) => SOURCE.test(path)).map(nodeOf));
  const [was, is] = [nodesOf(before), nodesOf(after)];
  const called = (all: readonly Command[], nodes: ReadonlySet<string>) =>
    new Set(all.flatMap((command) => calledBy(command, nodes)));
  const [calledBefore, calledAfter] = [called(before, was), called(after, is)];
  // What was a part of something and is called by nothing now starts by itself no more than before.
  const orphans = new Set([...calledBefore].filter((node) => is.has(node) && !calledAfter.has(node)));
  if (orphans.size === 0) return [];
  const leaves = (all: readonly Command[], node: string) =>
    resolved(
      all,
      all.filter((command) => nodeOf(command) === node),
    );
  const inForce = resolved(
    after,
    after.filter((command) => !orphans.has(nodeOf(command))),
  );
  const runsStill = new Set(inForce.map(normal));
  const known = new Set(resolved(before).map(normal));
  const fresh = inForce.filter((one) => !known.has(normal(one)));
  const told = new Set<string>();
  return [...orphans].flatMap((node) =>
    leaves(before, node)
      .filter((leaf) => {
        const question = questionOf(familyOf(leaf.words) ?? '', leaf);
        return (
          !leaf.tolerated &&
          !runsStill.has(normal(leaf)) &&
          !told.has(normal(leaf)) &&
          !fresh.some((one) => questionOf(familyOf(one.words) ?? '', one) === question)
        );
      })
      .map((leaf): Finding => {
        told.add(normal(leaf));
        return { kind: 'command-narrowed', path: leaf.path, line: 1, before: shown(leaf.text), after: '' };
      }),
  );
}
