export { type Attempt, attemptsOf, fingerprintOf, isAnalysisDue, type Retry, retryOf } from './attempts.js';
export { CONTRADICTIONS, contradictionIn } from './contradiction.js';
export { classifyEnding, type Ending, type EndingFacts } from './ending.js';
export { type ItemsFound, itemsIn, type Kinds, kindsOf, type ListingDocument } from './listed.js';
