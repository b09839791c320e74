/**
 * The readers of all tools: a bundle of their own, which is loaded only when a run has ended. A push check needs none.
 */
export { parse } from '@flow/capture-parsers';
