import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import { findRepository } from '@flow/evidence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryClient } from '../src/install/doctor/trial/try-client.js';
import { hostNamed } from '../src/install/host-files/host-files.js';
import { install, makeWorld, removeWorld, VERSION, type World } from './install-world.js';

/* The trial of doctor with programs in a client's place, which ask the model as it does and do with the call what they want. */

let world: World;
beforeAll(() => {
  world = makeWorld();
  for (const name of ['claude-code', 'gemini', 'codex']) install(world, { host: hostNamed(name)! });
});
afterAll(() => removeWorld(world));

/** A program that asks for a turn, has `answer` make what the model reads of the call, and tells it. */
const program = (answer: string) => `#!${process.execPath}
if (process.argv[2] === '--version') { console.log('9.8.7 (stand-in)'); process.exit(0); }
const { execSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const config = process.env.SCRIPTED_KEY && readFileSync(process.env.HOME + '/.codex/config.toml', 'utf8');
const codex = Boolean(config);
const base = codex
  ? /base_url = "(.*)"/.exec(config)[1]
  : (process.env.ANTHROPIC_BASE_URL ?? process.env.GOOGLE_GEMINI_BASE_URL);
const gemini = process.env.GOOGLE_GEMINI_BASE_URL !== undefined;
const WIRE = codex
  ? {
      path: '/responses',
      body: (said) => ({ input: [{ role: 'user', content: 'x' }, ...said.map((output) => ({ type: 'function_call_output', output }))] }),
      command: ({ output: [item] }) => item.arguments && JSON.parse(item.arguments).cmd,
    }
  : gemini
    ? {
        path: '/v1beta/models/m:generateContent',
        body: (said) => ({ contents: [{ role: 'user', parts: [{ text: 'x' }, ...said.map((output) => ({ functionResponse: { response: { output } } }))] }] }),
        command: (got) => got.candidates[0].content.parts[0].functionCall?.args.command,
      }
    : {
        path: '/v1/messages',
        body: (said) => ({ messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }, ...said.map((content) => ({ type: 'tool_result', content }))] }] }),
        command: (got) => got.content[0].input?.command,
      };
const ask = async (said) => {
  const body = JSON.stringify({ tools: [{}], ...WIRE.body(said) });
  return WIRE.command(await (await fetch(base + WIRE.path, { method: 'POST', body })).json());
};
(async () => {
  const command = await ask([]);
  const answer = (${answer})(command);
  if (answer !== null && (await ask([answer])) !== undefined) throw new Error('the turn goes on');
})();
`;

const PUSHES = "(command) => String(execSync(command + ' 2>&1'))";
const REFUSES = "() => 'flow refused `git push`. - PUSH_UNTESTED'";
const HANGS = '() => { for (;;) execSync("sleep 30"); }';

const trialOf = (name: string, answer: string | null, limit = 20_000) => {
  const client = hostNamed(name)!;
  const folder = path.join(world.base, 'bin');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, client.program);
  if (answer !== null) {
    writeFileSync(file, program(answer));
    chmodSync(file, 0o755);
  }
  const environment = {
    ...world.environment,
    PATH: `${folder}:/usr/bin:/bin`,
    ANTHROPIC_API_KEY: 'of the person',
  };
  return tryClient(client, { repository: findRepository(world.root)!, environment, version: VERSION, limit });
};
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('flow-trial-'));

test.each(['claude-code', 'gemini', 'codex'])(
  '34.4 %s that asks the guard is fine, one that makes the refused call is not',
  async (name) => {
    const before = left();
    expect(await trialOf(name, REFUSES)).toMatchObject({
      ...{ id: `trial-${name}`, status: 'ok' },
      detail: expect.stringContaining('9.8.7 asked the guard'),
    });
    expect(await trialOf(name, PUSHES)).toMatchObject({
      status: 'failure',
      detail: expect.stringContaining('made a call that the guard refuses'),
    });
    expect(left()).toEqual(before);
  },
);

test('34.4 a refusal by somebody else, a client that ends early and one that hangs prove nothing, within the time that they have', async () => {
  expect(await trialOf('claude-code', "() => 'permission denied'")).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining("another reason than the guard's"),
  });
  expect(await trialOf('claude-code', "() => { console.error('not logged in'); return null; }")).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/ended before it made the call\. It said: not logged in/),
  });
  expect(await trialOf('claude-code', HANGS, 1500)).toMatchObject({ status: 'warning' });
});

test('34.4 nothing of the person reaches the client, and nothing of the client the person', async () => {
  const seen = `() => { require('node:fs').writeFileSync(${JSON.stringify(path.join(world.base, 'seen.json'))}, JSON.stringify(process.env)); return 'flow refused'; }`;
  await trialOf('claude-code', seen);
  const variables = JSON.parse(
    String(process.getBuiltinModule('node:fs').readFileSync(path.join(world.base, 'seen.json'))),
  );
  expect(variables.HOME).not.toBe(world.home);
  expect(variables.XDG_STATE_HOME.startsWith(variables.HOME)).toBe(true);
  expect(variables.ANTHROPIC_API_KEY).toBe('sk-ant-not-a-key');
  expect(existsSync(variables.HOME)).toBe(false);
  expect(Object.values(variables).join()).not.toContain('of the person');
});

test('34.4 what is not for this machine is sent to a proxy that leads nowhere', async () => {
  const seen = path.join(world.base, 'asked.json');
  const asks = `() => {
  const { env } = process;
  const given = [env.HTTPS_PROXY, env.https_proxy, env.HTTP_PROXY, env.http_proxy, env.ALL_PROXY, env.all_proxy];
  const by = (words) => { try { return String(execSync('curl -s -m 5 -o /dev/null -w "%{http_code} %{http_connect}" ' + words, { stdio: ['ignore', 'pipe', 'ignore'] })); } catch (error) { return String(error.stdout); } };
  require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify({
    given: [...new Set(given)], base, none: env.NO_PROXY, far: [by('https://model.invalid/'), by('http://model.invalid/v1/messages -d {}')], here: by(base + '/v1/messages -d {}'),
  }));
  return 'flow refused';
}`;
  expect(await trialOf('claude-code', asks)).toMatchObject({ status: 'ok' });
  const told = JSON.parse(String(process.getBuiltinModule('node:fs').readFileSync(seen)));
  expect(told.given).toEqual([told.base]);
  expect(told.none).toContain('127.0.0.1');
  expect(told.far).toEqual(['000 403', '403 000']);
  expect(told.here).toBe('200 000');
});

test('34.4 a client that cannot be started, or that nothing is registered for, is told plainly', async () => {
  expect(await trialOf('qwen', null)).toMatchObject({ status: 'failure', fix: expect.stringContaining('--host qwen') });
  install(world, { host: hostNamed('droid')! });
  expect(await trialOf('droid', null)).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('cannot be made: `droid --version`'),
  });
  // Every client has a trial, or says why not.
  for (const { trial } of CLIENTS) expect(typeof trial === 'string' ? trial : trial.tool).toMatch(/\S/);
});
