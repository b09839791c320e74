import type { Finding } from '@flow/core';
import type { Analysis, Effect, GitAct, Setting } from '@flow/shell-effects';
import { setsContentFilter } from '@flow/shell-effects/git/content-filter';
import type { FileEdit } from './guard.js';
import { writesOwnRefs } from './own-refs.js';

/** A remote's HEAD on the branch that is taken for it anyway where nothing says another: what a fresh clone has. */
const USUAL_HEAD = /^refs\/remotes\/([^/ ]+)\/HEAD refs\/remotes\/\1\/(?:main|master)$/;

/**
 * Remote-tracking refs tell what is already published, and so what needs no new proof: only a fetch from the remote
 * itself may write them.
 */
function rewritesBase(act: GitAct, around: Remotes): boolean {
  const words = act.argv.slice(act.argv.indexOf(act.verb) + 1).filter((word): word is string => word !== undefined);
  const operands = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '-m');
  switch (act.verb) {
    case 'update-ref':
      return (
        words.includes('--stdin') ||
        operands.some(
          (word) => /^refs\/remotes\//.test(word) && !(words.includes('-d') && isAside(word.slice(13), around)),
        )
      );
    case 'symbolic-ref':
      return operands.length > 1 && /^refs\/remotes\//.test(operands[0] ?? '') && !USUAL_HEAD.test(operands.join(' '));
    case 'remote':
      return operands[0] === 'set-head' && operands.length > 2 && !/^(?:main|master)$/.test(operands[2] ?? '');
    case 'fetch':
    case 'pull':
      return operands.slice(1).some((refspec) => fetchesOver(operands[0]!, refspec, around));
    default:
      return false;
  }
}

/** Refs that a remote's fetches bring, and their places: `remote.origin.fetch=+refs/heads/*:refs/remotes/origin/*`. */
const FETCHED = /^remote\.(.+)\.fetch=(.*)$/i;

/** Remotes tell what is asked for the base of a branch, beside what is so everywhere. */
export interface Remotes {
  /** The branch that the project names, if it does. */
  readonly base?: readonly string[];
  readonly names: readonly string[];
}

/** Branches that are a base where no setting names another, and whatever there is. */
const BASES = ['main', 'master', 'trunk', 'develop', 'HEAD', '*'];

/** A record that is asked for no base: neither of a remote, nor by the name of such a branch. A remote's name may have slashes. */
function isAside(record: string, { base, names }: Remotes): boolean {
  const isOfRemote = ['origin', 'upstream', ...names].some((name) => record.startsWith(`${name}/`));
  return !isOfRemote && ![...BASES, ...(base ?? [])].some((branch) => record.endsWith(`/${branch}`));
}

/** Tells whether a refspec lets a remote write what another one has, or its base branch from anything but that branch. */
function fetchesOver(remote: string, refspec: string, around: Remotes): boolean {
  const [, from = '', record = ''] =
    /^\+?(?:refs\/(?:heads\/)?)?(.*):(?:refs\/)?remotes\/([^/]+\/.+)$/.exec(refspec) ?? [];
  if (record === '') return false;
  const owner = `${remote}/`.toLowerCase();
  if (record.toLowerCase().startsWith(owner)) {
    const branch = record.slice(owner.length);
    return [...BASES, ...(around.base ?? [])].includes(branch) && from !== branch;
  }
  // What is no branch there (`pull/*/head`) is none here.
  const named = from.endsWith('*') ? record : record.replace(/\*$/, '');
  if (isAside(named, around)) return !/^\w[\w+.-]*:|\.bundle$/.test(remote);
  // An address may fill a name of its own from its branch of that name; what lies on this machine may not.
  const isOwn = record.endsWith(`/${from}`) && isAside(record.slice(0, -from.length), around);
  return !isOwn || !/^(?!file:)\w[\w+.-]*:/i.test(remote);
}

/** A setting that lets a remote do so with every fetch. */
function setsFetch({ name, value }: Setting, around: Remotes): boolean {
  const [, remote, refspec = ''] = FETCHED.exec(`${name}=${value}`) ?? [];
  return remote !== undefined && fetchesOver(remote, refspec, around);
}

/** Tells whether a file of git's settings has the section of a remote that fetches over what is guarded. */
function setsFetchOver(text: string, around: Remotes): boolean {
  return text.split(/^[ \t]*\[/m).some((section) => {
    const remote = /^remote[ \t]+"(.+)"\]/i.exec(section)?.[1];
    const fetched = [...section.matchAll(/^[ \t]*fetch[ \t]*=[ \t]*"?([^"\s]+)/gim)];
    return remote !== undefined && fetched.some(([, refspec]) => fetchesOver(remote, refspec!, around));
  });
}

/** Programs that are over at once, so that what was judged is still what is pushed. */
const AT_ONCE = /^(?:git|cd|echo|printf|true|test|\[|pwd|set|export|env|command|timeout)$/;

/**
 * A push that git's own hook does not see is judged before the line starts: behind a program that takes its time, or in the
 * background, it publishes what nobody has looked at.
 */
function pushesLater(
  effects: readonly Effect[],
  isGuarded: (directory: string) => boolean,
  inBackground: boolean,
): string | null {
  const at = effects.findIndex((effect) => effect.kind === 'push' && effect.flags.noVerify && !effect.flags.dryRun);
  const push = effects[at];
  if (push?.kind !== 'push' || (push.directory !== undefined && !isGuarded(push.directory))) return null;
  const waits = effects.slice(0, at).some((one) => one.kind === 'run' && !AT_ONCE.test(one.program));
  const isDetached = effects.some((one) => one.kind === 'run' && one.program === 'git' && one.background);
  return inBackground || waits || isDetached ? push.spelled : null;
}

const rewritten = (spelled: string): Finding => ({ code: 'BASE_REWRITTEN', level: 'block', args: { spelled } });

/** Files from which git takes its settings, also those of the account. */
const CONFIG_FILE = /\/(?:\.git\/config(?:\.worktree)?|\.gitconfig|\.config\/git\/config)$/;

/** Settings that take the git hooks away, or another file that may. */
const HOOK_SETTING = /\bhooksPath\b|^[ \t]*\[include/im;

/** Edits of git's settings that would switch the git hooks off, record other content, or let a fetch rewrite the base. */
export function judgeConfigEdits(edits: readonly FileEdit[], remotes: () => Remotes): Finding[] {
  return edits.flatMap(({ path, added }): Finding[] => {
    if (!CONFIG_FILE.test(path)) return [];
    const spelled = (what: string) => `${what} in ${path}`.slice(0, 200);
    if (HOOK_SETTING.test(added ?? ''))
      return [{ code: 'GUARD_DISARM', level: 'block', args: { spelled: spelled('hooksPath'), what: 'hooksPath' } }];
    if (setsContentFilter(added ?? ''))
      return [{ code: 'GUARD_DISARM', level: 'block', args: { spelled: spelled('filter'), what: 'contentFilter' } }];
    if (setsFetchOver(added ?? '', remotes())) return [rewritten(spelled('fetch'))];
    return [];
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
 * @param inBackground the client runs the line beside what comes next
 * @param remotes of the repository, where they are asked for
 */
export function judgeArming(
  { effects }: Analysis,
  isGuarded: (directory: string) => boolean,
  inBackground: boolean,
  remotes: () => Remotes,
): Finding[] {
  const commits = effects.some((effect) => effect.kind === 'git' && effect.verb === 'commit');
  const later = pushesLater(effects, isGuarded, inBackground);
  const found: Finding[] =
    later === null ? [] : [{ code: 'GUARD_DISARM', level: 'block', args: { spelled: later, what: 'laterPush' } }];
  const others = effects.flatMap((effect): Finding[] => {
    if (effect.kind === 'disarm') {
      if (effect.directory !== undefined && !isGuarded(effect.directory)) return [];
      // Without the second line nothing would judge what this command commits first.
      if (effect.what === 'noVerify' && !commits) return [];
      return [{ code: 'GUARD_DISARM', level: 'block', args: { spelled: effect.spelled, what: effect.what } }];
    }
    const isOfOwnRefs =
      (effect.kind === 'git' || effect.kind === 'push' || effect.kind === 'setting') && writesOwnRefs(effect);
    if (isOfOwnRefs && (effect.kind === 'setting' || !effect.directory || isGuarded(effect.directory)))
      return [{ code: 'REF_RESERVED', level: 'block', args: { spelled: effect.spelled } }];
    if (effect.kind === 'git' && rewritesBase(effect, remotes())) return [rewritten(effect.spelled)];
    return effect.kind === 'setting' && setsFetch(effect, remotes()) ? [rewritten(effect.spelled)] : [];
  });
  return [...found, ...others];
}
