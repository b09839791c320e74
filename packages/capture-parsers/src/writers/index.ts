export { withPlaces } from '../failure-places.js';
export { toCtrf } from './ctrf.js';
export { toGithub } from './github.js';
export { toJunit } from './junit.js';
export { toSarif } from './sarif.js';
export { toSummary } from './summary.js';
export { toText } from './text.js';
