import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findNotifier, notificationOf, ToldReasons } from './notify.js';
import type { Row } from './row.js';

const folder = mkdtempSync(path.join(tmpdir(), 'flow-notify-'));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (item: string | null, key: string, more: Partial<Row> = {}): Row => ({
  ...{ group: 'needs-you', key, item, title: '', phase: null, try: null, cost: null, since: null, until: null },
  ...{ why: key, command: null },
  ...more,
});

describe('R65 whoever started a run is told once when a person is needed', () => {
  test('R30 of each reason once, also by the driver that comes after', () => {
    const told = new ToldReasons(folder, 'run');
    const names = (of: ToldReasons, ...rows: Row[]) => of.take({ rows }).map(({ key }) => key);
    expect(names(told, row('A', 'blocked'), row('B', 'x', { group: 'working' }))).toEqual(['blocked']);
    expect(names(told, row('A', 'blocked'), row('B', 'blocked'))).toEqual(['blocked']);
    expect(names(told, row('A', 'blocked'), row('B', 'blocked'))).toEqual([]);
    expect(names(new ToldReasons(folder, 'run'), row('A', 'blocked'), row(null, 'paused'))).toEqual(['paused']);
    expect(names(new ToldReasons(folder, 'other'), row('A', 'blocked'))).toEqual(['blocked']);
  });

  test('in few words, with what others wrote behind words of ours', () => {
    expect(notificationOf('feature/login', [])).toBeNull();
    const rows = ['--urgency=critical', 'b', 'c', 'd', 'e'].map((key) => row('-A', key));
    const { title, body } = notificationOf('feature/login', rows)!;
    expect(title).toBe('flow: feature/login');
    expect(body).toBe('Needs you: -A: --urgency=critical\n-A: b\n-A: c\nand 2 more');
    expect(notificationOf('x', [row('A', 'y'.repeat(5000))])!.body.length).toBeLessThan(300);
  });
});

describe('the program of the desktop', () => {
  const repository = path.join(folder, 'repo');
  const inFolder = (name: string, program: string) => {
    const at = path.join(folder, name);
    mkdirSync(at, { recursive: true });
    writeFileSync(path.join(at, program), '');
    chmodSync(path.join(at, program), 0o755);
    return at;
  };
  const found = (platform: NodeJS.Platform, ...folders: string[]) =>
    findNotifier({ PATH: folders.join(path.delimiter) }, repository, platform);

  test('gets texts as arguments: no shell, no script and no markup is made of them', () => {
    const text = { title: 'flow: x', body: `Needs you: "$(id)" \`id\` <b>bold</b> & " with title "y` };
    const linux = found('linux', inFolder('bin', 'notify-send'))!;
    expect(linux.words(text)).toEqual([
      ...['--app-name=flow', '--', 'flow: x'],
      'Needs you: "$(id)" `id` &lt;b&gt;bold&lt;/b&gt; &amp; " with title "y',
    ]);
    const mac = found('darwin', inFolder('bin', 'osascript'))!;
    expect(mac.words(text).slice(-2)).toEqual([text.title, text.body]);
    expect(mac.words(text).slice(0, -2).join(' ')).not.toContain('Needs you');
  });

  test('is none that the repository or its packages bring, and nothing where there is none', () => {
    const brought = [inFolder('repo/bin', 'notify-send'), inFolder('x/node_modules/.bin', 'notify-send'), 'bin', ''];
    expect(found('linux', ...brought)).toBeNull();
    expect(found('linux', ...brought, inFolder('bin', 'notify-send'))?.program).toBe(
      path.join(folder, 'bin/notify-send'),
    );
    expect(found('win32')).toBeNull();
  });
});
