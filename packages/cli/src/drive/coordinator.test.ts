import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Place } from '../workflow/place.js';
import { coordinatorOf, sharedBy } from './coordinator.js';

/* A coordinator that is a package of a project's own: small packages in a temporary project. */

const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-coordinator-')));
afterAll(() => rmSync(area, { recursive: true, force: true, maxRetries: 3 }));

const VERBS = ['claim', 'renew', 'settle', 'hold', 'signal', 'append', 'read'];
const whole = `export const coordinator = (given) => ({ given, ${VERBS.map((one) => `${one}() {}`).join(', ')} });`;

/** Installs a package in a project of its own. @returns the project's folder */
function project(name: string, text: string, manifest: object = { exports: './index.js' }): string {
  const folder = mkdtempSync(path.join(area, 'project-'));
  const home = path.join(folder, 'node_modules', name);
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'index.js'), text);
  writeFileSync(path.join(home, 'package.json'), JSON.stringify({ name, type: 'module', ...manifest }));
  return folder;
}

test.each([
  ['a package', 'mine', undefined],
  ['one with a scope', '@team/mine', undefined],
  ['one that names its file as `main`', 'mine', { main: 'index.js' }],
  ['one that has a door for import alone', 'mine', { exports: { import: './index.js' } }],
  [
    'one whose door has a door within',
    'mine',
    { exports: { '.': { import: { types: './i.d.ts', default: './index.js' } } } },
  ],
])('%s is loaded, and told what it needs', async (_, name, manifest) => {
  const given = { folder: 'f', remote: 'origin', machine: 'm', options: { address: 'host:1' } };
  const elsewhere = mkdtempSync(path.join(area, 'empty-'));
  expect(await coordinatorOf(name, given, [elsewhere, project(name, whole, manifest)])).toMatchObject({ given });
});

test.each([
  ['is not installed', null, /mine cannot be used: it is not installed here\.$/, 'npm i -D mine'],
  ['exports nothing of that name', 'export const other = 1;', /it exports no function `coordinator`\.$/],
  ['exports something else of that name', 'export const coordinator = {};', /it exports no function `coordinator`\.$/],
  [
    'makes nothing',
    'export const coordinator = () => undefined;',
    /has no claim, renew, settle, hold, signal, append, read\.$/,
  ],
  ['lacks one of its functions', whole.replace('renew() {}', 'renew: 1'), /what it makes has no renew\.$/],
  ['fails in several loud lines', 'throw new Error("\u001b[31mno\\nmore");', /cannot be used: no\.$/],
  ['refuses its options', 'export const coordinator = () => { throw new TypeError("no address"); };', /no address\.$/],
  ['throws what is no error', 'export const coordinator = () => Promise.reject(null);', /cannot be used: null\.$/],
  ['is no module', 'export const (', /cannot be used: /],
])('a package that %s is refused, with a way out', async (_, text, why, remedy = '') => {
  const folder = text === null ? mkdtempSync(path.join(area, 'empty-')) : project('mine', text);
  const error = await coordinatorOf('mine', {}, [folder]).catch((one: unknown) => one);
  expect(error).toMatchObject({
    exit: 3,
    problem: {
      code: 'COORDINATOR_UNUSABLE',
      message: expect.stringMatching(why),
      remedy: remedy || expect.stringMatching(/another package or version/),
    },
  });
});

test.each(['machine', 'git:origin'])(
  '%s knows no options: what is written there is refused, and nothing else is',
  async (coordinator) => {
    const by = (drive: object) => {
      const repository = { root: area, evidence: path.join(area, 'evidence'), commonDir: area };
      return sharedBy({ around: { repository, policy: { drive } } } as unknown as Place).catch((one: unknown) => one);
    };
    expect(await by({ coordinator, coordinatorOptions: { address: 'host:1' } })).toMatchObject({
      problem: { code: 'COORDINATOR_UNUSABLE', message: expect.stringContaining('it knows no option address') },
    });
    const plain = await by({ coordinator, coordinatorOptions: {} });
    expect(coordinator === 'machine' ? plain : Object.keys(plain as object)).toEqual(
      coordinator === 'machine' ? null : ['coordinator', 'machine', 'meeting'],
    );
  },
);
