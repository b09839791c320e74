import type { LanguageId } from '../../syntax/language-of.js';
import type { Syntax } from '../../syntax/syntax.js';
import type { Link } from '../chain.js';
import type { Claimed } from '../expression.js';
import type { Manner } from './manner.js';

/** A chain of calls in a test, and what reading it needs. */
export interface Asked {
  chain: readonly Link[];
  node: Syntax;
  manner: Manner;
  language: LanguageId;
}

/** A way to assert: what a chain claims by it, nothing where it claims nothing, undefined where the way is another one. */
export type Way = (asked: Asked) => Claimed[] | undefined;
