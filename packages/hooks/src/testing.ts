export { type ClientSamples, type ClientTest, testClient } from './test-client.js';

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { classify, type Preset, type RunnerSpec } from '@flow/core';
import type { PresetSamples, PresetTest } from '@flow/core/testing';
import { load } from '@flow/engine/load';
import type * as Config from '@flow/engine/policy/config';
import { sha256 } from '@flow/evidence';

/**
 * Returns the further tests of a preset: each of its test runners is played the whole way in a repository of its own,
 * with the built program and git itself. Work on a sample project is refused without a run, refused after a failed one,
 * and pushed after a green one. Nothing of the stack has to be installed: a stand-in takes the place of the runner's
 * program.
 */
export function playPreset(preset: Preset, samples: PresetSamples): PresetTest[] {
  const runners = preset.runners.filter(({ question = 'test', countsFor }) => question === 'test' && !countsFor);
  return runners.map((runner) => ({
    name: `a green run of ${runner.id} leads to an allowed push, and nothing less does`,
    run: () => play(preset, runner, samples),
  }));
}

const PACKAGE = 'flow-preset-played';

function play(preset: Preset, runner: RunnerSpec, samples: PresetSamples): void {
  const printed = samples.outputs?.[runner.id];
  if (runner.proof !== 'exit' && printed === undefined)
    throw new Error(`samples.outputs: give what a green run of all of it prints by ${runner.id}`);
  const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-preset-')));
  try {
    walk(new Stage(area, preset, runner, samples), printed ?? '');
  } finally {
    rmSync(area, { recursive: true, force: true, maxRetries: 3 });
  }
}

function walk(stage: Stage, printed: string): void {
  const { command } = stage;
  stage.begin();
  const untested = stage.push();
  if (!untested.text.includes('PUSH_UNTESTED'))
    throw new Error(`a change of ${stage.source} asks for no run of \`${command}\`\n${untested.text}`);
  stage.run('', 1);
  if (stage.push().status === 0) throw new Error(`the push passes after \`${command}\` failed`);
  const said = stage.run(printed, 0);
  const pushed = stage.push();
  if (pushed.status !== 0) throw new Error(`after a green \`${command}\` the push is refused: ${pushed.text}\n${said}`);
}

/**
 * Sets up a repository with a sample project on its base branch, the preset in force, git's hook armed, and work on a
 * branch.
 */
class Stage {
  readonly source: string;
  readonly command: string;
  readonly #area: string;
  #calls = 0;
  readonly #root: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(area: string, preset: Preset, { command, units }: RunnerSpec, { projects, paths }: PresetSamples) {
    const [source] = paths.source ?? [];
    const [test] = paths.test ?? [];
    if (source === undefined || test === undefined)
      throw new Error('samples.paths: name one path of source, and one of a test');
    this.#area = area;
    this.#root = path.join(area, 'repository');
    this.#environment = environmentIn(area);
    this.command = command;
    this.source = source;
    const text = load<typeof Config>('config').presetJson(preset);
    const program = programOf(command);
    const isGenerated = program.includes('/') && classify(program, preset) === 'generated';
    const files = {
      '.gitignore': `node_modules/\n${isGenerated ? `/${program}\n` : ''}`,
      ...projects[0],
      [test]: units.contains?.[0] ?? 'test\n',
      [source]: 'before\n',
      'flow.config.yaml': `presets: [{ package: ${PACKAGE}, sha256: ${sha256(text)} }]\n`,
      [`node_modules/${PACKAGE}/preset.json`]: text,
    };
    for (const [file, content] of Object.entries(files)) this.#write(file, content);
    this.#write(program.includes('/') ? program : path.join(area, 'bin', program), standIn(area), true);
  }

  begin(): void {
    const remote = path.join(this.#area, 'remote.git');
    this.#git('init', '--quiet', '--bare', '--initial-branch=main', remote);
    this.#git('init', '--quiet', '--initial-branch=main');
    this.#git('add', '--all');
    this.#git('commit', '--quiet', '--message=base');
    this.#git('remote', 'add', 'origin', remote);
    this.#git('push', '--quiet', '--set-upstream', 'origin', 'main');
    this.#git('switch', '--quiet', '--create', 'work');
    this.#write(this.source, 'after\n');
    this.#git('commit', '--quiet', '--all', '--message=work');
    const hook = `#!/bin/sh\nexec "${process.execPath}" "${path.join(__dirname, 'hook.cjs')}" --git pre-push "$@"\n`;
    this.#write('.git/hooks/pre-push', hook, true);
  }

  /** Has an agent run the command, where it prints this and ends so; gives what the hook says of that. */
  run(printed: string, exit: number): string {
    this.#write(path.join(this.#area, 'printed'), printed);
    this.#write(path.join(this.#area, 'exit'), `${exit}\n`);
    this.#calls += 1;
    const call = {
      ...{ session_id: 'played', tool_use_id: `played-${this.#calls}`, cwd: this.#root },
      ...{ tool_name: 'Bash', tool_input: { command: this.command } },
    };
    const before = this.#tell({ hook_event_name: 'PreToolUse', ...call });
    const { status, stdout, stderr } = this.#start('sh', ['-c', this.command]);
    const ended =
      status === 0
        ? { hook_event_name: 'PostToolUse', tool_response: { stdout, stderr, interrupted: false } }
        : { hook_event_name: 'PostToolUseFailure', error: `Exit code ${status}\n${stdout}${stderr}` };
    return `${before}${this.#tell({ ...call, ...ended })}`;
  }

  push() {
    return this.#run('git', 'push', '--quiet', 'origin', 'HEAD');
  }

  #git(...words: string[]): void {
    const { status, text } = this.#run('git', ...words);
    if (status !== 0) throw new Error(`git ${words[0]}: ${text}`);
  }

  /** Hands an event of the client to the hook; gives its answer. */
  #tell(event: object): string {
    return this.#start(process.execPath, [path.join(__dirname, 'hook.cjs')], JSON.stringify(event)).stdout;
  }

  #run(program: string, ...words: string[]) {
    const { status, stdout, stderr, error } = this.#start(program, words);
    return { status, text: `${error?.message ?? ''}${stdout}${stderr}` };
  }

  #start(program: string, words: string[], input = '') {
    return spawnSync(program, words, { cwd: this.#root, env: this.#environment, encoding: 'utf8', input });
  }

  #write(file: string, text: string, isProgram = false): void {
    const place = path.resolve(this.#root, file);
    mkdirSync(path.dirname(place), { recursive: true });
    if (isProgram && existsSync(place)) rmSync(place);
    writeFileSync(place, text);
    if (isProgram) chmodSync(place, 0o755);
  }
}

/** The program of a command, which has to lie in the project where it is named by a path. */
function programOf(command: string): string {
  const program = path.posix.normalize(command.split(' ')[0]!);
  if (path.isAbsolute(program) || program.startsWith('../'))
    throw new Error(`\`${command}\` starts a program outside of the project, which no push can contain`);
  return program;
}

/** A program that prints and ends as it is told beside the repository, so that it stays the same content. */
const standIn = (area: string) => `#!/bin/sh\ncat '${area}/printed'\nexit "$(cat '${area}/exit')"\n`;

/** Makes an environment with nothing of the author's own settings, and the stand-ins in front of their programs. */
function environmentIn(area: string): NodeJS.ProcessEnv {
  const author = { GIT_AUTHOR_NAME: 'played', GIT_AUTHOR_EMAIL: 'played@example.test' };
  const committer = { GIT_COMMITTER_NAME: 'played', GIT_COMMITTER_EMAIL: 'played@example.test' };
  const { PATH = '', SystemRoot } = process.env;
  return {
    ...{ ...author, ...committer, HOME: area, XDG_STATE_HOME: path.join(area, 'state'), GIT_CONFIG_NOSYSTEM: '1' },
    PATH: `${path.join(area, 'bin')}${path.delimiter}${PATH}`,
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
  };
}
