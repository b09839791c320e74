import path from 'node:path';
import { isRecord } from '@flow/core/record';
import { parseJson } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { HookPlace, TrustFact } from '../client.js';
import { folderOf } from '../person-folder.js';

/** Files of a project whose `disableAllHooks` turns every hook off, the person's too (measured). */
const PROJECT = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.github/copilot/settings.json',
  '.github/copilot/settings.local.json',
];

/**
 * Finds whether Copilot runs the hooks of this folder: a person trusts folders, and a session without a terminal skips the
 * hooks of any other without a word.
 */
export function trustFacts({ root, environment }: HookPlace): TrustFact[] {
  const home = folderOf(environment, 'COPILOT_HOME', '.copilot');
  const files = [...PROJECT.map((name) => path.join(root, name)), ...OWN.map((name) => path.join(home, name))];
  const off = files.filter((file) => settingsIn(file).disableAllHooks === true);
  const facts = off.map((file): TrustFact => {
    const detail = `${path.basename(path.dirname(file))}/${path.basename(file)} says "disableAllHooks": true, so Copilot runs no hook.`;
    return { id: 'hooks-disabled', status: 'failure', title: 'Hooks of Copilot', detail, fix: `$EDITOR ${file}` };
  });
  const trusted = OWN.flatMap((name) => settingsIn(path.join(home, name)).trustedFolders ?? []);
  const isTrusted = trusted.includes(root) || environment.GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS === 'true';
  const detail = isTrusted
    ? 'a person trusts this folder'
    : 'nobody has trusted this folder yet, so `copilot -p` silently skips its hooks unless it is given --trust-folder. Start `copilot` here and accept for future sessions.';
  facts.push({
    ...{ id: 'trust', status: isTrusted ? 'ok' : 'failure', title: 'Trust in this folder', detail },
    ...(!isTrusted && { fix: 'copilot' }),
  });
  return facts;
}

/** Files of the person that the client writes, in the client's folder. */
const OWN = ['config.json', 'settings.json'];

/** Reads settings, which may begin with lines of comments; empty where they cannot be read. */
function settingsIn(file: string): Readonly<Record<string, unknown>> {
  const value = parseJson((readSmall(file) ?? '').replace(/^\s*\/\/.*$/gm, ''));
  return isRecord(value) ? value : {};
}
