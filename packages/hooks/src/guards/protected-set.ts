import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { matchesAny, type Policy } from '@flow/core';
import { type Repository, readHead, stateFolder } from '@flow/evidence';
import { BUNDLE_FILES } from '../bundle-files.js';
import { readSmall } from '../read-small.js';
import { APPROVALS, RESULT_VIEWS, WORK_VIEWS } from '../views.js';
import { isArmed } from './armed.js';

/** A reason for protection, and the way on that is open to the agent. */
export interface Protection {
  what: string;
  instead: string;
  /** True when a change of it voids evidence. */
  evidence: boolean;
}

const EVIDENCE: Protection = {
  what: 'evidence',
  instead: 'Run the tests; results are recorded from the run itself.',
  evidence: true,
};
const RESULTS: Protection = { ...EVIDENCE, what: 'captured results', evidence: false };
const APPROVAL: Protection = { what: 'an approval', instead: 'Ask the person to approve.', evidence: false };
const SETTINGS: Protection = {
  what: 'hook settings',
  instead: 'Ask the person to change it; `npx flow-hooks doctor` shows its state.',
  evidence: false,
};
const POLICY: Protection = {
  what: 'policy',
  instead: 'Propose the change to the person, who edits it and runs `npx flow-hooks apply`.',
  evidence: false,
};
const GIT_HOOK: Protection = { ...SETTINGS, what: 'a git hook' };
const PROGRAM: Protection = { ...SETTINGS, what: 'the guard program' };
const REMOTES: Protection = {
  what: 'what the remote is taken to have',
  instead: 'Run `git fetch origin`.',
  evidence: false,
};
/** What a client keeps in the person's home, which it writes itself. */
const CLIENT: Protection = { ...SETTINGS, what: "the client's configuration, with the trust in hooks" };
const NAMED: Protection = { what: 'named in flow.config.yaml', instead: 'Ask the person.', evidence: false };
const HOST_OUTPUT: Protection = { ...EVIDENCE, what: "the host's record of a command's output", evidence: false };

/** What the agent may not write, for one repository. Paths are absolute and compared without regard to case. */
export interface ProtectedSet {
  /** Protection of a path, followed through links; null when it is free. */
  of(absolute: string): Protection | null;
  /** A protected thing that exists at or below a folder; null when there is none. */
  beneath(absolute: string): { path: string; protection: Protection } | null;
  /** Protection of a folder made for protected files, into which names nobody can know would be written. */
  holder(absolute: string): { path: string; protection: Protection } | null;
  /** The files whose state is kept in the seal and compared after each shell call, as they are now. */
  readonly watched: string[];
}

interface Entry {
  path: string;
  protection: Protection;
  /** Everything below it too. */
  deep: boolean;
}

/** Git, npm and the client itself write some of the protected places in honest work; a change there says nothing. */
function isSealed(entry: Entry): boolean {
  return entry.protection !== REMOTES && entry.protection !== CLIENT && !entry.path.includes(`node_modules${path.sep}`);
}

/** Resolves links of the nearest existing ancestor, so that a new file below a link is found at its real place. */
export function realPlace(absolute: string): string {
  let rest = '';
  for (let at = absolute; ; at = path.dirname(at)) {
    try {
      return path.join(realpathSync(at), rest);
    } catch {
      if (path.dirname(at) === at) return absolute;
      rest = path.join(path.basename(at), rest);
    }
  }
}

/** Builds the set. `gitHooks` is the folder where git looks for hooks; `home` the user's home. */
export function protectedSet(
  repository: Repository,
  policy: Policy,
  at: { home: string; environment: NodeJS.ProcessEnv; gitHooks: string },
): ProtectedSet {
  const inRepository = (name: string) => path.join(repository.root, name);
  const claude = (folder: string): Entry[] => [
    { path: path.join(folder, '.claude/settings.json'), protection: SETTINGS, deep: false },
    { path: path.join(folder, '.claude/settings.local.json'), protection: SETTINGS, deep: false },
  ];
  const configs = ['flow.config.yaml', 'flow.config.yml', 'flow.config.json'];
  const entries: Entry[] = [
    { path: repository.evidence, protection: EVIDENCE, deep: true },
    { path: stateFolder(at.environment), protection: { ...EVIDENCE, what: "the program's own state" }, deep: true },
    ...claude(repository.root),
    ...claude(at.home),
    ...codexEntries(repository.root, at),
    { path: inRepository('.claude/hooks'), protection: PROGRAM, deep: true },
    { path: path.join(repository.commonDir, 'hooks'), protection: GIT_HOOK, deep: true },
    { path: path.join(repository.commonDir, 'config'), protection: GIT_HOOK, deep: false },
    { path: path.join(repository.gitDir, 'config.worktree'), protection: GIT_HOOK, deep: false },
    { path: path.join(at.gitHooks, 'pre-push'), protection: GIT_HOOK, deep: false },
    { path: path.join(at.gitHooks, 'pre-push.before-flow'), protection: GIT_HOOK, deep: false },
    { path: inRepository('node_modules/@flow/hooks'), protection: PROGRAM, deep: true },
    { path: path.join(repository.commonDir, 'refs/remotes'), protection: REMOTES, deep: true },
    { path: path.join(repository.commonDir, 'packed-refs'), protection: REMOTES, deep: false },
    ...configs.map((name) => ({ path: inRepository(name), protection: POLICY, deep: false })),
  ].flatMap((entry) => {
    const real = realPlace(entry.path);
    return real === entry.path ? [entry] : [entry, { ...entry, path: real }];
  });
  const folded = entries.map((entry) => ({ ...entry, path: fold(entry.path) }));

  const direct = (absolute: string): Protection | null => {
    const place = fold(absolute);
    for (const entry of folded) {
      if (place === entry.path || (entry.deep && place.startsWith(entry.path + path.sep))) return entry.protection;
    }
    const inside = path.relative(repository.root, absolute).split(path.sep).join('/');
    if (!inside.startsWith('../')) {
      const low = inside.toLowerCase();
      if (matchesAny(low, RESULT_VIEWS)) return RESULTS;
      if (matchesAny(low, APPROVALS)) return APPROVAL;
      if (matchesAny(inside, policy.protect)) return NAMED;
    }
    return isHostOutput(absolute) ? HOST_OUTPUT : null;
  };

  return {
    of: (absolute) => direct(path.normalize(absolute)) ?? direct(realPlace(path.normalize(absolute))),
    beneath(absolute) {
      const place = fold(realPlace(path.normalize(absolute)));
      const below = folded.find((entry) => entry.path.startsWith(place + path.sep) && exists(entry.path, entries));
      if (below) return { path: below.path, protection: below.protection };
      return findView(realPlace(absolute), repository.root);
    },
    holder(absolute) {
      const place = realPlace(path.normalize(absolute));
      const [top, next] = path.relative(repository.root, place).split(path.sep);
      if (top === 'develop' && next !== undefined) return { path: place, protection: RESULTS };
      return top === '.claude' || fold(place) === fold(repository.commonDir)
        ? { path: place, protection: SETTINGS }
        : null;
    },
    get watched() {
      return [
        ...entries.filter((entry) => isSealed(entry)).map((entry) => entry.path),
        ...['journal.jsonl', 'receipts'].map((name) => path.join(repository.evidence, name)),
        inRepository('.claude/hooks/flow.cjs'),
        ...newestReceipts(repository),
        ...viewsOf(repository),
        ...BUNDLE_FILES.map((name) => path.join(__dirname, name)),
      ];
    },
  };
}

/** Where Codex is guarded: its settings here, and in the home those that hold which hooks a person trusts. */
function codexEntries(root: string, at: { home: string; environment: NodeJS.ProcessEnv }): Entry[] {
  const hooks = path.join(root, '.codex/hooks.json');
  if (!isArmed(readSmall(hooks))) return [];
  const home = at.environment.CODEX_HOME ?? path.join(at.home, '.codex');
  const entry = (file: string, protection: Protection): Entry => ({ path: file, protection, deep: false });
  return [
    entry(hooks, SETTINGS),
    entry(path.join(root, '.codex/config.toml'), SETTINGS),
    entry(path.join(home, 'hooks.json'), SETTINGS),
    entry(path.join(home, 'config.toml'), CLIENT),
  ];
}

const WATCHED_RECEIPTS = 20;

/** Editing a file in place leaves its folder as it was, so the newest receipts are watched one by one. */
function newestReceipts(repository: Repository): string[] {
  const folder = path.join(repository.evidence, 'receipts');
  try {
    const names = readdirSync(folder).sort().slice(-WATCHED_RECEIPTS);
    return names.map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** The present branch's results and approvals. */
function viewsOf(repository: Repository): string[] {
  const branch = readHead(repository)?.branch;
  if (!branch) return [];
  const folder = path.join(repository.root, 'develop', branch);
  try {
    const views = readdirSync(folder).filter((name) => matchesAny(`develop/${branch}/${name}`, WORK_VIEWS));
    return views.slice(0, WATCHED_RECEIPTS).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function fold(absolute: string): string {
  return path.normalize(absolute).toLowerCase();
}

function exists(folded: string, entries: readonly Entry[]): boolean {
  const entry = entries.find((candidate) => fold(candidate.path) === folded);
  try {
    lstatSync(entry?.path ?? folded);
    return true;
  } catch {
    return false;
  }
}

/**
 * Files of the client that capture reads: output (`…/tasks/<id>.output`, `…/tool-results/<id>.txt`), and the transcript
 * of Codex (`…/rollout-<time>-<id>.jsonl`), which holds exit codes.
 */
function isHostOutput(absolute: string): boolean {
  return /[\\/]tasks[\\/][^\\/]+\.output$|[\\/]\.claude[\\/]projects[\\/].*[\\/]tool-results[\\/]|[\\/]sessions[\\/].*[\\/]rollout-[^\\/]*\.jsonl$/.test(
    absolute,
  );
}

const MAX_LOOKED_AT = 2000;

/** An approval or captured result below a folder inside `develop/`, or in `develop/` below it. Bounded. */
function findView(folder: string, root: string): { path: string; protection: Protection } | null {
  const inside = path.relative(root, folder);
  if (inside.startsWith('..')) return null;
  const start = inside === '' || inside.split(path.sep)[0] !== 'develop' ? path.join(folder, 'develop') : folder;
  const queue = [start];
  for (let looked = 0; queue.length > 0 && looked < MAX_LOOKED_AT; looked++) {
    const at = queue.shift()!;
    let names: string[];
    try {
      names = readdirSync(at);
    } catch {
      continue;
    }
    for (const name of names) {
      const full = path.join(at, name);
      const relative = path.relative(root, full).split(path.sep).join('/').toLowerCase();
      if (matchesAny(relative, APPROVALS)) return { path: full, protection: APPROVAL };
      if (matchesAny(relative, RESULT_VIEWS)) return { path: full, protection: RESULTS };
      queue.push(full);
    }
  }
  return null;
}
