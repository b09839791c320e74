import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@flow/clients/client';
import { LAUNCHER_PATH } from '@flow/clients/registrations';
import { CHECKS, type Policy } from '@flow/core';
import { unreadFacts } from '@flow/engine/facts/unread-facts';
import { askGit, type HooksFolder, isSetToNothing } from '@flow/engine/places/git-hook';
import type { DetectedRunner, DetectedStack } from '@flow/engine/policy/presets/detect-stack';
import type { NamedTests } from '@flow/engine/policy/presets/unread-tests';
import { labelOf } from '@flow/engine/text/label';
import { byNameWords, unreadWords } from '@flow/engine/words/unread-words';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Environment, Repository } from '@flow/evidence/fast';
import { limitLine } from '../doctor/limits.js';
import { managersOf } from '../git-hooks/hook-managers.js';
import { installedHosts, unguardedHosts } from '../host-files/host-files.js';
import { HOST_ACCEPTS_COMMENTS } from '../host-files/settings-edit.js';

/** The facts that were found while an installation was planned. */
interface Found {
  repository: Repository;
  /** The folder in which git looks for hooks. */
  folder: HooksFolder;
  environment: Environment;
  hosts: readonly Client[];
  /** The clients whose settings contain comments. */
  commented: readonly Client[];
  stack: readonly DetectedStack[];
  runners: readonly DetectedRunner[];
  policy: Policy;
  /** Tests that no push asks for unless they are named. */
  unread: readonly NamedTests[];
  /** The project's names of tests that a push asks for by their runner. */
  byName: readonly NamedTests[];
  /** The configuration that is there or will be. */
  config: string | null;
  /** The configuration is written now, and names those tests. */
  isConfigNew: boolean;
  /** The configuration on disk names test commands that are not in force. */
  isHeld: boolean;
}

/**
 * Collects what a person has to know of an installation, the most urgent first: where it guards less than it seems, or
 * may be undone.
 */
export function notesOf(found: Found): string[] {
  return [
    ...runnerNotes(found),
    ...commentNotes(found),
    ...hooksFolderNotes(found),
    ...found.hosts.flatMap(trustNotes),
    ...startNotes(found),
    ...committedNotes(found),
    ...checkNotes(found),
    ...byNameNotes(found),
    ...unguardedNotes(found),
    ...found.hosts.flatMap(limitNotes),
  ];
}

function hooksFolderNotes({ repository, folder, environment }: Found): string[] {
  const label = labelOf(folder.path, repository.root, environment);
  const managers = managersOf(repository, folder);
  const files = managers.map(({ path }) => labelOf(path, repository.root, environment));
  const notes: string[] = [];
  if (isSetToNothing(repository, environment)) {
    notes.push(
      'core.hooksPath is set to an empty value, so git runs no hooks, including ours: `git config --unset core.hooksPath`.',
    );
  } else if (files.length > 0) {
    const names = [...new Set(managers.map(({ part }) => part))].join(' and ');
    notes.push(`${names} manages the git hooks; a call to flow was added to ${files.join(' and ')}.`);
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

/** Notes what has to be committed, and what must not be. */
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
  if (existsSync(packages) && !ask('check-ignore', 'node_modules') && ask('ls-files', '--', 'node_modules') === '') {
    // For git a link is a file, which a line with a slash at its end does not name.
    const line = lstatSync(packages).isSymbolicLink()
      ? 'node_modules (a link: without a slash behind it)'
      : 'node_modules/';
    notes.push(`git does not ignore node_modules here: add the line ${line} to .gitignore before you commit.`);
  }
  // Without it `npm install` brings nothing, and a teammate's launcher finds no program.
  if (/"@flow\//.test(readSmall(join(repository.root, 'package.json')) ?? '') && ask('status', '-s', 'package.json')) {
    notes.push('package.json lists this package: commit it too, so that teammates get the program.');
  }
  return notes;
}

/** Notes where a push asks for no tests, or not for all that are there. */
function runnerNotes({ stack, unread, policy, config, isConfigNew, isHeld }: Found): string[] {
  // They are named: what brings them into force is told instead.
  if (isHeld) return [];
  const facts = unreadFacts(unread, config ?? undefined);
  const known = stack.filter(({ command, isUnread }) => command !== null && !isUnread);
  const isPart = known.some(({ root }) => unread.every((one) => one.root !== root));
  // What counts of the configuration that was just written, and from when, is told with it.
  if (facts) return isConfigNew ? [] : [unreadWords({ ...facts, isPart }, 'person')];
  if (policy.suites.length > 0 || known.length > 0) return [];
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
    `A push also needs ${listed}, which this project configures. Not using ${names[0]} here? Add \`capture: { off: [${names[0]}] }\` to ${config ?? 'flow.config.yaml'}.`,
  ];
}

/** Notes what the project calls its tests, where a push asks for runners that are known. */
function byNameNotes({ byName, policy, config }: Found): string[] {
  const first = byName.find(({ isOther }) => isOther) ?? byName[0];
  if (!first || config !== null || policy.suites.length > 0) return [];
  return [byNameWords(first)];
}

/** Notes what cannot be enforced in a client. */
function limitNotes(client: Client): string[] {
  const line = limitLine(client);
  return line === null ? [] : [`${line} What each means: \`npx flow-hooks doctor\`.`];
}

/** Notes clients that the project is used with and that have no guard here. */
function unguardedNotes({ repository, environment, hosts }: Found): string[] {
  const missing = unguardedHosts(repository.root, environment, hosts);
  return missing.map(
    ({ product, install }) => `This project is used with ${product}, too, which is not guarded here: \`${install}\`.`,
  );
}

/** Notes what a person has to do in a client first. */
const trustNotes = ({ product, firstStep }: Client): string[] =>
  firstStep === undefined
    ? []
    : [`${product} IS NOT GUARDED YET: ${firstStep} The git hook and CI do not depend on this.`];

/**
 * Notes clients whose sessions in progress go on without the guard. They read their file of hooks as they start, so that taking it away
 * disarms no session, and adding it arms none; one that asks before its settings change reads them again.
 */
function startNotes({ repository, hosts }: Found): string[] {
  const there = installedHosts(repository.root);
  const fresh = hosts.filter((host) => !there.includes(host));
  const names = fresh.flatMap(({ product, adapter: { capabilities } }) =>
    capabilities.staysArmed && !capabilities.configChange ? [product] : [],
  );
  return names.map((name) => `A session of ${name} that runs by now has no guard: start it anew.`);
}
