import { posix } from 'node:path';
import { contentOf } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import type { Session, Shell } from '../state.js';
import { readJustfile } from '../tasks/justfile.js';
import { readMakefile } from '../tasks/makefile.js';
import type { TargetRunner } from '../tasks/target-runner.js';
import { readTaskfile } from '../tasks/taskfile.js';

const MAKE: TargetRunner = {
  kind: 'make',
  files: ['GNUmakefile', 'makefile', 'Makefile', 'BSDmakefile'],
  read: readMakefile,
  isUpwards: false,
  directory: /^(?:-C|--directory)$/,
  file: /^(?:-f|--file|--makefile)$/,
  valued: /^(?:-I|-o|-W|--include-dir|--old-file|--what-if)$/,
  bundle: /^(-[bBdeikLmrRsSw]+)([CEfIoW].*)$/s,
  tells: /^(?:-[a-zA-Z]*v|--version|--help|-h)$/,
  dry: /^(?:-[a-zA-Z]*[nqt]|--dry-run|--just-print|--recon|--question|--touch)$/,
};
const JUST: TargetRunner = {
  kind: 'just',
  files: ['justfile', 'Justfile', '.justfile'],
  read: readJustfile,
  isUpwards: true,
  directory: /^(?:-d|--working-directory)$/,
  file: /^(?:-f|--justfile)$/,
  sets: /^--set$/,
  valued: /^(?:--chooser|--shell|--shell-arg|--color|--dotenv-path|-E|--dotenv-filename)$/,
  tells:
    /^(?:-n|--dry-run|-l|--list|-s|--show|--summary|--fmt|--dump|--evaluate|--completions|--variables|--groups|-e|--edit|--init|--man|--changelog|-V|--version|-h|--help|--usage)$/,
};
const TASK: TargetRunner = {
  kind: 'task',
  files: ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml', 'Taskfile.dist.yml', 'Taskfile.dist.yaml'],
  read: readTaskfile,
  isUpwards: true,
  directory: /^(?:-d|--dir)$/,
  file: /^(?:-t|--taskfile)$/,
  valued: /^(?:-C|--concurrency|-o|--output|-I|--interval)$/,
  tells: /^(?:-n|--dry|-l|--list|-a|--list-all|--summary|--status|--init|-i|--completion|--version|-h|--help)$/,
};

/** Runners of targets carry out the recipes of a file. */
export const make: ProgramFile = {
  'make, gmake, bmake, mingw32': { targets: MAKE },
  just: { targets: JUST },
  'task, go-task': { targets: TASK },
  earthly: { sources: () => ['Earthfile'] },
  bazel: { sources: bazelFiles },
};

/** `bazel run //tools:release`: the build file of that folder and the scripts that it names. */
function bazelFiles(words: readonly string[], session: Session, shell: Shell): readonly string[] {
  if (words[0] !== 'run') return [];
  const label = /^\/\/([^:]*):?(.*)$/.exec(words.find((word) => word.startsWith('//')) ?? '');
  if (label === null) return [];
  const folder = label[1] ?? '';
  const build = ['BUILD', 'BUILD.bazel'].map((name) => posix.join(folder, name));
  const sources = build.flatMap((name) => [
    ...(contentOf(session, shell, name) ?? '').matchAll(/"([\w./-]+\.(?:sh|py))"/g),
  ]);
  return sources.map((match) => posix.join(folder, match[1] ?? ''));
}
