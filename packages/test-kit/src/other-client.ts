import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from './clean-environment.js';
import { installNamed } from './install-client.js';
import { startModelServer } from './model-server.js';
import { type ClientRun, finished, NO_KEY } from './run-client.js';
import type { Script } from './script.js';
import type { TempRepo } from './temp-repo.js';
import { toolResults } from './tool-results.js';

/** A client other than Claude Code and Codex, as a session of it without a terminal is started. */
export interface OtherClient {
  /** The package on npm, its version that the adapter is proven with, and its program. */
  package: string;
  version: string;
  program: string;
  /** Words behind the program, so that it asks nobody about a call. */
  words(prompt: string): string[];
  /** Variables by which it speaks to the scripted model alone. */
  environment(url: string): Environment;
  /** Files of the person, by their paths in the home. */
  files(url: string): Readonly<Record<string, object>>;
}

export const OPENCODE: OtherClient = {
  package: 'opencode-ai',
  version: '1.18.33',
  program: 'opencode',
  words: (prompt) => ['run', prompt],
  // Without `npm_config_offline` it waits over a minute for packages at its first start.
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: 'true',
    OPENCODE_DISABLE_MODELS_FETCH: 'true',
    OPENCODE_DISABLE_LSP_DOWNLOAD: 'true',
    npm_config_offline: 'true',
  }),
  files(url) {
    const model = { name: 'scripted', tool_call: true, limit: { context: 200_000, output: 8000 } };
    // It offers `apply_patch` in place of its file tools to models that are named like this.
    const models = { scripted: model, 'gpt-5-scripted': model };
    const anthropic = { options: { baseURL: `${url}/v1`, apiKey: NO_KEY }, models };
    const usual = 'anthropic/scripted';
    const config = {
      model: usual,
      small_model: usual,
      provider: { anthropic },
      permission: { external_directory: 'allow' },
    };
    return { '.config/opencode/opencode.json': config };
  },
};

export const GEMINI_CLI: OtherClient = {
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: 'gemini',
  words: (prompt) => ['-p', prompt, '-m', 'gemini-2.5-pro', '--approval-mode', 'yolo'],
  environment: (url) => ({
    GEMINI_API_KEY: NO_KEY,
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  files: () => ({ '.gemini/settings.json': { security: { auth: { selectedType: 'gemini-api-key' } } } }),
};

/** It needs no account where the model is one's own. Hooks of a repository run with `--trust-folder` alone, as nobody is asked. */
export const COPILOT_CLI: OtherClient = {
  package: '@github/copilot',
  version: '1.0.102',
  program: 'copilot',
  words: (prompt) => ['-p', prompt, '--allow-all-tools', '--allow-all-paths', '--disable-builtin-mcps', '--no-color'],
  environment: (url) => ({
    COPILOT_PROVIDER_BASE_URL: url,
    COPILOT_PROVIDER_TYPE: 'anthropic',
    COPILOT_PROVIDER_API_KEY: NO_KEY,
    // A name of Claude's gives it `create` and `edit`, one of GPT-5's `apply_patch`.
    COPILOT_MODEL: 'claude-sonnet-4.5',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  files: () => ({}),
};

export const QWEN_CODE: OtherClient = {
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  program: 'qwen',
  words: (prompt) => ['-p', prompt, '--approval-mode', 'yolo'],
  environment: (url) => ({
    ANTHROPIC_API_KEY: NO_KEY,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_MODEL: 'scripted',
    QWEN_CODE_NO_RELAUNCH: 'true',
  }),
  files: () => ({ '.qwen/settings.json': { security: { auth: { selectedType: 'anthropic' } } } }),
};

/** Its program is in a package of the platform. With a model of one's own, and no service, it needs no account. */
export const DROID: OtherClient = {
  package: `@factory/cli-${process.platform}-${process.arch}`,
  version: '0.225.2',
  program: 'droid',
  words: (prompt) => ['exec', '--skip-permissions-unsafe', '-m', 'custom:scripted-0', prompt],
  environment: (url) => ({
    FACTORY_API_KEY: 'fk-not-a-key',
    FACTORY_API_BASE_URL: url,
    FACTORY_AIRGAP_ENABLED: 'true',
    FACTORY_DISABLE_KEYRING: 'true',
  }),
  files(url) {
    const named = { model: 'scripted', id: 'custom:scripted-0', index: 0, displayName: 'scripted' };
    const spoken = { baseUrl: url, apiKey: NO_KEY, provider: 'anthropic', maxOutputTokens: 8000 };
    return { '.factory/settings.json': { customModels: [{ ...named, ...spoken }] } };
  },
};

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
  /** Milliseconds until it is killed. @default 180000 */
  timeoutMs?: number;
}

/** Runs a session of a client against a scripted model, with nothing inherited and no key but a made-up one. */
export async function runOther(client: OtherClient, options: RunOtherOptions): Promise<ClientRun> {
  const { repo, script, args = [], cwd = repo.root, timeoutMs = 180_000 } = options;
  const executable = installNamed(client.package, client.version, client.program);
  const server = await startModelServer(script);
  try {
    for (const [name, content] of Object.entries(client.files(server.url))) {
      const file = join(repo.home, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(content));
    }
    const temporary = join(repo.area, 'tmp');
    mkdirSync(temporary, { recursive: true });
    const env = { ...repo.environment, TMPDIR: temporary, ...client.environment(server.url), ...options.environment };
    const run = await finished(executable, [...client.words('please work'), ...args], { cwd, env, timeoutMs });
    return { ...run, requests: server.requests, toolResults: toolResults(server.requests) };
  } finally {
    await server.close();
  }
}
