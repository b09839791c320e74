import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS, isWithin, type Policy } from '@flow/core';
import type { Environment, Repository } from '@flow/evidence/fast';
import { readSmall } from '../../disk/read-small.js';
import { limitsOf } from '../doctor/limits.js';
import { askGit, type HooksFolder, isSetToNothing } from '../git-hooks/git-hook.js';
import { managersOf } from '../git-hooks/hook-managers.js';
import type { HostFiles } from '../host-files/host-files.js';
import { LAUNCHER_PATH } from '../host-files/matchers.js';
import { HOST_ACCEPTS_COMMENTS } from '../host-files/settings-edit.js';
import type { DetectedRunner, DetectedStack } from '../project/detect-stack.js';
import type { NamedTests } from '../project/unread-tests.js';
import { labelOf } from './label.js';

/** What was found while an installation was planned. */
interface Found {
  repository: Repository;
  /** Where git looks for hooks. */
  folder: HooksFolder;
  environment: Environment;
  hosts: readonly HostFiles[];
  /** The clients whose settings contain comments. */
  commented: readonly HostFiles[];
  stack: readonly DetectedStack[];
  runners: readonly DetectedRunner[];
  policy: Policy;
  /** Tests that no push asks for unless they are named. */
  unread: readonly NamedTests[];
  /** The configuration that is there or will be. */
  config: string | null;
  /** It is written now, and names those tests. */
  isConfigNew: boolean;
}

/** What a person has to know of an installation: where it may be undone, or guards less than it seems. */
export function notesOf(found: Found): string[] {
  return [
    ...hooksFolderNotes(found),
    ...commentNotes(found),
    ...committedNotes(found),
    ...runnerNotes(found),
    ...checkNotes(found),
    ...found.hosts.flatMap(limitNotes),
  ];
}

function hooksFolderNotes({ repository, folder, environment }: Found): string[] {
  const label = labelOf(folder.path, repository.root, environment);
  const files = managersOf(repository, folder).map(({ path }) => labelOf(path, repository.root, environment));
  const notes: string[] = [];
  if (isSetToNothing(repository, environment)) {
    notes.push(
      'core.hooksPath is set to an empty value, so git runs no hooks, including ours: `git config --unset core.hooksPath`.',
    );
  } else if (files.length > 0) {
    notes.push(`Another tool owns the git hooks here; it calls ours through ${files.join(' and ')}.`);
  } else if (folder.inWorkTree) {
    notes.push(
      `git runs hooks from ${label}, inside the worktree (core.hooksPath). A tool that rewrites that folder removes the push guard: run \`npx flow-hooks install\` afterwards, or \`npx flow-hooks doctor\` to check.`,
    );
  }
  if (folder.shared) {
    notes.push(
      `git runs hooks from ${label}, which other repositories share (core.hooksPath). Only this one is judged there.`,
    );
  }
  return notes;
}

const commentNotes = ({ commented }: Found): string[] =>
  (HOST_ACCEPTS_COMMENTS ? [] : commented).map(
    ({ settings, product }) =>
      `${settings} contains comments. They are kept, but ${product} reads strict JSON and ignores the whole file, including our hooks: only the git hook is armed until you remove them.`,
  );

/** What has to be committed, and what must not be. */
function committedNotes({ repository, environment, hosts }: Found): string[] {
  const ask = (...words: string[]) => askGit(repository.root, words, environment);
  const notes: string[] = [];
  if (ask('check-ignore', LAUNCHER_PATH, ...hosts.map(({ settings }) => settings))) {
    notes.push(
      'git ignores .claude/ here, so only you are guarded: teammates get the guard only if its files are committed.',
    );
  }
  const packages = join(repository.root, 'node_modules');
  // Where nothing else comes from npm, nobody has told git of it yet, and `git add -A` would commit it.
  if (existsSync(packages) && !ask('check-ignore', 'node_modules/') && ask('ls-files', '--', 'node_modules/') === '') {
    notes.push('git does not ignore node_modules/ here: add that line to .gitignore before you commit.');
  }
  // Without it `npm install` brings nothing, and a teammate's launcher finds no program.
  if (/"@flow\//.test(readSmall(join(repository.root, 'package.json')) ?? '') && ask('status', '-s', 'package.json')) {
    notes.push('package.json lists this package: commit it too, so that teammates get the program.');
  }
  return notes;
}

/** Where a push asks for no tests, or not for all that are there. */
function runnerNotes({ stack, unread, policy, config, isConfigNew }: Found): string[] {
  const isNamed = ({ root }: NamedTests) => policy.suites.some((suite) => isWithin(root, suite.root));
  const open = unread.filter((one) => !isNamed(one));
  if (open.length > 0) {
    if (isConfigNew) return [];
    const shown = open.slice(0, 3).map(({ root, command }) => `\`${command}\`${root === '.' ? '' : ` in ${root}`}`);
    const more = open.length > shown.length ? ` and ${open.length - shown.length} more` : '';
    const example = JSON.stringify({ suites: open.slice(0, 3) });
    const way =
      config === null ? 'run `npx flow-hooks install --config`, which names it' : `add to ${config}: ${example}`;
    return [
      `No push asks for ${shown.join(', ')}${more}: no preset knows that runner. To have a push ask for its exit code, ${way}, then run \`npx flow-hooks apply\`.`,
    ];
  }
  if (policy.suites.length > 0 || stack.some(({ command, isUnread }) => command !== null && !isUnread)) return [];
  return [
    `No test runner was found, so pushes are allowed, with a notice. One that you add later is found without another install. If your tests run in another way, name the command under \`suites\` in ${config ?? 'flow.config.yaml: npx flow-hooks install --config'}`,
  ];
}

/** Linters and type checkers that a push needs, which nobody has asked for by name. */
function checkNotes({ runners, policy, config }: Found): string[] {
  const needed = runners.filter(
    ({ question }) => question !== 'test' && (policy.push.checks?.[question] ?? CHECKS[question]) === 'block',
  );
  if (needed.length === 0) return [];
  const names = needed.map(({ id }) => id);
  const listed = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  return [
    `A push also needs ${listed}, which this project configures. One that you do not run here is left out by \`capture: { off: [${names[0]}] }\` in ${config ?? 'flow.config.yaml'}.`,
  ];
}

/** What cannot be enforced in a client, and what a person has to do there first. */
function limitNotes({ product, adapter: { capabilities } }: HostFiles): string[] {
  const limits = limitsOf(capabilities).map(({ text }) => `NOT ENFORCED in ${product}: ${text}`);
  if (capabilities.armedByFile) return limits;
  return [
    ...limits,
    `${product} IS NOT GUARDED YET: start it here, review its hooks with /hooks and trust them. Until then it silently skips them, and it asks again after each change. The git hook and CI do not depend on this.`,
  ];
}
