import { CLIENTS } from '@flow/clients/clients';
import { groupOf, REGISTRATIONS } from '@flow/clients/registrations';
import { describe, expect, test } from 'vitest';
import { isArmedIn, isFullyArmed, misleadingVariable } from './armed.js';

type Settings = { hooks: Record<string, { matcher?: string; hooks: Handler[] }[]> };
type Handler = Record<string, unknown> & { args?: unknown[] };

/** The settings as an installation writes them. */
const installed = (): Settings =>
  JSON.parse(JSON.stringify({ hooks: Object.fromEntries(REGISTRATIONS.map((one) => [one.event, [groupOf(one)]])) }));

const guard = (settings: Settings, event = 'PreToolUse') => settings.hooks[event]![0]!;

describe('D97 settings that call the guard about everything, and heed it', () => {
  test.each<[string, (settings: Settings) => unknown]>([
    ['as installed', () => {}],
    ['beside other groups', ({ hooks }) => hooks.PreToolUse!.unshift({ matcher: 'Bash', hooks: [{ command: 'x' }] })],
    ['without a matcher', (settings) => delete guard(settings).matcher],
    ['of another Node', (settings) => (guard(settings).hooks[0]!.command = '/opt/node/bin/node')],
    ['without what only tells', ({ hooks }) => delete hooks.SubagentStop],
  ])('%s', (_what, change) => {
    const settings = installed();
    change(settings);
    expect(isFullyArmed(JSON.stringify(settings))).toBe(true);
  });

  test.each<[string, (settings: Settings) => unknown]>([
    ['a narrower matcher', (settings) => (guard(settings).matcher = 'Write')],
    ['a condition', (settings) => (guard(settings).hooks[0]!.if = 'Bash(x *)')],
    ['an answer that nobody waits for', (settings) => (guard(settings).hooks[0]!.async = true)],
    ['a failure that passes', (settings) => delete guard(settings).hooks[0]!.onFailure],
    ['another program', (settings) => (guard(settings).hooks[0]!.command = 'true')],
    ['another event', (settings) => guard(settings).hooks[0]!.args!.splice(1, 1, 'PostToolUse')],
    [
      'the launcher in a comment',
      (settings) => (guard(settings).hooks[0] = { type: 'command', command: 'true # .claude/hooks/flow.cjs' }),
    ],
    ['nothing behind calls', ({ hooks }) => delete hooks.PostToolUse],
    ['less behind calls', (settings) => (guard(settings, 'PostToolUse').matcher = 'Agent')],
    ['nothing at changes of settings', ({ hooks }) => delete hooks.ConfigChange],
    ['groups that are none', ({ hooks }) => (hooks.PreToolUse = {} as never)],
    ['handlers that are none', ({ hooks }) => (hooks.PreToolUse = [null, { hooks: [null] }] as never)],
  ])('not with %s', (_what, change) => {
    const settings = installed();
    change(settings);
    expect(isFullyArmed(JSON.stringify(settings))).toBe(false);
  });
});

test('D97 variables that take the guard from its place', () => {
  const found = (env: unknown) => misleadingVariable(JSON.stringify({ env }), { HOME: '/home/dev' });
  expect(found({ XDG_STATE_HOME: '/tmp/x' })).toBe('XDG_STATE_HOME');
  expect(found({ A: '1', HOME: '/tmp' })).toBe('HOME');
  expect(found({ NODE_OPTIONS: '--max-old-space-size=900 --require /tmp/x.js' })).toBe('NODE_OPTIONS');
  expect(found({ HOME: '/home/dev', NODE_OPTIONS: '--max-old-space-size=900', PATH: '/bin' })).toBeUndefined();
  expect(found(null)).toBeUndefined();
});

const inFiles = CLIENTS.filter(({ whole }) => whole === undefined);

test.each(inFiles)('34.6 the entries of $name are armed with the one before a call, and not without', (client) => {
  const text = (all: typeof client.registrations) =>
    JSON.stringify({ hooks: Object.fromEntries(all.map((one) => [one.event, [client.groupOf(one)]])) });
  expect(isArmedIn(client, text(client.registrations))).toBe(true);
  expect(isArmedIn(client, text(client.registrations.filter(({ onFailure }) => onFailure === undefined)))).toBe(false);
});
