import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRecord } from '@flow/core/record';
import { load } from '@flow/engine/load';
import { HOOK_NAMES, type HookName, type HooksFolder } from '@flow/engine/places/git-hook';
import { callCommand, callsOurs, withCall, withoutCall } from '@flow/engine/places/hook-call';
import type * as Config from '@flow/engine/policy/config';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Repository } from '@flow/evidence/fast';
import { applyEdits, modify, parse } from 'jsonc-parser';

/** The reader of YAML, which lies in a bundle of its own. */
const yaml = () => load<typeof Config>('config');

/** A file of a hook manager, in which it is told to call our hooks. */
export interface ManagerFile {
  part: 'husky' | 'lefthook' | 'simple-git-hooks';
  /** Absolute. */
  path: string;
  /** The text with our calls; null when it cannot be changed so. */
  add(text: string | null): string | null;
  /** Tells whether the manager's files already make git call us through it, without a hook of ours in git's folder. */
  serves(name: HookName, installed: string): boolean;
  /** The file that the manager makes on each machine for git to run, absolute, where that is another file. */
  runBy?: string;
}

/** The command that makes the files that husky 9 lets git run. */
export const SET_UP_HUSKY = 'npx husky';

/** Returns the managers that rewrite git's hooks in a repository, by their own files. */
export function managersOf(repository: Repository, folder: HooksFolder): ManagerFile[] {
  return [...husky(folder), ...lefthook(repository), ...simpleGitHooks(repository)];
}

/**
 * `husky` finds the scripts of husky: git runs generated scripts in `.husky/_`, which run the project's own in `.husky`.
 * Before version 9 git runs the latter itself.
 */
function husky({ path, inWorkTree }: HooksFolder): ManagerFile[] {
  const own = basename(path) === '_' ? dirname(path) : path;
  if (!inWorkTree || basename(own) !== '.husky') return [];
  return HOOK_NAMES.map((name) => ({
    part: 'husky',
    path: join(own, name),
    add: (text) => withCall(text ?? '', name),
    serves: (asked) => asked === name,
    ...(own !== path && { runBy: join(path, name) }),
  }));
}

const LEFTHOOK = ['lefthook', '.lefthook', '.config/lefthook'];
const FORMATS = ['yml', 'yaml', 'json', 'jsonc', 'toml'];

/**
 * `lefthook` finds the files of lefthook: what is one person's own stands in `lefthook-local`, beside the project's file.
 */
function lefthook({ root }: Repository): ManagerFile[] {
  const name = LEFTHOOK.find((one) => FORMATS.some((format) => existsSync(join(root, `${one}.${format}`))));
  if (name === undefined) return [];
  const present = FORMATS.map((format) => join(root, `${name}-local.${format}`)).find((path) => existsSync(path));
  return [
    {
      part: 'lefthook',
      path: present ?? join(root, `${name}-local.yml`),
      add: addToLefthook,
      serves: (_, installed) => /\blefthook\b/.test(installed),
    },
  ];
}

const OURS = 'flow-hooks';

function addToLefthook(text: string | null): string | null {
  const document = yaml().parseDocument(text ?? '');
  if (document.errors.length > 0 || (document.contents !== null && !yaml().isMap(document.contents))) return null;
  for (const name of HOOK_NAMES) {
    const run = callCommand(name, name === 'pre-push' ? " '{1}' '{2}'" : '');
    const command = name === 'pre-push' ? { run, use_stdin: true } : { run };
    if (JSON.stringify(document.getIn([name, 'commands', OURS], false)) === JSON.stringify(command)) continue;
    document.setIn([name, 'commands', OURS], document.createNode(command));
  }
  const after = document.toString({ lineWidth: 0 });
  return text !== null && sameData(text, after) ? text : after;
}

/** Comments and layout aside. */
const sameData = (one: string, other: string) =>
  JSON.stringify(yaml().parseDocument(one).toJS()) === JSON.stringify(yaml().parseDocument(other).toJS());

const DATA_FILES = ['.simple-git-hooks.json', 'simple-git-hooks.json', 'package.json'];
const CODE_FILES = ['.simple-git-hooks', 'simple-git-hooks'].flatMap((name) =>
  ['cjs', 'js', 'mjs'].map((kind) => `${name}.${kind}`),
);

/**
 * `simpleGitHooks` finds the file of simple-git-hooks: hooks are commands in a JSON file; a configuration that is a program
 * is left alone.
 */
function simpleGitHooks({ root }: Repository): ManagerFile[] {
  if (CODE_FILES.some((name) => existsSync(join(root, name)))) return [];
  const name = DATA_FILES.find((one) =>
    one === 'package.json' ? configuredIn(join(root, one)) : existsSync(join(root, one)),
  );
  if (name === undefined) return [];
  return [
    {
      part: 'simple-git-hooks',
      path: join(root, name),
      add: (text) => (text === null ? null : editCommands(text, withCall)),
      serves: (hook, installed) => callsOurs(installed, hook),
    },
  ];
}

function configuredIn(file: string): boolean {
  try {
    return isRecord((parse(readSmall(file) ?? '') as Record<string, unknown> | undefined)?.['simple-git-hooks']);
  } catch {
    return false;
  }
}

/** Changes the commands of both hooks in a JSON text; null when there is nothing that can be changed. */
function editCommands(text: string, change: (command: string, name: HookName) => string): string | null {
  const data = parse(text) as unknown;
  if (!isRecord(data)) return null;
  const inside = isRecord(data['simple-git-hooks']);
  const commands = inside ? (data['simple-git-hooks'] as Record<string, unknown>) : data;
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: '\n' };
  let result = text;
  for (const name of HOOK_NAMES) {
    const command = commands[name] ?? '';
    if (typeof command !== 'string') return null;
    const next = change(command, name);
    if (next === command) continue;
    const place = inside ? ['simple-git-hooks', name] : [name];
    result = applyEdits(result, modify(result, place, next === '' ? undefined : next, { formattingOptions }));
  }
  return result;
}

/** A manager's file without our calls, whatever else was changed in it. */
export function withoutManagerCalls(part: ManagerFile['part'], text: string): string {
  switch (part) {
    case 'husky':
      return withoutCall(text);
    case 'simple-git-hooks':
      return editCommands(text, withoutCall) ?? text;
    case 'lefthook': {
      const document = yaml().parseDocument(text);
      for (const name of HOOK_NAMES) {
        if (!document.hasIn([name, 'commands', OURS])) continue;
        document.deleteIn([name, 'commands', OURS]);
        for (const place of [[name, 'commands'], [name]]) {
          const left = document.getIn(place);
          if (yaml().isMap(left) && left.items.length === 0) document.deleteIn(place);
        }
      }
      const after = document.toString({ lineWidth: 0 });
      if (sameData(text, after)) return text;
      return yaml().isMap(document.contents) && document.contents.items.length === 0 ? '' : after;
    }
  }
}
