import type { Finding } from '@flow/core';
import type { Analysis, GitAct } from '../shell/index.js';
import type { FileEdit } from './guard.js';

/** A remote's HEAD on the branch that is taken for it anyway where nothing says another: what a fresh clone has. */
const USUAL_HEAD = /^refs\/remotes\/([^/ ]+)\/HEAD refs\/remotes\/\1\/(?:main|master)$/;

/**
 * Remote-tracking refs tell what is already published, and so what needs no new proof: only a fetch from the remote
 * itself may write them.
 */
function rewritesBase(act: GitAct): boolean {
  const words = act.argv.slice(act.argv.indexOf(act.verb) + 1).filter((word): word is string => word !== undefined);
  const operands = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '-m');
  switch (act.verb) {
    case 'update-ref':
      return words.includes('--stdin') || operands.some((word) => /^refs\/remotes\//.test(word));
    case 'symbolic-ref':
      return operands.length > 1 && /^refs\/remotes\//.test(operands[0] ?? '') && !USUAL_HEAD.test(operands.join(' '));
    case 'remote':
      return operands[0] === 'set-head' && operands.length > 2 && !/^(?:main|master)$/.test(operands[2] ?? '');
    case 'fetch':
    case 'pull':
      return /^[./]/.test(operands[0] ?? '') && operands.some((word) => /:(refs\/)?remotes\//.test(word));
    default:
      return false;
  }
}

/** Files from which git takes its settings, also those of the account. */
const CONFIG_FILE = /\/(?:\.git\/config(?:\.worktree)?|\.gitconfig|\.config\/git\/config)$/;

/** What takes the git hooks away, or another file that may. */
const HOOK_SETTING = /\bhooksPath\b|^[ \t]*\[include/im;

/** Edits of git's settings that would switch the git hooks off. */
export function judgeConfigEdits(edits: readonly FileEdit[]): Finding[] {
  return edits
    .filter(({ path, added }) => CONFIG_FILE.test(path) && HOOK_SETTING.test(added ?? ''))
    .map(({ path }) => {
      const args = { spelled: `hooksPath in ${path}`.slice(0, 200), what: 'hooksPath' };
      return { code: 'GUARD_DISARM', level: 'block', args };
    });
}

/** Settings by which guards are switched off. */
const SWITCHES = /^(?:core\.hookspath|disableallhooks)$/i;

/** A tool that sets one of them, by whatever name: `{ key: "core.hooksPath", value: "/dev/null" }`. */
export function judgeSettingTool(tool: string, input: Readonly<Record<string, unknown>>): Finding[] {
  if (input.value === undefined) return [];
  const name = ['key', 'setting', 'name', 'option', 'property', 'path']
    .map((field) => input[field])
    .find((one): one is string => typeof one === 'string' && SWITCHES.test(one.trim()));
  if (name === undefined) return [];
  const what = /^core/i.test(name.trim()) ? 'hooksPath' : 'hostSettings';
  return [{ code: 'GUARD_DISARM', level: 'block', args: { spelled: `${tool} ${name.trim()}`.slice(0, 200), what } }];
}

/**
 * Commands that would switch guards off.
 * @param isGuarded whether a folder lies in a repository that is guarded at all
 */
export function judgeArming(analysis: Analysis, isGuarded: (directory: string) => boolean): Finding[] {
  const commits = analysis.effects.some((effect) => effect.kind === 'git' && effect.verb === 'commit');
  return analysis.effects.flatMap((effect): Finding[] => {
    if (effect.kind === 'disarm') {
      if (effect.directory !== undefined && !isGuarded(effect.directory)) return [];
      // Without the second line nothing would judge what this command commits first.
      if (effect.what === 'noVerify' && !commits) return [];
      return [{ code: 'GUARD_DISARM', level: 'block', args: { spelled: effect.spelled, what: effect.what } }];
    }
    if (effect.kind === 'git' && rewritesBase(effect)) {
      return [{ code: 'BASE_REWRITTEN', level: 'block', args: { spelled: effect.spelled } }];
    }
    return [];
  });
}
