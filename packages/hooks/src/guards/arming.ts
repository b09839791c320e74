import type { Finding } from '@flow/core';
import type { Analysis, GitAct, Run } from '../shell/index.js';

/** Commands of ours that only a person may use. */
const PERSON_ONLY = new Set(['apply', 'approve', 'rotate-key', 'uninstall', 'allow']);

function ownCommand(run: Run): string | null {
  const words = run.argv.filter((word): word is string => word !== undefined);
  const at = words.findIndex((word) => /(^|[\\/])flow-hooks(\.cjs)?$/.test(word));
  const isRuntime = /(^|[\\/])(?:node|nodejs|bun|deno|tsx)$/.test(words[0] ?? '');
  if (at < 0 || (at > 0 && !isRuntime)) return null;
  const [verb, ...named] = words.slice(at + 1).filter((word) => !word.startsWith('-'));
  // To see what a person may be asked for is free.
  if ((verb === 'approve' || verb === 'allow') && words.includes('--list') && named.length === 0) return null;
  return verb && PERSON_ONLY.has(verb) ? words.slice(at).join(' ') : null;
}

/** Programs that type into another terminal or window. */
const TYPISTS =
  /(^|[\\/])(tmux|screen|kitty|kitten|wezterm|zellij|konsole|xdotool|ydotool|dotool|wtype|osascript|socat)$/;

/** A person's words, wherever they stand in what is typed. */
const SPOKEN = new RegExp(`flow-hooks(\\.cjs)?\\s+(${[...PERSON_ONLY].join('|')})\\b|/([\\w-]+:)?approve-[a-z]`);

function typedFor(run: Run): string | null {
  const [program = '', ...words] = run.argv.filter((word): word is string => word !== undefined);
  return TYPISTS.test(program) && SPOKEN.test(words.join(' ')) ? [program, ...words].join(' ') : null;
}

/**
 * Remote-tracking refs tell what is already published, and so what needs no new proof: only a fetch from the remote
 * itself may write them.
 */
function rewritesBase(act: GitAct): boolean {
  const words = act.argv.slice(act.argv.indexOf(act.verb) + 1).filter((word): word is string => word !== undefined);
  const operands = words.filter((word) => !word.startsWith('-'));
  switch (act.verb) {
    case 'update-ref':
      return words.includes('--stdin') || operands.some((word) => /^refs\/remotes\//.test(word));
    case 'symbolic-ref':
      return operands.length > 1 && /^refs\/remotes\//.test(operands[0] ?? '');
    case 'remote':
      return operands[0] === 'set-head' && operands.length > 2;
    case 'fetch':
    case 'pull':
      return /^[./]/.test(operands[0] ?? '') && operands.some((word) => /:(refs\/)?remotes\//.test(word));
    default:
      return false;
  }
}

/** Commands that would switch guards off, or that stand for a person's decision. */
export function judgeArming(analysis: Analysis): Finding[] {
  const commits = analysis.effects.some((effect) => effect.kind === 'git' && effect.verb === 'commit');
  return analysis.effects.flatMap((effect): Finding[] => {
    if (effect.kind === 'disarm') {
      // Without the second line nothing would judge what this command commits first.
      if (effect.what === 'noVerify' && !commits) return [];
      return [{ code: 'GUARD_DISARM', level: 'block', args: { spelled: effect.spelled, what: effect.what } }];
    }
    if (effect.kind === 'git' && rewritesBase(effect)) {
      return [{ code: 'BASE_REWRITTEN', level: 'block', args: { spelled: effect.spelled } }];
    }
    if (effect.kind !== 'run') return [];
    const own = ownCommand(effect) ?? typedFor(effect);
    return own ? [{ code: 'PERSON_ONLY', level: 'block', args: { spelled: own } }] : [];
  });
}
