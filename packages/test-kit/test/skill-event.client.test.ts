import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import {
  CLIENT_VERSION,
  CLIENT_WITHOUT_SKILL_EVENT,
  type ClientRun,
  call,
  installClient,
  runClient,
  say,
  type TempRepo,
  tempRepo,
} from '../src/index.js';
import { recorder } from './recorder.js';

/* What the client does with shell commands in the texts of skills and commands, which no tool is called for. */

const repos: TempRepo[] = [];
afterEach(() => {
  for (const repo of repos.splice(0)) repo.dispose();
});

/** A skill whose first command ends only after its second has been done, and a command of the same kind. */
function withTexts(): TempRepo {
  const repo = tempRepo();
  repos.push(repo);
  const text = (body: string) => `---\ndescription: what it does\n---\n${body}\n`;
  repo.write(
    '.claude/skills/both/SKILL.md',
    text('!`sleep 0.5; cat two`\n```md\n!`echo second > two`\n```\nx!`touch three`'),
  );
  repo.write('.claude/commands/a/one.md', text('Told: !`touch one-$1; echo told`'));
  return repo;
}

const run = (repo: TempRepo, version: string, hooks: object, more: { prompt?: string } = {}): Promise<ClientRun> =>
  runClient({
    ...{ executable: installClient(version), repo, settings: { hooks } },
    script: { main: [...(more.prompt ? [] : [[call('Skill', { skill: 'both' })]]), [say('end')]] },
    ...more,
  });

const hook = (source: string, more: object = {}) => [
  { hooks: [{ type: 'command', command: process.execPath, args: ['-e', source], ...more }] },
];
const shown = ({ requests }: ClientRun) =>
  JSON.stringify(requests.filter(({ lane }) => lane === 'main').at(-1)?.body?.messages);

test('Scope 8a: the client asks about all commands of a text before it starts them, and then starts all at once', async () => {
  const repo = withTexts();
  const { entry, seen } = recorder(repo);
  const told = shown(await run(repo, CLIENT_VERSION, { PreSkillShellCommand: [{ hooks: [entry] }] }));
  const asked = seen().map(({ tool_input, tool_use_id, invoked_by }) => [tool_use_id, tool_input, invoked_by]);
  expect(asked.sort()).toEqual([
    ['toolu_main_0_0:preamble-0', { command: 'sleep 0.5; cat two' }, 'claude'],
    ['toolu_main_0_0:preamble-1', { command: 'echo second > two' }, 'claude'],
  ]);
  expect(told).toContain('second');
  expect(existsSync(repo.path('three'))).toBe(false);
});

describe('Scope 8a: a hook that fails at such a command', () => {
  test.each([
    { name: 'a crash', source: 'process.exit(1)', more: {}, runs: true },
    { name: 'a crash, closed', source: 'process.exit(1)', more: { onFailure: 'block' }, runs: false },
    { name: 'a time-out', source: 'setTimeout(() => 0, 9000)', more: { timeout: 1 }, runs: true },
    {
      name: 'a time-out, closed',
      source: 'setTimeout(() => 0, 9000)',
      more: { timeout: 1, onFailure: 'block' },
      runs: false,
    },
  ])('$name', async ({ source, more, runs }) => {
    const repo = withTexts();
    const told = shown(await run(repo, CLIENT_VERSION, { PreSkillShellCommand: hook(source, more) }));
    expect(existsSync(repo.path('two'))).toBe(runs);
    expect(told.includes('[not run: blocked by hook: ')).toBe(!runs);
  });
});

test('Scope 8a: an earlier client leaves out an event that it does not know, keeps the rest, and runs such commands', async () => {
  const repo = withTexts();
  const { entry, seen } = recorder(repo);
  const hooks = { PreSkillShellCommand: [{ hooks: [entry] }], PreToolUse: [{ hooks: [entry] }] };
  const { stderr } = await run(repo, CLIENT_WITHOUT_SKILL_EVENT, hooks);
  expect(seen().map((event) => [event.hook_event_name, event.tool_name])).toEqual([['PreToolUse', 'Skill']]);
  expect(existsSync(repo.path('two'))).toBe(true);
  expect(stderr).toContain('the rest of each source is in effect');
});

test.each([CLIENT_VERSION, CLIENT_WITHOUT_SKILL_EVENT])(
  'Scope 8a: a command that is typed in %s is told before its commands run, and refused there',
  async (version) => {
    const repo = withTexts();
    const { entry, seen } = recorder(repo);
    const told = shown(
      await run(repo, version, { UserPromptExpansion: [{ hooks: [entry] }] }, { prompt: '/a:one x y' }),
    );
    expect(seen()[0]).toMatchObject({ command_name: 'a:one', command_args: 'x y' });
    expect(told).toContain('Told: told');
    expect(existsSync(repo.path('one-y'))).toBe(true);
    const other = withTexts();
    const refuses = hook('process.stderr.write("not here"); process.exit(2)');
    await run(other, version, { UserPromptExpansion: refuses }, { prompt: '/a:one x y' });
    expect(existsSync(other.path('one-y'))).toBe(false);
  },
);
