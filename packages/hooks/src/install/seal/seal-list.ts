import { dirname, join } from 'node:path';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';

/** The places of a seal, all absolute. */
export interface SealPlaces {
  /** Nobody inside writes below these, and they have to be there: without one of them nothing runs. */
  closed: readonly string[];
  /** The same for places that may be missing. */
  closedIfThere: readonly string[];
  /** Stays writable within a closed place, where it is there. */
  open: readonly string[];
  /** Folders that nobody inside sees into. */
  hidden: readonly string[];
  /** Settings of the kernel, which a root without any capability writes as their owner: a program of the machine's starts by them. */
  kernel: readonly string[];
}

/**
 * Returns the words for bubblewrap that seal a command: what it starts sees the whole machine, writes everything but the
 * closed places, and finds the hidden folders empty. Each folder above such a place is a mount of its own, as whoever could
 * rename it would take the place away.
 */
export function sealWords({ closed, closedIfThere, open, hidden, kernel }: SealPlaces): string[] {
  const above = new Set([...closed, ...closedIfThere, ...hidden].flatMap(foldersAbove));
  return [
    ...['--unshare-user', '--disable-userns', '--unshare-pid', '--cap-drop', 'ALL'],
    ...['--dev-bind', '/', '/', '--proc', '/proc'],
    ...kernel.flatMap((path) => ['--ro-bind-try', path, path]),
    ...[...above].toSorted((a, b) => a.length - b.length).flatMap((folder) => ['--bind-try', folder, folder]),
    ...closed.flatMap((path) => ['--ro-bind', path, path]),
    ...closedIfThere.flatMap((path) => ['--ro-bind-try', path, path]),
    ...open.flatMap((path) => ['--bind-try', path, path]),
    ...hidden.flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
  ];
}

/**
 * Returns the profile for `sandbox-exec` of macOS (the language of its own profiles in `/usr/share/sandbox`) that seals the same
 * places. A rule that comes later wins; a folder above a closed place can be neither moved nor removed, as whoever could would
 * take the place away; and no application is asked to do it instead. Not run on a Mac yet.
 */
export function sealProfile({ closed, closedIfThere, open, hidden }: SealPlaces): string {
  const shut = [...closed, ...closedIfThere, ...hidden];
  const above = new Set(shut.flatMap(foldersAbove));
  const rule = (verb: string, kind: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [`(${verb}`, ...paths.map((path) => `  (${kind} ${literal(path)})`), ')'];
  return [
    '(version 1)',
    '(allow default)',
    '(deny appleevent-send)',
    ...rule('deny file-write*', 'subpath', [...closed, ...closedIfThere]),
    ...rule('allow file-write*', 'subpath', open),
    ...rule('deny file-read* file-write*', 'subpath', hidden),
    ...rule('deny file-write-unlink file-write-create', 'literal', [...above].toSorted()),
    '',
  ].join('\n');
}

/** Returns a path as a text of the profile's language. */
const literal = (path: string) => `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === dirname(above) ? [] : [...foldersAbove(above), above];
}

/** What a shell reads when it starts or ends, in a home: planted there, it would run outside. */
const SHELL_FILES = [
  '.bashrc',
  '.bash_aliases',
  '.bash_logout',
  '.bash_profile',
  '.bash_login',
  '.bash_completion',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.logout',
  '.config/fish',
];

/** Returns what is sealed for a repository. */
export function sealedPlaces(at: {
  root: string;
  commonDir: string;
  evidence: string;
  gitHooks: string;
  state: string;
  home: string;
  client: string;
  marks: string;
  /** Files of programs that are started outside: whoever wrote into one of a person's own would have it run there. */
  programs?: readonly string[];
  isRoot?: boolean;
}): SealPlaces {
  const project = join(at.root, '.claude');
  // A closed file is a mount, and so is each folder above it, which nobody can remove: a package manager has to be able to
  // remove all of `node_modules`, where a project may have a node of its own.
  const isOwn = (file: string) => isWithinFolder(file, at.home) && !isWithinFolder(file, at.root);
  return {
    closed: [at.evidence, at.state],
    closedIfThere: [
      at.gitHooks,
      join(at.commonDir, 'hooks'),
      project,
      join(at.root, '.codex'),
      at.client,
      join(at.home, '.config', 'git'),
      ...SHELL_FILES.map((name) => join(at.home, name)),
      ...(at.programs ?? []).filter(isOwn),
    ],
    open: [join(project, 'worktrees')],
    hidden: [join(at.state, 'keys'), at.marks],
    kernel: at.isRoot ? ['/proc/sys', '/sys'] : [],
  };
}
