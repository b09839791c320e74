import { found, type WorkflowFinding } from './finding.js';
import type { PhasePlace, Survey } from './survey.js';

/** What the engine asks for by itself has these ids. */
const RESERVED = ['advance', 'answers', 'items'];

/** Positions that are no phase. */
const POSITIONS = ['done', 'ended'];

/** Ids are unique where they are looked up: phases among their own and those around them, checks within their phase. */
export function namesAreUnique({ phases }: Survey): WorkflowFinding[] {
  return phases.flatMap((place) => {
    const isTaken = place.siblings.some(({ phase, index }) => phase.id === place.phase.id && index < place.index);
    const isOuter = outers(place).some((one) => one.siblings.some(({ phase }) => phase.id === place.phase.id));
    const twice = isTaken || isOuter ? [found('ID_TWICE', place.path, 'Give the phase an id of its own.')] : [];
    const isWord = POSITIONS.includes(place.phase.id);
    const word = isWord
      ? [found('ID_RESERVED', place.path, 'Give the phase another id: a run is there at its end.')]
      : [];
    const checks = place.checks.flatMap(({ id, key }, index) => {
      if (RESERVED.includes(id))
        return [found('ID_RESERVED', key, `Give the check a different \`id\` than \`${id}\`.`)];
      const isFirst = place.checks.findIndex((one) => one.id === id) === index;
      return isFirst ? [] : [found('ID_TWICE', key, 'Give the check its own `id`.')];
    });
    return [...twice, ...word, ...checks];
  });
}

const outers = (place: PhasePlace): PhasePlace[] => (place.outer === null ? [] : [place.outer, ...outers(place.outer)]);
