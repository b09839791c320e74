/**
 * `parse` reads the output of any tool. The readers are a bundle of their own, which is loaded only when a run has ended: a
 * push check needs none.
 */
export { parse } from '@flow/capture-parsers';
