import { describe, expect, test } from 'vitest';
import { has } from '../../hooks/test/kit.js';
import { behindProxy, HIDDEN } from './proxy-kit.js';
import { ship, shop } from './ship-kit.js';

/** A project whose forge only a proxy reaches, by an encrypted connection. */
async function hidden(password?: string) {
  const here = await shop();
  const gate = await behindProxy(here.repo.area, here.forge.url, password);
  const environment = { NODE_EXTRA_CA_CERTS: gate.certificate };
  const words = ['--message', 'Prices in cents', '--api-url', `https://${HIDDEN}`];
  return {
    ...here,
    gate,
    shipped: (more: Record<string, string>) => ship(here, words, { environment: { ...environment, ...more } }),
  };
}

describe.skipIf(!has('openssl', 'version'))("U21: the environment's proxy is asked for the forge", () => {
  test.each([
    ['HTTPS_PROXY', 'http://'],
    ['https_proxy', ''],
    ['ALL_PROXY', 'http://'],
  ])('that %s names, with or without its scheme: "%s"', async (name, scheme) => {
    const { gate, forge, shipped } = await hidden();
    const first = await shipped({ [name]: `${scheme}${gate.url}` });
    expect(first.error).toBeUndefined();
    expect(first).toMatchObject({ ok: true, data: { ci: { state: 'passed' } } });
    expect(forge.pulls).toHaveLength(1);
    expect(new Set(gate.asked.map(({ host }) => host))).toEqual(new Set([`${HIDDEN}:443`]));
  });

  test('with the credentials that stand in it, which no message shows', async () => {
    const { gate, shipped } = await hidden('anne:secret word');
    const ok = await shipped({ HTTPS_PROXY: `http://anne:secret%20word@${gate.url}` });
    expect(ok).toMatchObject({ ok: true });
    const wrong = await shipped({ HTTPS_PROXY: `http://anne:hunter2@${gate.url}` });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'FORGE_UNREACHABLE' } });
    expect(wrong.error.message).toContain('the proxy answered 407 (through the proxy in HTTPS_PROXY)');
    expect(JSON.stringify(wrong) + wrong.stderr).not.toContain('hunter2');
  });

  test('but for the hosts in NO_PROXY, and not where none is named', async () => {
    const { gate, shipped } = await hidden();
    for (const more of [{ HTTPS_PROXY: gate.url, NO_PROXY: '.example.test' }, { HTTPS_PROXY: '' }]) {
      expect((await shipped(more)).error).toMatchObject({ code: 'FORGE_UNREACHABLE' });
    }
    expect(gate.asked).toEqual([]);
  });

  test('what is no address of one is told', async () => {
    const { shipped } = await hidden();
    const { error } = await shipped({ HTTPS_PROXY: 'socks5://anne:hunter2@127.0.0.1:1' });
    expect(error.message).toContain('HTTPS_PROXY is not the address of an HTTP proxy');
    expect(error.message).not.toContain('hunter2');
  });
});

test('U21: a forge on this machine is never asked through a proxy: the token would leave the machine', async () => {
  const here = await shop();
  const environment = { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' };
  expect(await ship(here, ['--message', 'Prices in cents'], { environment })).toMatchObject({ ok: true });
});
