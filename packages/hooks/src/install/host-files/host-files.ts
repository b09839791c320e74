import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Client } from '@flow/clients/client';
import { CLIENTS } from '@flow/clients/clients';
import {
  GUARDED_TOOLS,
  GUARDED_WITH_READS,
  LAUNCHER_PATH,
  OBSERVED_TOOLS,
  OBSERVED_WITH_EDITS,
  startedByName,
} from '@flow/clients/registrations';
import { observesEdits, type Policy } from '@flow/core';
import { printable } from '@flow/engine/text/printable';
import { readState } from '@flow/evidence/disk/file-state';
import { searchPath } from '@flow/evidence/environment';
import type { Environment } from '@flow/evidence/fast';

/**
 * A client's files as a policy needs them: only where it has something to do there, the end of an edit is observed and a
 * reading call is guarded.
 * @param isByName files are started by their names here, in clients that do
 */
export function fitted(host: Client, policy: Policy, isByName = false): Client {
  const matched = withMatchers(host, observesEdits(policy), policy.sensitive.read !== 'off');
  if (!isByName || !host.startsByName) return matched;
  return { ...matched, registrations: startedByName(matched.registrations, policy.front === 'posix') };
}

/**
 * `widest` returns a client's files for whatever policy: the end of every edit is observed, and reading calls are guarded.
 */
export const widest = (host: Client): Client => withMatchers(host, true, true);

function withMatchers(host: Client, edits: boolean, reads: boolean): Client {
  const matchers = new Map<string | undefined, string>();
  if (edits) matchers.set(OBSERVED_TOOLS, OBSERVED_WITH_EDITS);
  if (reads) matchers.set(GUARDED_TOOLS, GUARDED_WITH_READS);
  const registrations = host.registrations.map((one) => {
    const matcher = matchers.get(one.matcher);
    return matcher === undefined ? one : { ...one, matcher };
  });
  return { ...host, registrations };
}

/** The client of a name as it is written behind `--host`. */
export function hostNamed(name: string): Client | undefined {
  return CLIENTS.find(({ adapter }) => adapter.name === name);
}

/** The word for every client that the project or the person uses. */
const ALL = 'all';

/**
 * Reads what a person has asked for with `--host`: names with commas between them, or `all`.
 * @returns the clients, each once; the name that no client has as a text
 */
export function hostsAsked(names: string, root: string | null, environment: Environment): readonly Client[] | string {
  const found: Client[] = [];
  for (const name of names.split(',').map((one) => one.trim())) {
    const host = hostNamed(name);
    if (name === ALL) found.push(...usedHosts(root, environment));
    else if (host) found.push(host);
    else return name;
  }
  return [...new Set(found)];
}

/** Returns the clients of which the project or the person has a sign, or whose program is found; the usual one where there is none. */
export function usedHosts(root: string | null, environment: Environment): Client[] {
  const home = environment.HOME ?? environment.USERPROFILE ?? '';
  const folders = searchPath(environment).split(delimiter).filter(isAbsolute);
  const used = CLIENTS.filter(
    ({ signs, program }) =>
      (root !== null && signs.project.some((name) => existsSync(join(root, name)))) ||
      (home !== '' && signs.home.some((name) => existsSync(join(home, name)))) ||
      folders.some((folder) => ['', '.cmd', '.exe'].some((end) => existsSync(join(folder, `${program}${end}`)))),
  );
  return used.length > 0 ? used : CLIENTS.slice(0, 1);
}

/**
 * Returns the clients that an installation is for where nobody names one: those that are installed, else the usual one, unless only
 * others are used here: whoever has no Claude Code is not guarded by its files.
 */
export function hostsMeant(root: string, environment: Environment): Client[] {
  const installed = installedHosts(root);
  if (installed.length > 0) return installed;
  const used = usedHosts(root, environment);
  return used.includes(CLIENTS[0]!) ? CLIENTS.slice(0, 1) : used;
}

/** Returns the clients of which the project itself has a sign, and which are guarded neither by now nor with those that are meant. */
export function unguardedHosts(root: string | null, environment: Environment, meant: readonly Client[]): Client[] {
  if (root === null) return [];
  const there = [...installedHosts(root), ...meant];
  return usedHosts(root, environment).filter(
    (host) => !there.includes(host) && host.signs.project.some((name) => existsSync(join(root, name))),
  );
}

/** Says that no client has a name, and which names there are. */
export function unknownHost(name: string): string {
  return `--host is ${oneOf()}, several with commas between them, or all, not ${printable(name).slice(0, 40)}.`;
}

/** Says the same of the one client that `doctor` is to try. */
export const unknownClient = (name: string): string => `--try is ${oneOf()}, not ${printable(name).slice(0, 40)}.`;

function oneOf(): string {
  const names = CLIENTS.map(({ adapter }) => adapter.name);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Returns the clients whose file in a work tree names our launcher. */
export function installedHosts(root: string): Client[] {
  return CLIENTS.filter(({ settings }) => {
    const file = join(root, settings);
    if (!existsSync(file)) return false;
    try {
      return readState(file)?.bytes.toString('utf8').replaceAll('\\', '/').includes(LAUNCHER_PATH) ?? false;
    } catch {
      // What cannot be read names no launcher that could be taken out.
      return false;
    }
  });
}

/** Returns the clients that are installed; the usual one where none is. */
export function hostsOf(root: string): Client[] {
  const installed = installedHosts(root);
  return installed.length > 0 ? installed : CLIENTS.slice(0, 1);
}
