import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { findRepository, repositoryState } from '@flow/evidence';
import { type HostEvent, runHook, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { HOOK, repository, start } from './kit.js';
import { room } from './room.js';

const SESSION = '66666666-6666-4666-8666-666666666666';

const around = (repo: TempRepo) =>
  surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;

type Deed = Parameters<typeof room.recordDeed>[2];

const say = (repo: TempRepo, deed: Deed) =>
  room.recordDeed(around(repo), room.runHere(findRepository(repo.root)!, repo.environment)!, deed);

/** The file in which a session's refusals are counted. */
const countOf = (repo: TempRepo) =>
  path.join(repositoryState(findRepository(repo.root)!, repo.environment), 'told', `${SESSION}-stops`);

/** A run whose first phase asks the agent for a document. */
function led() {
  const repo = repository({ files: { 'src/a.js': 'a\n' } });
  const agent = start(repo, { session: SESSION });
  room.recordStart(around(repo), 'ceremony', 'feature/login', {});
  return {
    repo,
    agent,
    stop: (fields: Record<string, unknown> = {}) => agent.send({ ...agent.events.stop(), ...fields }),
  };
}

const LEASE = {
  ...{ id: 'L1', token: 1, machine: 'here', boot: null, pidNamespace: null, pid: null, startedAt: null },
  ...{ worktree: '/elsewhere', branch: 'feature/login', base: null, apart: false },
};

/** A lease that a driver, or a session by itself, has of an item. */
const lease = (session: string | null, driver: boolean) => ({
  ...{ ...LEASE, session, driver, since: Date.now(), until: Date.now() + 60_000 },
});

describe('the end of a turn', () => {
  test('M3 M52 X49 work is left for the agent: the turn goes on with what is next, until it is done or waits', () => {
    const { repo, stop } = led();
    const refused = stop();
    expect(refused).toMatchObject({ status: 2, json: { decision: 'block' } });
    expect(refused.stderr).toMatch(/WORK_LEFT.*\(1 of 8\)/);
    expect(refused.stderr).toContain('phase plan');
    expect(refused.stderr).toContain('flow await');
    say(repo, { type: 'pause', reason: 'lunch', person: 'Ada' });
    const allowed = stop();
    expect(allowed).toMatchObject({ status: 0, stderr: '' });
    // The person reads who has paused it, once; the model is told nothing, as that would send it on.
    expect(allowed.json).toEqual({ systemMessage: expect.stringContaining('Paused by Ada: lunch') });
    expect(stop()).toMatchObject({ status: 0, stdout: '' });
    say(repo, { type: 'resume', reason: '' });
    expect(stop().status).toBe(2);
  });

  test('M3 M52 it is refused eight times in a row, by our own count, and a new word of a person begins a new row', () => {
    const { stop } = led();
    const statuses = (times: number, fields?: Record<string, unknown>) =>
      Array.from({ length: times }, () => stop(fields).status);
    // The client's own bit says nothing of how often.
    expect(statuses(10)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 0, 0]);
    const next = { prompt_id: '00000000-0000-4000-8000-000000000002' };
    expect(statuses(1, { ...next, stop_hook_active: true })).toEqual([0]);
    expect(statuses(9, next)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 0]);
    // Each session counts for itself.
    expect(statuses(1, { session_id: '77777777-7777-4777-8777-777777777777' })).toEqual([2]);
  });

  test('R14 what the client leaves out is no end and takes nothing away; no transcript is read', () => {
    const { repo, agent, stop } = led();
    const bare: HostEvent = { session_id: SESSION, transcript_path: '', cwd: repo.root, hook_event_name: 'Stop' };
    expect(agent.send({ ...bare, transcript_path: '/nowhere/at/all.jsonl' }).status).toBe(2);
    const odd = { last_assistant_message: 7, background_tasks: 'none', session_crons: null, stop_hook_active: 'no' };
    expect(stop(odd).stderr).toContain('(2 of 8)');
    // A count that is damaged is no end either, and a run whose evidence is there stays.
    writeFileSync(countOf(repo), '{"v":1,');
    expect(stop().stderr).toContain('(1 of 8)');
    expect(room.runHere(findRepository(repo.root)!, repo.environment)).not.toBeNull();
    expect(stop({ last_assistant_message: 'DONE. <promise>COMPLETE</promise>' }).status).toBe(2);
    expect(stop({ last_assistant_message: 'I could not finish it.' }).stderr).toContain('You say');
  });

  test('R14 a refusal that cannot be counted is none: nobody is held for ever', () => {
    const { repo, stop } = led();
    mkdirSync(countOf(repo), { recursive: true });
    expect(stop()).toMatchObject({ status: 0 });
    rmdirSync(countOf(repo));
    expect(stop().status).toBe(2);
  });

  test('R18 a session that a driver has started ends when it wants; one that works by itself does not', () => {
    const { repo, stop } = led();
    say(repo, { type: 'item', item: 'S1', state: 'running', reason: '', lease: lease(SESSION, true) });
    expect(stop().status).toBe(0);
    // Over with its item, it is a driver's session still; another session is not.
    say(repo, { type: 'item', item: 'S1', state: 'open', reason: '' });
    expect(stop().status).toBe(0);
    expect(stop({ session_id: '77777777-7777-4777-8777-777777777777' }).status).toBe(2);
    const other = led();
    say(other.repo, { type: 'item', item: 'S1', state: 'running', reason: '', lease: lease(SESSION, false) });
    expect(other.stop().status).toBe(2);
  });

  test.each([
    ['a background task', { background_tasks: [{ id: 'b1', type: 'shell', status: 'running' }] }, 0],
    ['one of unknown state', { background_tasks: [{ id: 'b1' }] }, 0],
    ['a session cron', { session_crons: [{ id: 'c1', schedule: '* * * * *', recurring: true, prompt: 'go on' }] }, 0],
    ['a task that is over', { background_tasks: [{ id: 'b1', type: 'shell', status: 'completed' }] }, 2],
    ['none of both', { background_tasks: [], session_crons: [] }, 2],
  ])('R19 with %s', (_what, fields, status) => {
    expect(led().stop(fields).status).toBe(status);
  });

  test.each([
    ['no run', () => start(repository({ files: { a: 'a\n' } }), { session: SESSION })],
    ['no repository', () => start(repository(), { session: SESSION, cwd: '/' })],
  ])('with %s it is nobody’s business', (_what, made) => {
    const agent = made();
    expect(agent.send(agent.events.stop())).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  test.each([
    ['mode: monitor\n', 0],
    ['rules: { WORK_LEFT: off }\n', 0],
    ['rules: { WORK_LEFT: warn }\n', 0],
    ['rules: { WORK_LEFT: block }\n', 2],
  ])('X47 the project says how strictly: %s', (config, status) => {
    const repo = repository({ files: { 'src/a.js': 'a\n', 'flow.config.yaml': config } });
    const agent = start(repo, { session: SESSION });
    room.recordStart(around(repo), 'ceremony', 'feature/login', {});
    expect(agent.send(agent.events.stop()).status).toBe(status);
  });

  test('X49 Codex is told in its own words, and counts alike', () => {
    const { repo, agent } = led();
    const { background_tasks: _tasks, session_crons: _crons, prompt_id: _id, ...event } = agent.events.stop();
    const args = ['Stop', '--host', 'codex'];
    const stop = (fields: Record<string, unknown>) =>
      runHook(HOOK, { ...event, model: 'm', ...fields }, { environment: repo.environment, cwd: repo.root, args });
    // With exit code 2 it reads standard error alone, and it throws an answer away that has a field which it does not know.
    const first = stop({ turn_id: 't1' });
    expect(first).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('(1 of 8)') });
    // It goes on in another turn, which no person has begun.
    expect(stop({ turn_id: 't2', stop_hook_active: true }).stderr).toContain('(2 of 8)');
    expect(stop({ turn_id: 't3', stop_hook_active: false }).stderr).toContain('(1 of 8)');
    expect(stop({ turn_id: 't3', agent_id: 'a1' })).toMatchObject({ status: 0, stdout: '' });
    say(repo, { type: 'pause', reason: 'lunch' });
    expect(stop({ turn_id: 't3' }).json).toEqual({ systemMessage: expect.stringContaining('Paused: lunch') });
  });
});
