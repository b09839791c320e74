import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cleanEnvironment } from './clean-environment.js';
import { versionOf } from './client-versions.js';

/** The client version that the real-client suite is proven with; a canary names a newer one. */
export const CLIENT_VERSION = versionOf('FLOW_CLAUDE_CODE_VERSION', '2.1.332');

/** The newest client without an event before shell commands in the texts of skills. */
export const CLIENT_WITHOUT_SKILL_EVENT = '2.1.331';

/** Certificates and proxies of the machine, without which npm may not reach the registry. */
const networkVariables = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy|npm_config_\w+)$/i;

/**
 * Installs the real client from npm into `folder` with a home of its own, and returns its executable. A complete
 * installation is reused; an interrupted one is made again. Throws when npm fails or no executable answers with the
 * version.
 */
export function installClient(version = CLIENT_VERSION, folder = join(tmpdir(), `flow-client-${version}`)): string {
  return installed(`@anthropic-ai/claude-code@${version}`, folder, () => executableIn(folder, version));
}

/** The version of Codex CLI that its adapter is proven with; a canary names a newer one. */
export const CODEX_VERSION = versionOf('FLOW_CODEX_VERSION', '0.169.0');

/** Installs Codex CLI into a folder, once. */
export function installCodex(version = CODEX_VERSION, folder = join(tmpdir(), `flow-codex-${version}`)): string {
  return installed(`@openai/codex@${version}`, folder, () => codexIn(folder, version));
}

/**
 * Installs a client by its package, once.
 * @param bin the program of the package
 */
export function installNamed(name: string, version: string, bin: string): string {
  const folder = join(tmpdir(), `flow-client-${name.replace(/\W+/g, '-')}-${version}`);
  // The package of a platform may name no program, and bring one.
  const places = ['.bin', join(name, 'bin')].map((at) => join(folder, 'node_modules', at, bin));
  return installed(`${name}@${version}`, folder, () => places.find((place) => existsSync(place)));
}

function installed(client: string, folder: string, find: () => string | undefined): string {
  const there = find();
  if (there !== undefined) return there;
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  try {
    install(client, fresh);
    put(fresh, folder, find);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  const executable = find();
  if (executable === undefined) throw new Error(`no ${client} in ${folder}`);
  return executable;
}

/**
 * Puts a fresh installation in its folder; another test file may have been faster, and may run what it installed: only
 * what is not whole goes.
 */
function put(fresh: string, folder: string, find: () => string | undefined): void {
  try {
    renameSync(fresh, folder);
  } catch {
    if (find() !== undefined) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  }
}

/** Returns the binary of the platform's own package. */
function codexIn(folder: string, version: string): string | undefined {
  const scope = join(folder, 'node_modules', '@openai');
  const platforms = existsSync(scope) ? readdirSync(scope).filter((name) => name.startsWith('codex-')) : [];
  const candidates = platforms.flatMap((name) => {
    const vendor = join(scope, name, 'vendor');
    return existsSync(vendor) ? readdirSync(vendor).map((triple) => join(vendor, triple, 'bin', 'codex')) : [];
  });
  return candidates.find((path) => existsSync(path) && answers(path, `codex-cli ${version}`));
}

/**
 * The package's postinstall puts the platform's binary in its place; where npm does not run install scripts, the binary
 * is in the platform's own package only.
 */
function executableIn(folder: string, version: string): string | undefined {
  const scope = join(folder, 'node_modules', '@anthropic-ai');
  const platforms = existsSync(scope) ? readdirSync(scope).filter((name) => name.startsWith('claude-code-')) : [];
  const candidates = [
    join(scope, 'claude-code', 'bin', 'claude.exe'),
    ...platforms.map((name) => join(scope, name, 'claude')),
  ];
  return candidates.find((path) => existsSync(path) && answers(path, `${version} (`));
}

/**
 * Installs a client by a single npm run, whose home lies in the installation's folder. The user's npm settings
 * (registry, CA) still hold.
 */
function install(client: string, folder: string): void {
  const home = join(folder, 'home');
  mkdirSync(home);
  const network = Object.fromEntries(Object.entries(process.env).filter(([name]) => networkVariables.test(name)));
  const userSettings = join(process.env.HOME ?? '', '.npmrc');
  const env = {
    ...network,
    ...cleanEnvironment(home),
    ...(existsSync(userSettings) ? { npm_config_userconfig: userSettings } : {}),
  };
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', client];
  const run = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8', timeout: 280_000 });
  if (run.error !== undefined) throw run.error;
  if (run.status !== 0) throw new Error(`npm install ${client}: exit code ${run.status}\n${run.stderr}`);
}

/** `claude --version` prints "2.1.332 (Claude Code)", `codex --version` "codex-cli 0.169.0". */
function answers(executable: string, beginning: string): boolean {
  const run = spawnSync(executable, ['--version'], { env: cleanEnvironment(tmpdir()), encoding: 'utf8' });
  return run.status === 0 && run.stdout.startsWith(beginning);
}
