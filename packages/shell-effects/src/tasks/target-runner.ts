import type { Recipe, RecipeHost } from './recipes.js';

/** Reads from a file what its targets would carry out. */
type RecipeReader = (
  text: string,
  targets: readonly string[],
  overrides: readonly string[],
  host: RecipeHost,
) => Recipe;

/** A target runner tells how a runner of targets is called. */
export interface TargetRunner {
  readonly kind: 'make' | 'just' | 'task';
  readonly files: readonly string[];
  readonly read: RecipeReader;
  /** Whether the tool looks for its file upwards, and runs there. */
  readonly isUpwards: boolean;
  readonly directory: RegExp;
  readonly file: RegExp;
  /** Options that take a name and a value, or one value. */
  readonly sets?: RegExp;
  readonly valued: RegExp;
  /** Short options written as one word: those without a value, and the last, which may take one. */
  readonly bundle?: RegExp;
  /** Words with which the tool only tells. */
  readonly tells: RegExp;
  /** Words with which the tool tells what it would do, and reads its file for that. */
  readonly dry?: RegExp;
}
