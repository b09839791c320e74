import { symlinkSync } from 'node:fs';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterEach, expect, test } from 'vitest';
import { type Named, readTexts } from './index.js';

let repo: TempRepo;
afterEach(() => repo.dispose());

const text = (command: string, front = '') => `---\ndescription: x\n${front}---\n!\`${command}\`\n`;

/** The command lines that a name stands for; `given` are more variables of the client. */
function commandsOf(name: string, kind: Named['kind'] = 'skill', given: Record<string, string> = {}): string[] {
  const named = kind === 'skill' ? { kind, name, given: '' } : { kind, name };
  const place = { directory: repo.root, environment: { ...repo.environment, ...given }, session: 's' };
  const { lines, unread } = readTexts(named, place, Date.now() + 20_000);
  expect(unread).toEqual([]);
  return lines.map(({ command }) => command).sort();
}

const PLUGIN = '../home/.claude/plugins/cache/m/p/1';
const places: [place: string, file: string, name: string][] = [
  ['of the project', '.claude/skills/a/SKILL.md', 'a'],
  ['of a command', '.claude/commands/b.md', 'b'],
  ['of a command in folders', '.claude/commands/c/d/e.md', 'c:d:e'],
  ['of a command that is a folder', '.claude/commands/f/SKILL.md', 'f'],
  ['of the person', '../home/.claude/skills/g/SKILL.md', 'g'],
  ['of a command of the person', '../home/.claude/commands/x/h.md', 'x:h'],
  ['of a folder below', 'packages/app/.claude/skills/i/SKILL.md', 'i'],
  ['of a folder above', '../.claude/skills/j/SKILL.md', 'j'],
  ['of an added folder', '../added/.claude/skills/k/SKILL.md', 'k'],
  ['of a plugin', `${PLUGIN}/skills/l/SKILL.md`, 'p:l'],
  ['of a command of a plugin', `${PLUGIN}/commands/x/m.md`, 'p:x:m'],
  ['that a plugin has elsewhere', `${PLUGIN}/other/n.md`, 'p:n'],
  ["that a plugin's manifest names", `${PLUGIN}/docs/README.md`, 'p:about'],
  ['of a plugin in a folder of skills', '.claude/skills/q/skills/o/SKILL.md', 'q:o'],
  ['of a plugin in a folder that is given', '../given/skills/r/SKILL.md', 'given:r'],
];

test('Scope 8a: a text is found wherever it lies', () => {
  repo = tempRepo();
  const manifest = { name: 'p', commands: { about: { source: './docs/README.md' } } };
  repo.write(`${PLUGIN}/.claude-plugin/plugin.json`, JSON.stringify(manifest));
  const installed = { 'p@m': [{ scope: 'user', installPath: repo.path(PLUGIN) }] };
  repo.write('../home/.claude/plugins/installed_plugins.json', JSON.stringify({ version: 2, plugins: installed }));
  repo.write('.claude/skills/q/.claude-plugin/plugin.json', '{ "name": "q" }');
  repo.write('.claude/settings.json', '{ "permissions": { "additionalDirectories": ["../added"] } }');
  for (const [, file, name] of places) repo.write(file, text(`run ${name}`));
  const given = { CLAUDE_CODE_PLUGIN_DIRS: repo.path('../given') };
  for (const [place, , name] of places)
    expect.soft(commandsOf(name, 'skill', given), `a text ${place}`).toEqual([`run ${name}`]);
  for (const name of ['init', 'c:e', 'd:e', 'p:nothing', 'no:l', '..', 'SKILL'])
    expect.soft(commandsOf(name, 'skill', given), name).toEqual([]);
});

test('Scope 8a: each of several texts of a name is read, by folder, front matter or link', () => {
  repo = tempRepo();
  repo.write('.claude/skills/one/SKILL.md', text('folder'));
  repo.write('.claude/skills/two/SKILL.md', text('front', 'name: "o\\u006ee"\n'));
  repo.write('../home/.claude/skills/one/skill.md', text('person'));
  repo.write('elsewhere/SKILL.md', text('link'));
  symlinkSync('../../elsewhere', repo.path('.claude/skills/three'));
  symlinkSync('..', repo.path('.claude/commands'));
  expect(commandsOf('one')).toEqual(['folder', 'front', 'person']);
  expect(commandsOf('three')).toEqual(['link']);
});

test('Scope 8a: an agent brings its hooks, its servers and the texts of its skills; one of a plugin only these', () => {
  repo = tempRepo();
  const front = (name: string) =>
    `---\nname: ${name}\nskills: [one]\nhooks: { Stop: [{ hooks: [{ command: hook }] }] }\nmcpServers: [{ own: { command: server } }]\n---\nWork.\n`;
  repo.write('.claude/agents/sub/file.md', front('worker'));
  repo.write('.claude/skills/one/SKILL.md', text('skill', 'hooks: { Stop: [{ hooks: [{ command: its hook }] }] }\n'));
  repo.write('.claude/skills/fork/SKILL.md', text('fork', 'context: fork\nagent: worker\n'));
  repo.write('.claude/skills/q/.claude-plugin/plugin.json', '{ "name": "q" }');
  repo.write('.claude/skills/q/agents/plugged.md', front('plugged'));
  const whole = ['hook', 'its hook', 'server', 'skill'];
  expect(commandsOf('worker', 'agent')).toEqual(whole);
  expect(commandsOf('file', 'agent')).toEqual(whole);
  expect(commandsOf('fork')).toEqual(['fork', ...whole]);
  expect(commandsOf('q:plugged', 'agent')).toEqual(['its hook', 'skill']);
  expect(commandsOf('other', 'agent')).toEqual([]);
});
