import { LAUNCHER_PATH, SHEBANG } from '@flow/clients/registrations';
import { LAUNCHER_MARK, LAUNCHER_MARKS } from './own-products.js';

/**
 * Source of `.claude/hooks/flow.cjs`, the one file of the guard that a repository carries: plain CommonJS for
 * Node 20, no dependency. It finds the program (the per-user bundle of its version, else the package) and runs it;
 * with neither it refuses only what looks like a push or a protected write, so that nobody is locked out.
 * The program is loaded as if it asked for itself: for a file of the project Node would read the project's `package.json`
 * first, and neither half a merge nor a named pipe in its place may keep the guard from starting.
 * Formatters and linters pass over it: one run over a whole project would change a protected file, and what they found in
 * it nobody there could mend.
 * Without an event it does nothing: so it is started by a client that reads another one's file and drops the words behind a command.
 * What a front has read of an event lies behind descriptor 3, with a line end more (see `frontSource`).
 * The state folder follows the same rule as `stateFolder` of `@flow/evidence`; a test keeps them together.
 */
export function launcherSource(version: string): string {
  return `${SHEBANG}
${LAUNCHER_MARK} ${version}. Written by \`flow-hooks install\`; edits are refused and undone there.
// biome-ignore-all lint: ours
/* eslint-disable */
// prettier-ignore
// biome-ignore format: ours
(() => {
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const VERSION = ${JSON.stringify(version)};
const env = process.env;
const event = process.argv[2];
if (event === undefined) return;
const isBefore = /^(Pre[TS]|BeforeT)/.test(event);
// Clients read JSON of another one's as no opinion, or lose the reason over it: they get exit code and standard error alone.
const isOther = process.argv.includes('--host');

function stateFolder() {
  const { XDG_STATE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, 'flow');
  if (process.platform === 'win32' && local && path.isAbsolute(local)) return path.join(local, 'flow');
  let home = env.HOME || env.USERPROFILE;
  if (!home || !path.isAbsolute(home)) home = require('node:os').homedir();
  return path.join(home, '.local', 'state', 'flow');
}

const project = path.resolve(__dirname, '..', '..');
const found = [
  path.join(stateFolder(), 'bundles', VERSION, 'hook.cjs'),
  path.join(project, 'node_modules/@flow/hooks/dist/hook.cjs'),
  // Package managers that link keep what a package depends on beside it, where it lies.
  path.join(real(path.join(project, 'node_modules/@flow/cli')), '../hooks/dist/hook.cjs'),
].find(fs.existsSync);

function real(file) {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}

if (found) {
  try {
    module.constructor.createRequire(found)(found);
  } catch (error) {
    const text = 'flow-hooks: the guard at ' + found + ' does not start (' + String(error && error.message).slice(0, 300) +
      '). Run \`' + program() + ' install\` to put it back, \`' + program() + ' doctor\` to see what is wrong.';
    if (isBefore) deny(text);
    else leave('', text, event === 'ConfigChange' ? 2 : 0);
  }
} else withoutGuard();

function withoutGuard() {
  const first = manager() ? '\`' + manager() + ' install\` in the project, then ' : '';
  const help = 'Run ' + first + '\`' + program() + ' install\`.';
  if (event === 'SessionStart') {
    const text = 'flow-hooks: the guard is NOT armed here, its program ' + VERSION + ' is not on this machine. ' + help;
    const hookSpecificOutput = { hookEventName: event, additionalContext: text + ' Until then pushes are refused.' };
    leave(JSON.stringify({ systemMessage: text, hookSpecificOutput }), '', 0);
  } else if (isBefore && looksDangerous(readInput())) {
    deny('flow-hooks: refused, as it looks like a push or a write to a protected file, and the guard that could tell ' +
      'is not on this machine. ' + help);
  } else if (event === 'statusline') leave('flow broken', '', 0);
}

function read(name) {
  try {
    return fs.readFileSync(path.join(project, name), 'utf8').slice(0, 1e6);
  } catch {
    return '';
  }
}

// Who brings the program with what the project depends on; nobody where it does not name it.
function manager() {
  const manifest = read('package.json');
  if (!manifest.includes('"@flow/')) return '';
  const named = /"packageManager"\\s*:\\s*"(npm|pnpm|yarn|bun)[@"]/.exec(manifest);
  if (named) return named[1];
  const locks = [['pnpm-lock.yaml', 'pnpm'], ['yarn.lock', 'yarn'], ['bun.lock', 'bun'], ['bun.lockb', 'bun']];
  return (locks.find(([file]) => fs.existsSync(path.join(project, file))) || ['', 'npm'])[1];
}

// Never a name that a package manager would fetch: without a scope, it is anybody's.
function program() {
  const start = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' }[manager()];
  if (start) return start + ' flow-hooks';
  const folders = (env.PATH || env.Path || '').split(path.delimiter);
  const names = process.platform === 'win32' ? ['flow-hooks.cmd', 'flow-hooks.exe'] : ['flow-hooks'];
  const isThere = folders.some((at) => path.isAbsolute(at) && names.some((one) => fs.existsSync(path.join(at, one))));
  return isThere ? 'flow-hooks' : 'npx --yes --package @flow/hooks@' + VERSION + ' flow-hooks';
}

function readInput() {
  const chunks = /\\./.test(env.FLOW_FRONT) ? [fs.readFileSync(3).subarray(0, -1)] : [];
  let size = 0;
  while (size <= 8388608) {
    const chunk = Buffer.alloc(65536);
    let count;
    try {
      count = fs.readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      if (error.code === 'EAGAIN') continue;
      if (error.code !== 'EOF') return null;
    }
    if (!count) return Buffer.concat(chunks).toString();
    chunks.push(chunk.subarray(0, count));
    size += count;
  }
  return null;
}

function looksDangerous(raw) {
  let call;
  try {
    call = JSON.parse(raw);
  } catch {
    return true;
  }
  const input = call && call.tool_input;
  if (typeof input !== 'object' || input === null) return true;
  const tool = String(call.tool_name);
  if (/^(Agent|Task|Skill)$/.test(tool)) return false;
  const patch = tool === 'apply_patch' && String(input.command || input.patchText).match(/^\\s*\\*{3}.*/gm);
  const file = patch || /^((Multi|Notebook)?Edit|Write|write_file|replace)$/i.test(tool);
  const told = patch || (file ? [input.file_path, input.filePath, input.notebook_path] : 'command' in input ? input.command : input);
  const cwd = String(call.cwd || project).replace(/[\\\\/]+/g, '/').toLowerCase();
  const text = JSON.stringify(told).toLowerCase().replace(/[\\\\/]+/g, '/').split(cwd + '/').join('');
  if (/\\.(claude|codex|gemini|opencode)\\/|opencode\\.json|\\.git\\/|(^|[^\\w@-])flow\\/|-results|\\.approved/.test(text)) return true;
  return !file && /push|send-pack|pr +merge/.test(text.replace(/['"/]/g, ''));
}

function deny(reason) {
  const decision = { permissionDecision: 'deny', permissionDecisionReason: reason };
  const answer = { hookSpecificOutput: { hookEventName: event, ...decision } };
  leave(isOther ? '' : JSON.stringify(answer), reason, 2);
}

function leave(output, complaint, code) {
  process.exitCode = code;
  if (complaint) fs.writeSync(2, complaint + '\\n');
  if (output) fs.writeSync(1, output);
}
})();
`;
}

/** Tells whether a file's text is a launcher of ours, of whatever version. */
export function isLauncher(text: string): boolean {
  return LAUNCHER_MARKS.some((mark) => text.startsWith(mark));
}

/** Returns the version that a launcher of ours pins; null when the text is not one. */
export function launcherVersion(text: string): string | null {
  return isLauncher(text) ? (/^const VERSION = "([^"\n]+)";$/m.exec(text)?.[1] ?? null) : null;
}

/** Returns the absolute path of the launcher in a work tree. */
export function launcherFile(root: string): string {
  return `${root}/${LAUNCHER_PATH}`;
}
