import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFolder, type Environment } from '@flow/evidence/fast';
import { type Check, failure, INSTALL, ok, type Subject, warning } from '../check.js';
import { readState } from '../file-state.js';
import { askGit, cleanEnvironment } from '../git-hook.js';
import { launcherFile, launcherVersion } from '../launcher.js';

/** Milliseconds after which a hook is noticed in every call. */
const SLOW = 1000;
/** Milliseconds after which nobody waits any more. */
const LIMIT = 10_000;
const AGAIN = 'Try again when the machine is less busy; `FLOW_DEBUG=1` logs how long each event takes.';

interface Sample {
  id: string;
  title: string;
  /** What the hook must answer for the guard to be worth something. */
  expected: 'refuse' | 'pass';
  /** Arguments after the launcher, or after the program for git. */
  words: string[];
  input: string;
  program: string;
}

/**
 * Runs every installed hook on a sample event, as the host would, in a throw-away repository with a state folder of
 * its own: the launcher and the program are the installed ones, but nothing that they note stays.
 */
export function runSamples(subject: Subject): Check[] {
  const { plugin, repository } = subject;
  const launcher = plugin ? plugin.launcher : launcherFile(repository.root);
  if (!existsSync(launcher)) return [];
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'flow-doctor-')));
  try {
    const world = prepare(subject, place, launcher);
    if (!world) return [failure('runs', 'Sample events', 'git could not create a repository to try the hooks in.')];
    return world.samples.map((sample) => judge(sample, world.environment, world.directory, subject.patience));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function judge(sample: Sample, environment: Environment, directory: string, patience: number): Check {
  const start = performance.now();
  const { status, signal, stdout, stderr } = spawnSync('node', [sample.program, ...sample.words], {
    cwd: directory,
    env: environment,
    input: sample.input,
    encoding: 'utf8',
    timeout: LIMIT * patience,
  });
  const time = Math.round(performance.now() - start);
  const id = `run-${sample.id}`;
  const got = answerOf(status, stdout);
  if (got !== sample.expected) {
    const told = (stderr ?? '').trim().split('\n')[0]?.slice(0, 160);
    const end = signal ? `ended by ${signal}` : `exit code ${status}`;
    const detail = `should ${sample.expected}, but did ${got} (${end}${told ? `: ${told}` : ''}), ${time} ms.`;
    return failure(id, sample.title, detail, INSTALL);
  }
  if (time > SLOW * patience)
    return warning(id, sample.title, `${sample.expected} as expected, but it took ${time} ms.`, AGAIN);
  return ok(id, sample.title, `${sample.expected === 'refuse' ? 'refused' : 'passed'} in ${time} ms`);
}

/** How the host, or git, would read the answer. Anything else than a clear one is `fail`. */
function answerOf(status: number | null, stdout: string): 'refuse' | 'pass' | 'fail' {
  if (status === 1 && stdout === '') return 'refuse';
  if (status !== 0 && status !== 2) return 'fail';
  if (stdout.trim() === '') return status === 0 ? 'pass' : 'refuse';
  try {
    const answer: unknown = JSON.parse(stdout);
    const text = JSON.stringify(answer);
    const denies = /"permissionDecision":"deny"|"decision":"block"/.test(text);
    if (status === 2 && denies) return 'refuse';
    return status === 0 && !denies ? 'pass' : 'fail';
  } catch {
    return 'fail';
  }
}

function prepare(
  { repository, environment, version, hosts, plugin }: Subject,
  place: string,
  launcher: string,
): { environment: Environment; directory: string; samples: Sample[] } | null {
  const directory = join(place, 'project');
  const state = join(place, 'state');
  const trial = {
    ...cleanEnvironment(environment),
    XDG_STATE_HOME: state,
    CLAUDE_PROJECT_DIR: directory,
    ...(plugin && { CLAUDE_PLUGIN_ROOT: plugin.folder }),
  };
  const pinned = launcherVersion(readState(launcher)?.bytes.toString('utf8') ?? '') ?? version;
  const installed = bundleFolder(pinned, environment);
  const copy = bundleFolder(pinned, trial);
  if (existsSync(installed)) cpSync(installed, copy, { recursive: true });

  mkdirSync(join(directory, '.claude'), { recursive: true });
  const settings = readState(join(repository.root, '.claude/settings.json'));
  if (settings) writeFileSync(join(directory, '.claude/settings.json'), settings.bytes);
  writeFileSync(join(directory, 'go.mod'), 'module example.org/doctor\n');
  writeFileSync(join(directory, 'a.go'), 'package doctor\n\nfunc One() int { return 1 }\n');
  const test =
    'package doctor\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal()\n\t}\n}\n';
  writeFileSync(join(directory, 'a_test.go'), test);
  // Neither templates, hooks nor signing of the person take part.
  const quiet = [
    '-c',
    'core.hooksPath=/dev/null',
    '-c',
    'user.name=doctor',
    '-c',
    'user.email=doctor@localhost',
    '-c',
    'commit.gpgSign=false',
  ];
  const remote = join(place, 'remote.git');
  const steps = [
    ['init', '-q', '--template=', '--bare', remote],
    ['init', '-q', '--template='],
    ['symbolic-ref', 'HEAD', 'refs/heads/main'],
    ['remote', 'add', 'origin', remote],
    ['add', '-A'],
    ['commit', '-q', '-m', 'Start'],
    ['push', '-q', 'origin', 'main'],
    ['checkout', '-q', '-b', 'doctor'],
  ];
  for (const step of steps) if (askGit(directory, [...quiet, ...step], trial) === null) return null;
  writeFileSync(join(directory, 'a.go'), 'package doctor\n\nfunc One() int { return 1 + 0 }\n');
  if (askGit(directory, [...quiet, 'commit', '-q', '-a', '-m', 'Change'], trial) === null) return null;
  const head = askGit(directory, ['rev-parse', 'HEAD'], trial);

  const base = { session_id: 'doctor', transcript_path: join(place, 'transcript.jsonl'), cwd: directory };
  const tool = (command: string) => ({ tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_doctor' });
  const event = (id: string, name: string, expected: Sample['expected'], title: string, fields: object): Sample => ({
    id,
    title,
    expected,
    words: [name],
    input: JSON.stringify({ ...base, hook_event_name: name, ...fields }),
    program: launcher,
  });
  const response = { stdout: '', stderr: '', interrupted: false };
  const claude = [
    event('SessionStart', 'SessionStart', 'pass', 'SessionStart', { source: 'startup' }),
    event('UserPromptSubmit', 'UserPromptSubmit', 'pass', 'UserPromptSubmit', { prompt: 'hello' }),
    event('UserPromptExpansion', 'UserPromptExpansion', 'pass', 'UserPromptExpansion', {
      expansion_type: 'slash_command',
      command_name: 'help',
      prompt: '/help',
    }),
    event('SubagentStart', 'SubagentStart', 'pass', 'SubagentStart', { agent_id: 'a1', agent_type: 'general-purpose' }),
    event('SubagentStop', 'SubagentStop', 'pass', 'SubagentStop', { agent_id: 'a1', agent_type: 'general-purpose' }),
    event('PreToolUse', 'PreToolUse', 'pass', 'PreToolUse, `ls`', tool('ls')),
    event('PreToolUse-push', 'PreToolUse', 'refuse', 'PreToolUse, an untested push', tool('git push origin doctor')),
    event('PostToolUse', 'PostToolUse', 'pass', 'PostToolUse, `ls`', { ...tool('ls'), tool_response: response }),
    event('PostToolUseFailure', 'PostToolUseFailure', 'pass', 'PostToolUseFailure, `ls x`', {
      ...tool('ls x'),
      error: 'Exit code 2\nls: x: No such file or directory',
    }),
    event('ConfigChange', 'ConfigChange', 'pass', 'ConfigChange, settings as they are', {
      source: 'project_settings',
      file_path: join(directory, '.claude/settings.json'),
    }),
  ];
  const turn = { ...base, turn_id: 'doctor', model: 'doctor', permission_mode: 'default' };
  const inCodex = (id: string, name: string, expected: Sample['expected'], title: string, fields: object): Sample => ({
    id: `codex-${id}`,
    title: `Codex: ${title}`,
    expected,
    words: [name, '--host', 'codex'],
    input: JSON.stringify({ ...turn, hook_event_name: name, ...fields }),
    program: launcher,
  });
  const codex = [
    inCodex('SessionStart', 'SessionStart', 'pass', 'SessionStart', { source: 'startup' }),
    inCodex('PreToolUse', 'PreToolUse', 'pass', 'PreToolUse, `ls`', tool('ls')),
    inCodex('PreToolUse-push', 'PreToolUse', 'refuse', 'PreToolUse, an untested push', tool('git push origin doctor')),
    inCodex('PostToolUse', 'PostToolUse', 'pass', 'PostToolUse, `ls`', { ...tool('ls'), tool_response: '' }),
  ];
  const bySample: Readonly<Record<string, Sample[]>> = { 'claude-code': claude, codex };
  const samples = hosts.flatMap(({ adapter }) => bySample[adapter.name] ?? []);
  const program = join(copy, 'hook.cjs');
  if (existsSync(program)) {
    samples.push({
      id: 'git-pre-push',
      title: 'git pre-push, an untested push',
      expected: 'refuse',
      words: ['--git', 'pre-push', 'origin', remote],
      input: `refs/heads/doctor ${head} refs/heads/doctor ${'0'.repeat(40)}\n`,
      program,
    });
  }
  return { environment: trial, directory, samples };
}
