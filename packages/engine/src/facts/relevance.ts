import {
  classifier,
  classify,
  concerns,
  type FileView,
  isRelevant,
  matchesAny,
  type Policy,
  type Suite,
} from '@flow/core';
import { VIEWS } from '../policy/views.js';

/**
 * Paths of a difference that can change the outcome of the suite's runs.
 * @param embeds whether the sources bring documents into the build; asked only when it decides
 * @param programs paths of the programs that started a run, and of what these load: relevant whatever they are
 */
export function relevantOf(
  paths: readonly string[],
  suite: Pick<Suite, 'preset' | 'runner'>,
  policy: Policy,
  isTracked: (path: string) => boolean,
  embeds: () => boolean,
  programs: readonly string[] = [],
): string[] {
  const kindOf = paths.length > MANY ? classifier(suite.preset) : (path: string) => classify(path, suite.preset);
  return paths.filter((path) => {
    if (programs.length > 0 && isAmong(path, programs)) return true;
    return isRelevantPath(path, suite, policy, kindOf, () => isTracked(path), embeds);
  });
}

function isRelevantPath(
  path: string,
  suite: Pick<Suite, 'preset' | 'runner'>,
  policy: Policy,
  kindOf: (path: string) => ReturnType<typeof classify>,
  isTracked: () => boolean,
  embeds: () => boolean,
): boolean {
  if (matchesAny(path, VIEWS) || matchesAny(path, policy.documents)) return false;
  return concerns(suite, path) ?? isRelevant(kindOf(path), isTracked, embeds);
}

/** Letters of what `relevanceOf` tells: a file counts, and counts where the sources bring documents into the build. */
export const RELEVANT = 'r';
export const IF_EMBEDDED = 'e';
const IRRELEVANT = '-';

/** Tells what `relevantOf` makes of one file of a content, by a letter: it follows from the path and the rules. */
export function relevanceOf(suite: Pick<Suite, 'preset' | 'runner'>, policy: Policy): (path: string) => string {
  let isDocument = false;
  const embeds = () => {
    isDocument = true;
    return true;
  };
  const kindOf = classifier(suite.preset);
  return (path) => {
    isDocument = false;
    if (!isRelevantPath(path, suite, policy, kindOf, () => true, embeds)) return IRRELEVANT;
    return isDocument ? IF_EMBEDDED : RELEVANT;
  };
}

/** Tells whether a path is one of these, lies in a folder of them, or is a submodule with one of them. */
const isAmong = (path: string, some: readonly string[]) =>
  some.some((one) => one === path || (one.endsWith('/') && path.startsWith(one)) || one.startsWith(`${path}/`));

/** A difference is seldom of so many files; all files of a content often are. */
const MANY = 500;

/** Tells whether a suite's sources bring other files into the build, looked up once. */
export function embedsOf(suite: Pick<Suite, 'preset'>, view: () => FileView | null): () => boolean {
  let known: boolean | undefined;
  return () => {
    if (known === undefined) {
      const { embeds = [] } = suite.preset;
      const files = embeds.length > 0 ? view() : null;
      const sources = files?.paths.filter((path) => classify(path, suite.preset) === 'source') ?? [];
      known = embeds.length > 0 && (files === null || files.containing(sources, embeds).length > 0);
    }
    return known;
  };
}
