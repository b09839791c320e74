import type { ProgramFile } from '../program.js';
import { STACKED } from '../publish/way.js';

/** Tools for stacked changes and reviews push branches. */
export const stackedChanges: ProgramFile = {
  gs: {
    writes: { out: '-o -sOutputFile' },
    publishes: [{ when: /^(?:(?:stack|branch|downstack|upstack) submit|ss|bs|us s|uss|dss|bsub|repo sync)\b/ }],
    moves: /^(?:repo restack|stack restack|branch (?:restack|onto|checkout|fold)|up|down|top|bottom)\b/,
  },
  // Stacked changes and reviews.
  gt: {
    publishes: [{ when: /^(?:submit|s|ss|merge|stack submit|sync)\b/ }],
    moves: /^(?:restack|move|fold|checkout|co|up|down|top|bottom|get|absorb)\b/,
  },
  graphite: { publishes: [{ when: STACKED }] },
  spr: { publishes: [{ when: /^(?:update|merge|land|diff|submit)\b/ }] },
  av: { publishes: [{ when: /^(?:pr|stack submit|sync|stack sync|submit)\b/, unless: /--push=no\b/ }] },
  ghstack: { publishes: [{ when: /^(?:submit|land)?(?:\s|$)/ }] },
  arc: { publishes: [{ when: /^(?:land|diff)\b/, unless: /--(?:only|preview)\b/ }] },
};
