import { afterEach, expect, test } from 'vitest';
import {
  attendClient,
  bash,
  CLIENT_VERSION,
  call,
  installClient,
  runClient,
  say,
  type TempRepo,
  tempRepo,
} from '../src/index.js';
import { recorder } from './recorder.js';

/* Events of the client that only tell: when they come, what they say, and that nothing is heard of an answer. */

/** The oldest client that is supported: its settings may name every event that is registered now. */
const OLDEST = '2.1.295';

const repos: TempRepo[] = [];
const made = (): TempRepo => {
  const repo = tempRepo();
  repos.push(repo);
  return repo;
};
afterEach(() => {
  for (const repo of repos.splice(0)) repo.dispose();
});

/** Prints an answer that other events would hand on. */
const TELLS = `process.stdin.resume(); process.stdin.on('end', () => console.log(JSON.stringify({ systemMessage: 'to the person' })));`;

test.each([CLIENT_VERSION, OLDEST])(
  '34.5: %s tells of a task that is ticked off and of a folder that is entered, takes no answer, and has a hook on WorktreeCreate stand in for git',
  async (version) => {
    const repo = made();
    repo.write('sub/file', 'x');
    const { entry, seen } = recorder(repo);
    const says = { type: 'command', command: process.execPath, args: ['-e', TELLS] };
    const hooks = Object.fromEntries(['TaskCompleted', 'CwdChanged'].map((name) => [name, [{ hooks: [entry, says] }]]));
    const silent = { type: 'command', command: 'true' };
    const { stdout, stderr, toolResults } = await runClient({
      ...{ executable: installClient(version), repo },
      settings: { hooks: { ...hooks, WorktreeCreate: [{ hooks: [silent] }] } },
      args: ['--output-format', 'stream-json', '--verbose'],
      // Without a terminal the client has its list of tasks only where it is asked to.
      environment: { CLAUDE_CODE_ENABLE_TASKS: '1', CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' },
      script: {
        main: [
          [call('TaskCreate', { subject: 'do it', description: 'all of it' })],
          [call('TaskUpdate', { taskId: '1', status: 'completed' })],
          [bash('cd sub')],
          [bash('cd /')],
          // The client does not wait for a hook that only listens.
          [bash('sleep 1')],
          [call('EnterWorktree', { name: 'other' })],
          [say('end')],
        ],
      },
    });
    expect(seen('TaskCompleted')).toMatchObject([{ task_id: '1', task_subject: 'do it', cwd: repo.root }]);
    const sub = repo.path('sub');
    // The client goes back when a command has left the folders of the session: `cwd` is where it really is.
    expect(seen('CwdChanged')).toMatchObject([
      { old_cwd: repo.root, new_cwd: sub, cwd: sub },
      { old_cwd: sub, new_cwd: '/', cwd: repo.root },
    ]);
    expect(stdout).not.toContain('to the person');
    expect(stderr).not.toContain('settings');
    expect(toolResults.at(-1)?.text).toContain('WorktreeCreate hook failed');
  },
);

test.each([CLIENT_VERSION, OLDEST])(
  '34.5: %s tells of a turn that an error of the service has ended, and then of no stop',
  async (version) => {
    const repo = made();
    const { entry, seen } = recorder(repo);
    const hooks = Object.fromEntries(
      ['UserPromptSubmit', 'StopFailure', 'Stop'].map((name) => [name, [{ hooks: [entry] }]]),
    );
    repo.write('.claude/settings.json', JSON.stringify({ hooks }));
    const refused = () => ({ refused: { status: 400, type: 'invalid_request_error', message: 'no more' } });
    await attendClient({
      ...{ executable: installClient(version), repo, lines: ['hello there'] },
      script: { main: Array.from({ length: 9 }, () => refused) },
    });
    expect(seen().map((event) => event.hook_event_name)).toEqual(['UserPromptSubmit', 'StopFailure']);
    expect(seen('StopFailure')).toMatchObject([{ error: 'unknown', last_assistant_message: 'API Error: 400 no more' }]);
    expect(seen('UserPromptSubmit')[0]).not.toHaveProperty('source');
  },
);
