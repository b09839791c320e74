import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  attendClient,
  bash,
  call,
  installClient,
  recordedEvents,
  runClient,
  runHook,
  say,
  type TempRepo,
} from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { begin, guarded, play, refused } from './client-kit.js';
import { CLI, cli, HOOK, QUICK } from './kit.js';
import { HAS_SCRIPT } from './terminal-kit.js';

/* Who approves, with the real client: a person at its terminal may, where the project takes so little; nobody else. */

const SPEC = 'develop/feature/login/spec.md';
const FILES = { [SPEC]: '# Login\n', 'develop/feature/login/test-shape.yaml': 'claims: []\n' };

/** A guarded repository whose policy takes a typed approval for the shape. */
function typed(): TempRepo {
  const config = 'approvals:\n  gates:\n    shape: { strength: typed }\n    handoff: { strength: typed }\n';
  const repo = guarded(QUICK, { files: { 'flow.config.yaml': config } });
  // A second run of the installation brings the commands that the policy asks for.
  execFileSync('node', [CLI, 'install'], { cwd: repo.root, env: repo.environment, stdio: 'ignore' });
  begin(repo);
  for (const [name, text] of Object.entries(FILES)) repo.write(name, text);
  return repo;
}

function gate(repo: TempRepo, name = 'shape'): { state: string; method?: string } | undefined {
  const { gates } = JSON.parse(cli(repo, ['approve', '--list', '--json']).stdout) as {
    gates: { gate: string; state: string; method?: string }[];
  };
  return gates.find((one) => one.gate === name);
}

describe.skipIf(!HAS_SCRIPT)('D68 a command typed in an attended session', () => {
  test('approves where the project takes that, and shows what', async () => {
    const repo = typed();
    expect(existsSync(repo.path('.claude/commands/approve-shape.md'))).toBe(true);
    const lines = ['/approve-shape'];
    const screen = await attendClient({ executable: installClient(), repo, script: { main: [[say('fine')]] }, lines });
    expect(screen).toContain('Approved:gateshape');
    expect(gate(repo)).toMatchObject({ state: 'valid', method: 'typed' });
  });

  test('D97 approves nothing that ships, and says what to run in a terminal', async () => {
    const repo = typed();
    repo.write('.claude/commands/approve-handoff.md', 'Approve it.\n');
    const lines = ['/approve-handoff'];
    const screen = await attendClient({ executable: installClient(), repo, script: { main: [[say('fine')]] }, lines });
    expect(screen).toContain('npxflow-hooksapprovehandoff');
    expect(gate(repo, 'handoff')).toMatchObject({ state: 'missing' });
  });

  test('D97 approves nothing where a program types', async () => {
    const repo = typed();
    const options = { executable: installClient(), repo, script: { main: [[say('fine')]] }, lines: ['/approve-shape'] };
    const screen = await attendClient({ ...options, driver: 'script' });
    expect(screen).toContain('DRIVEN_TERMINAL');
    expect(gate(repo)).toMatchObject({ state: 'missing' });
  });
});

describe('D97 nobody else approves', () => {
  test('a prompt given to a client that nobody attends', async () => {
    const repo = typed();
    const prompt = '/approve-shape';
    const run = await runClient({ executable: installClient(), repo, script: { main: [[say('fine')]] }, prompt });
    expect(run.exitCode).toBe(0);
    expect(gate(repo)).toMatchObject({ state: 'missing' });
  });

  test('a wake-up: scheduling it is refused, and one that fires approves nothing', async () => {
    const repo = typed();
    const wake = call('ScheduleWakeup', { delaySeconds: 60, prompt: '/approve-shape', reason: 'later' });
    const { answers } = await play(repo, [wake]);
    expect(answers[0]).toMatchObject(refused('PERSON_ONLY', 'ScheduleWakeup'));
    // As the host was recorded to send it: the prompt alone, without the expansion that a person's command brings.
    const fired = recordedEvents('wakeup', { repo: repo.root, home: repo.home }).filter((event) => event.prompt);
    expect(fired.at(-1)).toMatchObject({ hook_event_name: 'UserPromptSubmit', prompt: '/approve-shape' });
    for (const event of fired) runHook(HOOK, event, { environment: repo.environment, cwd: repo.root });
    expect(gate(repo)).toMatchObject({ state: 'missing' });
  });

  test('a nested client, a terminal made by script, and the skill', async () => {
    const repo = typed();
    const client = `'${installClient()}' -p /approve-shape --dangerously-skip-permissions < /dev/null`;
    repo.write('ask.sh', `unset CLAUDECODE\nscript -qec "node '${CLI}' approve shape" /dev/null < /dev/null\n`);
    const { answers } = await play(repo, [
      bash(`${client} 2>&1 | tail -5; true`),
      bash(`script -qec "${client}" /dev/null | tail -5; true`),
      bash('script -qec "npx flow-hooks approve shape" /dev/null'),
      bash('sh ./ask.sh 2>&1; true'),
      call('Skill', { skill: 'approve-shape' }),
    ]);
    expect(gate(repo)).toMatchObject({ state: 'missing' });
    // Refused before it starts; where it starts all the same, it is told from a person.
    for (const one of answers.slice(0, 2)) expect(one.text).toMatch(/PERSON_ONLY|GUARD_DISARM|AGENT_ANCESTOR/);
    expect(answers[2]).toMatchObject(refused('PERSON_ONLY'));
    expect(answers[3]?.text).toMatch(/PERSON_ONLY|AGENT_/);
    expect(answers[4]?.isError).toBe(true);
  });
});
