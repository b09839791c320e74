import type { Claim } from './document.js';

/** Words that say how binding a claim is, in capitals as RFC 2119 has them. */
const NORM = /\b(?:SHALL|MUST|SHOULD|MAY)(?: NOT)?\b/;
const SCENARIO = /\bgiven\b[\s\S]*\bwhen\b[\s\S]*\bthen\b/i;

/**
 * Returns true for a claim that says how binding it is and, where a test is to show it first, in which case: Given,
 * When, Then (feature V9).
 */
export const isNormative = ({ text, expect }: Pick<Claim, 'text' | 'expect'>): boolean =>
  NORM.test(text) && (expect === 'guard' || SCENARIO.test(text));
