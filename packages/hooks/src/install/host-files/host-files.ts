import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '@flow/clients/adapter';
import { claudeCode } from '@flow/clients/claude-code/dialect';
import { codex } from '@flow/clients/codex/dialect';
import {
  GUARDED_TOOLS,
  GUARDED_WITH_READS,
  groupOf,
  type HandlerGroup,
  HOST_TIMEOUT_SECONDS,
  LAUNCHER_PATH,
  OBSERVED_TOOLS,
  OBSERVED_WITH_EDITS,
  REGISTRATIONS,
  type Registration,
} from '@flow/clients/registrations';
import { observesEdits, type Policy } from '@flow/core';
import { printable } from '@flow/engine/text/printable';
import { readState } from '@flow/evidence/disk/file-state';

/** The files that an installation writes for one client, and what doctor expects there. */
export interface HostFiles {
  adapter: Adapter;
  /** The client as people call it. */
  product: string;
  /** The file that registers hooks, relative to the repository. */
  settings: string;
  /** The events that are registered, in the order in which they are written. */
  registrations: readonly Registration[];
  groupOf(registration: Registration): HandlerGroup;
  /** The client shows a line of a command's choice, set in the same file. */
  hasStatusLine: boolean;
  /** The file of a project that the client takes into every session. */
  memory: 'CLAUDE.md' | 'AGENTS.md';
  /** The command that installs this client's part. */
  install: string;
}

const CLAUDE_CODE: HostFiles = {
  adapter: claudeCode,
  product: 'Claude Code',
  settings: '.claude/settings.json',
  registrations: REGISTRATIONS,
  groupOf,
  hasStatusLine: true,
  memory: 'CLAUDE.md',
  install: 'npx flow-hooks install',
};

const CODEX: HostFiles = {
  adapter: codex,
  product: 'Codex',
  settings: '.codex/hooks.json',
  registrations: [
    { event: 'SessionStart' },
    // Its matchers know no exclusion, so every call is judged.
    { event: 'PreToolUse', onFailure: 'block' },
    { event: 'PostToolUse', matcher: '^(Bash|apply_patch|mcp__.*)$' },
  ],
  groupOf: codexGroup,
  hasStatusLine: false,
  memory: 'AGENTS.md',
  install: 'npx flow-hooks install --host codex',
};

/** A shell line, as Codex knows no other form and tells no folder: hooks start where the session does. */
function codexGroup({ event, matcher, onFailure }: Registration): HandlerGroup {
  const start = `node "$(git rev-parse --show-toplevel)/${LAUNCHER_PATH}" ${event} --host codex`;
  // Codex lets a call pass whose hook fails, unless it leaves with 2 and says why on standard error.
  const command = onFailure === 'block' ? `${start} || exit 2` : start;
  return {
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'command', command, timeout: HOST_TIMEOUT_SECONDS }],
  };
}

/** The clients that can be installed; the first is the usual one. */
export const HOSTS: readonly HostFiles[] = [CLAUDE_CODE, CODEX];

/**
 * A client's files as a policy needs them: only where it has something to do there, the end of an edit is observed and a
 * reading call is guarded.
 */
export function fitted(host: HostFiles, policy: Policy): HostFiles {
  return withMatchers(host, observesEdits(policy), policy.sensitive.read !== 'off');
}

/** A client's files for whatever policy: the end of every edit is observed, and reading calls are guarded. */
export const widest = (host: HostFiles): HostFiles => withMatchers(host, true, true);

function withMatchers(host: HostFiles, edits: boolean, reads: boolean): HostFiles {
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
export function hostNamed(name: string): HostFiles | undefined {
  return HOSTS.find(({ adapter }) => adapter.name === name);
}

/** Says that no client has a name, and which names there are. */
export function unknownHost(name: string): string {
  const known = HOSTS.map(({ adapter }) => adapter.name).join(' or ');
  return `--host is ${known}, not ${printable(name).slice(0, 40)}.`;
}

/** The clients whose file in a work tree names our launcher. */
export function installedHosts(root: string): HostFiles[] {
  return HOSTS.filter(({ settings }) => {
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

/** The clients that are installed; the usual one where none is. */
export function hostsOf(root: string): HostFiles[] {
  const installed = installedHosts(root);
  return installed.length > 0 ? installed : [CLAUDE_CODE];
}
