import { PATH_CLASSES } from '../../presets/path-class.js';
import { documentIn } from '../content.js';
import { found, type WorkflowFinding } from './finding.js';
import { type CheckPlace, isAsked, isSure, type PhasePlace, type Survey } from './survey.js';

const KNOWN: readonly string[] = ['nothing', 'relevant', 'diff', 'tree', ...PATH_CLASSES];

/** What changes with any edit of any item. */
const SHARED: readonly string[] = ['relevant', 'diff', 'tree', 'source', 'test', 'build'];

/** Proofs are bound to what can be told, gates to what they show. */
export function contentsAreKnown({ checks }: Survey): WorkflowFinding[] {
  return checks.flatMap((check) => {
    const { key, contents, spec } = check;
    const unknown = contents.filter((one) => !isKnown(one, check));
    const remedy = `One of: ${[...KNOWN, ...(check.home.outer ? ['item'] : []), 'doc:<name>', 'doc:<name>?', 'doc:<name>@<citing>'].join(', ')}.`;
    const isLoose = spec.check === 'approved' && contents.every((one) => one === 'nothing');
    return [
      ...unknown.map((name) => found('CONTENT_UNKNOWN', key, remedy, { name })),
      ...(isLoose ? [found('GATE_UNBOUND', key, 'Use `on` to say what is approved.')] : []),
    ];
  });
}

function isKnown(content: string, { spec, home }: CheckPlace): boolean {
  if (documentIn(content) !== null) return true;
  if (content === 'tests') return spec.check === 'red';
  return content === 'item' ? home.outer !== null : KNOWN.includes(content);
}

/** Items are worked on at the same time: what one does must not void the proofs of another. */
export function itemsAreApart({ checks }: Survey): WorkflowFinding[] {
  return checks.flatMap(({ home, key, contents, spec }) => {
    // In a work tree of its own an item has a whole of its own.
    if (home.outer === null || spec.severity === 'warn' || isIsolated(home.outer)) return [];
    const shared = contents.filter((one) => SHARED.includes(one));
    return shared.length === 0 ? [] : [found('ITEM_UNBOUND', key, 'Use `on: item`.', { name: shared.join(', ') })];
  });
}

const isIsolated = ({ phase, outer }: PhasePlace): boolean =>
  phase.each?.isolated === true || (outer !== null && isIsolated(outer));

/** Items are proven by their own files: behind them something has to look at the whole. */
export function wholeIsProven({ top, dials }: Survey): WorkflowFinding[] {
  return top
    .filter((place) => place.inner.length > 0)
    .filter((place) =>
      dials.some(
        (one) =>
          isAsked(place, one) &&
          !top
            .slice(place.index)
            .some(({ checks }) =>
              checks.some((check) => isSure(check, one) && check.contents.some((content) => SHARED.includes(content))),
            ),
      ),
    )
    .map(({ path }) =>
      found(
        'WHOLE_UNPROVEN',
        path,
        'Add a check of the whole after it, such as `green`, for every combination of dials.',
      ),
    );
}
