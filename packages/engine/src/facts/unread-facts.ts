import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FileView, Finding, Policy } from '@flow/core';
import type { Repository } from '@flow/evidence';
import type { Surroundings } from '../places/surroundings.js';
import { CONFIG_NAMES } from '../policy/config-names.js';
import { withoutContradiction } from '../policy/pending.js';
import { detectProject } from '../policy/presets/detect-stack.js';
import type { NamedTests } from '../policy/presets/unread-tests.js';
import type { Reader } from '../words/reader.js';
import { byNameWords, type UnreadFacts, unreadWords } from '../words/unread-words.js';

/** More would make a notice a list. */
const MOST = 3;

/** Facts of the tests that were found and that no push asks for; null where there are none. */
export function unreadFacts(unread: readonly NamedTests[], config: string | undefined): UnreadFacts | null {
  if (unread.length === 0) return null;
  const first = unread.slice(0, MOST);
  return {
    roots: first.map(({ root }) => root),
    commands: first.map(({ command }) => command),
    total: unread.length,
    config,
  };
}

/**
 * Finds the tests that an installation would propose, where no push asks for any; null where it knows none either.
 * @param view files of the content; those on disk when left out
 */
export function unreadHere({ root }: Repository, policy: Policy, view?: FileView): UnreadFacts | null {
  return unreadFacts(detectProject(root, policy.presets, view).unread, configOf({ root }));
}

const configOf = ({ root }: Pick<Repository, 'root'>): string | undefined =>
  CONFIG_NAMES.find((name) => existsSync(path.join(root, name)));

/** Finding that pushes need no tests, with the tests that were found; null where a finding of the policy says more of them. */
export function noRunner({ repository, policy, policyFindings }: Surroundings): Finding | null {
  const none: Finding = { code: 'PUSH_NO_RUNNER', level: 'note', args: { ...unreadHere(repository, policy) } };
  return withoutContradiction([none, ...policyFindings]).includes(none) ? none : null;
}

/**
 * Returns words for tests that were found and that no push asks for, where pushes ask for others; null where there are none,
 * and where a person has named the suites.
 * @param view files of the content
 */
export function unaskedWords({ repository, policy }: Surroundings, view: FileView, reader: Reader): string | null {
  if (policy.suites.length > 0) return null;
  const { unread, byName } = detectProject(repository.root, policy.presets, view);
  const facts = unreadFacts(unread, configOf(repository));
  const other = byName.find(({ isOther }) => isOther);
  return facts ? unreadWords({ ...facts, isPart: true }, reader) : other ? byNameWords(other) : null;
}
