import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, project, QUICK, start } from './kit.js';

/*
 * Scope 1: ways in which a client, git, a package manager or an editor runs a command or writes a file without a call that our
 * events show. The table of docs/threat-model.md ("What no event shows") has each with its answer.
 */

const PUSH = 'git push --no-verify origin HEAD';

/** What settings of the client start, by the keys that it reads them from. */
const SETTINGS = {
  'a status line': { statusLine: { type: 'command', command: PUSH } },
  'a helper for keys': { apiKeyHelper: PUSH },
  'a helper of a cloud': { awsAuthRefresh: PUSH, awsCredentialExport: PUSH, gcpAuthRefresh: PUSH },
  'a helper for telemetry': { otelHeadersHelper: PUSH },
  'suggestions of files': { fileSuggestion: { type: 'command', command: PUSH } },
  'variables of the session': { env: { GIT_CONFIG_GLOBAL: '/tmp/x', BASH_ENV: '/tmp/x' } },
  'hooks of its own': { hooks: { Stop: [{ hooks: [{ type: 'command', command: PUSH }] }] } },
  'a plugin that is switched on': { enabledPlugins: { 'x@y': true } },
  'servers of the project': { enableAllProjectMcpServers: true },
  'a style of output': { outputStyle: 'x' },
};

const FILES: readonly [what: string, file: string, text: string][] = [
  ['hooks of a plugin', '.claude/plugins/x/hooks/hooks.json', '{}'],
  ['a plugin among the skills', '.claude/skills/x/.claude-plugin/plugin.json', '{}'],
  ['what a shell of the client starts with', '../home/.claude/session-env/x.sh', PUSH],
  ['a hook of git', '.git/hooks/post-commit', PUSH],
  ['an alias and a filter of git', '.git/config', `[alias]\n\tst = !${PUSH}\n`],
];

const COMMANDS: readonly [what: string, command: string][] = [
  ['an alias of git', `git config alias.st '!${PUSH}' && git st`],
  ['a filter of git', `git config filter.x.clean '${PUSH}; cat'`],
  ['a program of git’s settings', `git config core.fsmonitor '${PUSH}'`],
  ['a hook of git', `printf '%s' '${PUSH}' > .git/hooks/post-checkout`],
  ['a script of a package manager’s life', `npm pkg set scripts.postinstall='${PUSH}' && npm install`],
  ['a script before another', `npm pkg set scripts.pretest='${PUSH}' && npm test`],
  ['a plugin that is switched off', 'claude plugin disable flow'],
  ['settings for one start', "claude --settings '{}' -p x"],
];

/** Free to write: who runs them is a person's editor or terminal, or the client in its next session, once a person agrees. */
const FREE: readonly [what: string, file: string, text: string][] = [
  ['servers of the project', '.mcp.json', JSON.stringify({ mcpServers: { x: { command: 'npx', args: ['x'] } } })],
  ['tasks of an editor', '.vscode/tasks.json', JSON.stringify({ tasks: [{ command: 'npm test' }] })],
  ['a container for development', '.devcontainer/devcontainer.json', '{ "postCreateCommand": "npm ci" }'],
  ['variables of a folder', '.envrc.example', 'export A=1\n'],
  ['a style of output', '.claude/output-styles/x.md', '---\nname: x\n---\n\nBe short.\n'],
  ['a memory with an included file', 'CLAUDE.md', `See @docs/push.md and never type \`!\` or \`${PUSH}\`.\n`],
  ['a script that a formatter or a test would start', 'scripts/format.sh', 'npx prettier --write .\n'],
];

describe('Scope 1 what no event shows', () => {
  test('is refused where it is set up, told where something else did so, and free where a person starts it', () => {
    const repo = project(QUICK);
    expect(cli(repo, ['install']).status).toBe(0);
    repo.write('package.json', '{ "name": "x", "scripts": { "test": "true" } }\n');
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    const it = start(repo);
    const written = (file: string, content: string) =>
      it.tool('Write', { file_path: path.join(repo.root, file), content }).refused;
    const settings = ['.claude/settings.json', '.claude/settings.local.json', '../home/.claude/settings.json'];
    for (const [at, [what, keys]] of Object.entries(SETTINGS).entries()) {
      const file = settings[at % settings.length]!;
      expect.soft(written(file, JSON.stringify(keys)), `${what} in ${file}`).toContain('PROTECTED_WRITE');
    }
    for (const [what, file, text] of FILES) expect.soft(written(file, text), what).toContain('PROTECTED_WRITE');
    for (const [what, command] of COMMANDS)
      expect.soft(it.tool('Bash', { command }).refused, what).toMatch(/PUSH_|PROTECTED_WRITE|GUARD_DISARM|PERSON_ONLY/);
    for (const [what, file, text] of FREE) expect.soft(written(file, text), what).toBeNull();
    // A plugin's own hook, an editor or another terminal writes what no call of ours shows.
    for (const file of ['.claude/settings.local.json', '.git/hooks/post-commit']) {
      mkdirSync(path.dirname(repo.path(file)), { recursive: true });
      writeFileSync(repo.path(file), '{}\n');
      expect.soft(it.bash('true').told.join('\n'), file).toContain(`PROTECTED_CHANGED`);
    }
  });
});
