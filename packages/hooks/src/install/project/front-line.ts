import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy } from '@flow/core';
import { compileLazily, type Surroundings } from '@flow/engine/places/surroundings';
import { keepApplied } from '@flow/engine/policy/applied';
import { readConfig, setMarker, storeCompiled } from '@flow/engine/policy/policy';
import { presetReader } from '@flow/engine/policy/presets/installed';
import { canonical, repositoryState } from '@flow/evidence';
import { CONFIG_TEXT } from './config-file.js';

/** The line of a configuration that asks for the front. */
export const FRONT_LINE = 'front: posix';

const NO_FRONT = 'no-front';

/** A configuration that says nothing else: where its schema lies, and from when a change counts. */
const HEAD = CONFIG_TEXT.slice(0, CONFIG_TEXT.indexOf('\n\n') + 2);

/**
 * Returns the configuration of a work tree with the front asked for at its end; null where that says anything else than the rules in
 * force: a configuration that waits for a person, one in JSON, or a text that goes on behind its last line.
 */
export function frontText(around: Surroundings): string | null {
  const config = readConfig(around.repository);
  if (around.isPending || config?.name.endsWith('.json')) return null;
  const before = config?.text ?? HEAD;
  const text = `${before}${before.endsWith('\n') ? '' : '\n'}${FRONT_LINE}\n`;
  return frontAlone(text, around) ? text : null;
}

/**
 * Puts the front into force that a person has just said yes to, where the configuration on disk asks for nothing else than what is in
 * force already. @returns whether it did
 */
export function putFrontIntoForce(around: Surroundings): boolean {
  const { repository, start } = around;
  const text = readConfig(repository)?.text;
  const policy = text === undefined ? null : frontAlone(text, around);
  if (!policy) return false;
  storeCompiled(repository, start.environment, policy);
  keepApplied(repository, start.environment, policy);
  return true;
}

/** Tells whether a person was asked here, and wanted none. */
export const isFrontDeclined = ({ repository, start }: Surroundings): boolean =>
  existsSync(join(repositoryState(repository, start.environment), NO_FRONT));

/** Remembers that a person wants no front here, so that nobody is asked again. */
export function declineFront({ repository, start: { environment } }: Surroundings): void {
  mkdirSync(repositoryState(repository, environment), { recursive: true });
  setMarker(repository, environment, NO_FRONT, true);
}

/** Returns the policy of a text that differs from the one in force by the front alone. */
function frontAlone(text: string, { repository, policy: current }: Surroundings): Policy | null {
  const compiled = compileLazily(text, presetReader(repository, true));
  if (!compiled.ok || current.front !== undefined || compiled.policy.front === undefined) return null;
  const rules = ({ asked: _, ...policy }: Policy) => canonical({ ...policy, front: null, source: null, presets: [] });
  return rules(compiled.policy) === rules(current) ? compiled.policy : null;
}
