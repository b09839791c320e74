import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Block,
  bash,
  CLIENT_PACKAGES,
  call,
  clientEnvironment,
  IS_SHORT,
  installNamed,
  type ScriptedTurn,
  say,
  startModelServer,
  type TempRepo,
  versionOf,
} from '@flow/test-kit';
import { OPENCODE, QWEN_CODE } from '@flow/test-kit/other-client';
import { describe, expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { until } from './driver-kit.js';
import { startDriver } from './driver-process.js';
import { FLOW, FLOW_HOOKS, flow, json, repository } from './kit.js';
import { runBeside, tasksConfig } from './tasks-workflow.js';

/* Real clients that speak the Agent Client Protocol, started by the driver, against a scripted model. */

const TASKS = '# Tasks\n\n## Tasks\n\n- [ ] A: First\n  - Files: `a.txt`\n';

interface AcpClient {
  name: string;
  version: string;
  words(): string[];
  environment?: Readonly<Record<string, string>>;
  /** Writes what the client reads in its home. */
  settles?(repo: TempRepo, url: string): void;
  write(file: string, content: string): Block;
  shell(command: string): Block;
}

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const CLIENTS: AcpClient[] = [
  {
    name: CLIENT_PACKAGES.FLOW_CLAUDE_AGENT_ACP_VERSION,
    version: versionOf('FLOW_CLAUDE_AGENT_ACP_VERSION', '0.101.0'),
    words() {
      return [installNamed(this.name, this.version, 'claude-agent-acp')];
    },
    write: (file_path, content) => call('Write', { file_path, content }),
    shell: (command) => bash(command),
  },
  {
    name: OPENCODE.package,
    version: OPENCODE.version,
    words() {
      return [installNamed(this.name, this.version, 'opencode'), 'acp'];
    },
    environment: {
      OPENCODE_DISABLE_AUTOUPDATE: 'true',
      OPENCODE_DISABLE_MODELS_FETCH: 'true',
      npm_config_offline: 'true',
    },
    settles(repo, url) {
      const model = { name: 'scripted', tool_call: true, limit: { context: 200_000, output: 8000 } };
      const provider = { options: { baseURL: `${url}/v1`, apiKey: 'none' }, models: { scripted: model } };
      const config = {
        ...{ model: 'anthropic/scripted', small_model: 'anthropic/scripted', provider: { anthropic: provider } },
        permission: { edit: 'ask', bash: 'ask' },
      };
      write(path.join(repo.home, '.config/opencode/opencode.json'), JSON.stringify(config));
    },
    write: (filePath, content) => call('write', { filePath, content }),
    shell: (command) => call('bash', { command, description: 'a command' }),
  },
  {
    name: QWEN_CODE.package,
    version: QWEN_CODE.version,
    words() {
      return [
        installNamed(this.name, this.version, 'qwen'),
        '--acp',
        '--auth-type',
        'anthropic',
        '--model',
        'scripted',
      ];
    },
    environment: { QWEN_CODE_NO_RELAUNCH: 'true', ANTHROPIC_MODEL: 'scripted' },
    settles(repo) {
      write(
        path.join(repo.home, '.qwen/settings.json'),
        JSON.stringify({ security: { auth: { selectedType: 'anthropic' } } }),
      );
    },
    write: (file_path, content) => call('write_file', { file_path, content }),
    shell: (command) => call('run_shell_command', { command, is_background: false }),
  },
];

function driving(client: AcpClient, hooks: boolean, turns: (tree: string) => readonly ScriptedTurn[]) {
  const acp = JSON.stringify(client.words());
  const config = `${tasksConfig()}drive:\n  agent: named\n  agents:\n    named: { acp: ${acp}${hooks ? ', hooks: true' : ''} }\n`;
  const files = {
    'flow.config.yaml': config,
    'verify.sh': 'grep -q done a.txt\n',
    'whole.sh': 'exit 0\n',
  };
  const repo = repository({ files });
  if (hooks) {
    flow(repo, ['install'], { program: FLOW_HOOKS });
    repo.commit('guards');
  }
  const home = runBeside(repo, TASKS);
  const drive = () => {
    let tree = '';
    const ended = (async () => {
      const server = await startModelServer({
        main: [],
        agents: {
          'Work on A': Array.from({ length: 20 }, (_, at) => (request) => {
            // It is told where it works; its own tools take whole paths alone.
            tree ||= /\/\S+?\.flow\/[0-9a-f]{8}\/A\b/.exec(JSON.stringify(request))?.[0] ?? '';
            const turn = turns(tree)[at] ?? [say('Done.')];
            return typeof turn === 'function' ? turn(request) : turn;
          }),
        },
      });
      client.settles?.(repo, server.url);
      const env = { ...repo.environment, ...clientEnvironment(server.url, repo.area), ...client.environment };
      const end = await startDriver(home, env, ['--sessions', '1']).ended;
      await server.close();
      return end;
    })();
    return { ended, tree: () => tree };
  };
  return { repo, home, drive };
}

/** What policy said of what the client asked for, as the program between the two wrote it down. */
function permissions(repo: TempRepo): string[] {
  const folder = repo.path('.git/flow/drive');
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const lines = files.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'));
  return lines.flatMap((line) => {
    const { acp, asked, refused } = JSON.parse(line || '{}');
    return acp === 'permission'
      ? [`${asked.command ?? path.basename(asked.paths[0])}: ${refused === null ? 'yes' : 'no'}`]
      : [];
  });
}

const endOf = (stdout: string) =>
  (JSON.parse(stdout) as { data: { told: { end?: object }[] } }).data.told.flatMap(({ end }) => end ?? [])[0];

describe.skipIf(IS_SHORT)('a real client of the Agent Client Protocol', () => {
  test.each(CLIENTS)(
    'R22 R19 $name $version does an item unarmed: policy answers what it asks for, and commands show its work',
    async (client) => {
      const { repo, home, drive } = driving(client, false, (tree) => [
        [client.write(`${tree}/a.txt`, 'A done\n')],
        [client.shell('sh verify.sh')],
        // Some end their turn once something was refused.
        [client.shell('git push --force origin HEAD:main'), client.write(path.join(tree, '../elsewhere.txt'), 'x')],
        [say('Done.')],
      ]);
      const run = drive();
      const end = await run.ended;
      expect(endOf(end.stdout), end.stderr).toMatchObject({
        failure: null,
        armed: false,
        tokens: expect.any(Number),
      });
      expect(end.status).toBe(0);
      const asked = permissions(repo);
      expect(asked).toEqual(expect.arrayContaining(['a.txt: yes', 'sh verify.sh: yes']));
      expect(asked.filter((one) => /push|elsewhere/.test(one)).length).toBeGreaterThan(0);
      expect(asked.filter((one) => /(push|elsewhere).*: yes/.test(one))).toEqual([]);
      expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
      expect(existsSync(path.join(run.tree(), '../elsewhere.txt'))).toBe(false);
      expect(json(repo, ['status'], { cwd: home }).data).toMatchObject({ phase: 'done' });
    },
  );

  test('R22 the one of Claude Code runs the hooks of the project: it is armed, and hands in its own work', async () => {
    const [client] = CLIENTS;
    const { repo, home, drive } = driving(client!, true, () => [
      [client!.shell("printf 'A done' > a.txt")],
      [client!.shell(`node ${FLOW} submit complete --item A && node ${FLOW} commit --item A`)],
      [say('Done.')],
    ]);
    const end = await drive().ended;
    expect(endOf(end.stdout), end.stderr).toMatchObject({ failure: null, armed: true });
    expect(end.status).toBe(0);
    expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
  });

  test.skipIf(!HAS_SCRIPT).each(CLIENTS)(
    'R25 $name $version is cancelled with its run, and leaves no process',
    async (client) => {
      // The folder of its commands is the work tree.
      const { repo, home, drive } = driving(client, false, () => [
        [client.shell("sh -c 'echo went > went.txt; tail -f /dev/null'")],
        () => new Promise(() => {}),
      ]);
      const run = drive();
      await until(() => existsSync(path.join(run.tree(), 'went.txt')), 'a command of the client', 60_000);
      expect(livingIn(repo)).not.toEqual([]);
      const paused = await atTerminal(repo, ['-C', home, 'pause', 'the machine is wanted'], { program: FLOW });
      expect(paused, paused.text).toMatchObject({ status: 0 });
      const end = await run.ended;
      expect(JSON.parse(end.stdout).data.outcome).toMatchObject({ how: 'waiting', for: 'person' });
      expect(endOf(end.stdout)).toMatchObject({ failure: { class: expect.stringMatching(/infra|external/) } });
      expect(livingIn(repo)).toEqual([]);
    },
  );
});

/** Processes that work in the work trees of a repository's items, or have the variables of a session there. */
function livingIn({ area }: TempRepo): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      if (!/^\d+$/.test(pid) || readFileSync(`/proc/${pid}/cmdline`).length === 0) return false;
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(path.join(area, 'repo.flow'))) return true;
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`FLOW_WORKTREE=${area}`);
    } catch {
      return false;
    }
  });
}
