import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@flow/clients/client';
import { CLIENTS } from '@flow/clients/clients';
import {
  GUARDED_TOOLS,
  GUARDED_WITH_READS,
  LAUNCHER_PATH,
  OBSERVED_TOOLS,
  OBSERVED_WITH_EDITS,
} from '@flow/clients/registrations';
import { observesEdits, type Policy } from '@flow/core';
import { printable } from '@flow/engine/text/printable';
import { readState } from '@flow/evidence/disk/file-state';

/**
 * A client's files as a policy needs them: only where it has something to do there, the end of an edit is observed and a
 * reading call is guarded.
 */
export function fitted(host: Client, policy: Policy): Client {
  return withMatchers(host, observesEdits(policy), policy.sensitive.read !== 'off');
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

/** Says that no client has a name, and which names there are. */
export function unknownHost(name: string): string {
  const names = CLIENTS.map(({ adapter }) => adapter.name);
  return `--host is ${names.slice(0, -1).join(', ')} or ${names.at(-1)}, not ${printable(name).slice(0, 40)}.`;
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
