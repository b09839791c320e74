import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from '@flow/clients/client';
import { CLIENT as copilot } from '@flow/clients/copilot/client';
import { CLIENT as droid } from '@flow/clients/droid/client';
import { CLIENT as gemini } from '@flow/clients/gemini/client';
import { CLIENT as opencode } from '@flow/clients/opencode/client';
import { CLIENT as qwen } from '@flow/clients/qwen/client';
import type { Environment } from './clean-environment.js';
import { CLIENT_PACKAGES, versionOf } from './client-versions.js';
import { installNamed } from './install-client.js';
import { startModelServer } from './model-server.js';
import { type ClientRun, finished } from './run-client.js';
import type { Script } from './script.js';
import type { TempRepo } from './temp-repo.js';
import { toolResults } from './tool-results.js';

/*
 * A file of its own for its importers (`@flow/test-kit/other-client`): the clients of `@flow/clients` bring 260 modules with them,
 * which each file of tests that imports the kit would load.
 */

/** A client other than Claude Code and Codex, whose session without a terminal is started as `doctor --try` starts it. */
export interface OtherClient {
  /** The package on npm, its version that the adapter is proven with (a canary names a newer one), and its program. */
  package: string;
  version: string;
  program: string;
  client: Client;
  /** Variables besides those of a trial. */
  environment?: Environment;
}

const of = (client: Client, variable: keyof typeof CLIENT_PACKAGES, more: Partial<OtherClient> = {}): OtherClient => ({
  ...{ package: CLIENT_PACKAGES[variable], version: versionOf(variable, client.measured!) },
  ...{ program: client.program, client },
  ...more,
});

/** It offers `apply_patch` in place of its file tools to models that are named like this. */
const PATCHING = { name: 'scripted', tool_call: true, limit: { context: 200_000, output: 8000 } };

export const OPENCODE = of(opencode, 'FLOW_OPENCODE_VERSION', {
  environment: {
    OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider: { anthropic: { models: { 'gpt-5-scripted': PATCHING } } } }),
  },
});

export const GEMINI_CLI = of(gemini, 'FLOW_GEMINI_CLI_VERSION');

export const COPILOT_CLI = of(copilot, 'FLOW_COPILOT_VERSION');

export const QWEN_CODE = of(qwen, 'FLOW_QWEN_CODE_VERSION');

export const DROID = of(droid, 'FLOW_DROID_VERSION');

/** Options of a session describe what the client does, and where. */
export interface RunOtherOptions {
  repo: TempRepo;
  script: Script;
  /** More words of the client. */
  args?: readonly string[];
  /** More variables. */
  environment?: Environment;
  /** Folder in which it starts. @default the repository's root */
  cwd?: string;
  /** Milliseconds until it is killed. @default 300000 */
  timeoutMs?: number;
}

/** Puts the person's files of a trial into the home, and returns the trial and what the client is started with. */
export function putTrial({ client, environment }: OtherClient, repo: TempRepo, url: string, cwd = repo.root) {
  const { trial, product } = client;
  if (typeof trial === 'string') throw new Error(`${product}: ${trial}`);
  const place = { directory: cwd, searchPath: repo.environment.PATH ?? '' };
  for (const [name, content] of Object.entries(trial.files?.(url, place) ?? {})) {
    const file = join(repo.home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  const temporary = join(repo.area, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const own: Environment = { ...repo.environment, TMPDIR: temporary, ...trial.environment(url), ...environment };
  return { trial, environment: own };
}

/**
 * Runs a session of a client against a scripted model, with nothing inherited and no key but a made-up one. Nobody trusts the folder
 * but by the words and variables that a test adds.
 */
export async function runOther(other: OtherClient, options: RunOtherOptions): Promise<ClientRun> {
  const { repo, script, args = [], cwd = repo.root, timeoutMs = 300_000 } = options;
  const executable = installNamed(other.package, other.version, other.program);
  const server = await startModelServer(script);
  try {
    const { trial, environment } = putTrial(other, repo, server.url, cwd);
    const env = { ...environment, ...options.environment };
    const run = await finished(executable, [...trial.words('please work'), ...args], { cwd, env, timeoutMs });
    return { ...run, requests: server.requests, toolResults: toolResults(server.requests) };
  } finally {
    await server.close();
  }
}
