import { git, type Repository } from '@flow/evidence';
import { load } from '../load.js';
import type * as Config from './config.js';
import { CONFIG_NAMES } from './config-names.js';

/*
 * The part of the configuration that proofs depend on. A change of the rest, such as the place of the forge, lapses no run and
 * no review.
 */

/** Tells whether a path is one of the configuration, whose content counts by what it says. */
export const isConfigPath = (path: string) => CONFIG_NAMES.includes(path);

/**
 * Returns the part of a configuration's text; empty where there is none, and where no line of it matters to a proof.
 */
export function provingPart(text: string | undefined): string {
  if (text === undefined) return '';
  // YAML and schema code are a bundle of their own.
  return load<typeof Config>('config').provingText(text);
}

/** The part as a content has it. */
export function provingPartOf(repository: Repository, content: string, path: string, deadline: number): string {
  const answer = git(repository, ['show', '--no-textconv', `${content}:${path}`], { deadline });
  return provingPart(answer.status === 0 ? answer.stdout.toString('utf8') : undefined);
}
