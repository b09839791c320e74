import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';

/** What a person's permission profile does to a folder: hides it, would if older settings did not set it aside, or nothing. */
export type Hiding = 'hidden' | 'set-aside' | 'open';

/**
 * Tells whether commands of Codex see into a folder, by the profile that the person's configuration selects
 * (`default_permissions`, `[permissions.<name>.filesystem]`). Where a file names `sandbox_mode`, Codex goes by that, and by no
 * profile: so its documents say, while `codex sandbox` of 0.169.0 goes by the profile all the same (measured).
 * @param config text of the person's `config.toml`
 */
export function hidingOf(folder: string, config: string): Hiding {
  const top = config.slice(0, tableAt(config, 0));
  const name = /^[ \t]*default_permissions[ \t]*=[ \t]*["']([\w.-]+)["']/m.exec(top)?.[1];
  if (name === undefined) return 'open';
  const head = new RegExp(
    String.raw`^[ \t]*\[permissions\.["']?${name.replaceAll('.', String.raw`\.`)}["']?\.filesystem\][ \t]*(?:#.*)?$`,
    'm',
  ).exec(config);
  if (!head) return 'open';
  const from = head.index + head[0].length;
  const rules = config
    .slice(from, tableAt(config, from))
    .matchAll(/^[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')[ \t]*=[ \t]*["']deny["']/gm);
  const denied = [...rules].map(([, quoted, literal]) => literal ?? quoted!.replaceAll(/\\(.)/g, '$1'));
  if (!denied.some((place) => place === folder || isWithinFolder(folder, place))) return 'open';
  return /^[ \t]*(?:sandbox_mode[ \t]*=|\[sandbox_workspace_write\])/m.test(config) ? 'set-aside' : 'hidden';
}

/** Returns where the next table begins; the end of the text where none does. */
function tableAt(config: string, from: number): number {
  const found = config.slice(from).search(/^[ \t]*\[/m);
  return found < 0 ? config.length : from + found;
}
