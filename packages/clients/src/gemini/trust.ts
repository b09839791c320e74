import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fieldOf, isRecord } from '@flow/core/record';
import type { HookPlace, TrustFact } from '../client.js';
import { folderOf } from '../person-folder.js';

/** The name under which our hooks are registered. */
export const HOOK_NAME = 'flow';

/**
 * Finds what keeps hooks from running in Gemini CLI 0.61.0: a switch in the settings of the project or of the person, and a
 * folder that nobody trusts, whose settings the client does not read.
 */
export function trustFacts({ root, file: project, settings: given, environment }: HookPlace): TrustFact[] {
  const own = path.join(folderOf(environment, 'GEMINI_CLI_HOME', ''), '.gemini');
  const person = path.join(own, 'settings.json');
  const personal = parsed(person);
  const settings = [
    { file: project, value: given },
    { file: person, value: personal },
  ];
  const found: TrustFact[] = settings.flatMap(({ file, value }): TrustFact[] => {
    const detail = switchedOff(fieldOf(value, 'hooksConfig'));
    if (detail === null) return [];
    return [
      { id: 'switch', status: 'failure', title: TITLE, detail: `${file} says ${detail}.`, fix: `$EDITOR ${file}` },
    ];
  });
  const isAsked = fieldOf(fieldOf(fieldOf(personal, 'security'), 'folderTrust'), 'enabled') !== false;
  const rules = parsed(environment.GEMINI_CLI_TRUSTED_FOLDERS_PATH ?? path.join(own, 'trustedFolders.json'));
  const isTrusted = environment.GEMINI_CLI_TRUST_WORKSPACE === 'true' || trusts(rules, real(root));
  if (isAsked && !isTrusted)
    found.push({
      ...{ id: 'trust', status: 'failure', title: TITLE },
      detail:
        'nobody trusts this folder in Gemini CLI, which reads no hooks of it until then. Start it here and accept; without a terminal it ends at once.',
      fix: 'gemini',
    });
  if (found.length > 0) return found;
  return [{ id: 'runs', status: 'ok', title: TITLE, detail: 'the folder is trusted, and nothing switches them off' }];
}

const TITLE = 'Hooks in Gemini CLI';

function switchedOff(config: unknown): string | null {
  if (fieldOf(config, 'enabled') === false) return '"hooksConfig": {"enabled": false}, so no hook runs';
  const disabled = fieldOf(config, 'disabled');
  return Array.isArray(disabled) && disabled.includes(HOOK_NAME)
    ? `"hooksConfig": {"disabled": ["${HOOK_NAME}"]}, so ours do not run`
    : null;
}

/** The longest rule that holds a folder decides; `TRUST_PARENT` speaks of the folder above its own. */
function trusts(rules: unknown, root: string): boolean {
  if (!isRecord(rules)) return false;
  const holding = Object.entries(rules).filter(([at, level]) => {
    const base = real(level === 'TRUST_PARENT' ? path.dirname(at) : at);
    return root === base || root.startsWith(base.endsWith(path.sep) ? base : `${base}${path.sep}`);
  });
  const [longest] = holding.toSorted(([one], [other]) => other.length - one.length);
  return longest?.[1] === 'TRUST_FOLDER' || longest?.[1] === 'TRUST_PARENT';
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Reads a file of settings, which may hold comments; null where it cannot be read. */
function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''));
  } catch {
    return null;
  }
}
