import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Forge } from './forge.js';

/**
 * Writes a program `gh` that is logged in at one host and speaks with a forge on loopback, with a token that only it has.
 * @returns its folder, for PATH
 */
export function fakeGh(folder: string, forge: Pick<Forge, 'url'>, host = 'github.com', token = 'secret-token'): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'gh');
  const program = `#!${process.execPath}
const words = process.argv.slice(2);
const value = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
if (value('--hostname') !== ${JSON.stringify(host)}) { console.error('not logged in'); process.exit(1); }
if (words[0] === 'auth' && words[1] === 'status') process.exit(0);
if (words[0] !== 'api') { console.error('unknown command'); process.exit(1); }
let input = '';
process.stdin.on('data', (chunk) => { input += chunk; });
process.stdin.on('end', async () => {
  const valued = ['--hostname', '--method', '--input'];
  const path = words.slice(1).find((word, at, all) => !word.startsWith('-') && !valued.includes(all[at - 1]));
  const body = value('--input') === '-' ? { body: input } : {};
  const headers = { authorization: 'Bearer ${token}' };
  try {
    const response = await fetch(${JSON.stringify(forge.url)} + '/' + path, { method: value('--method'), headers, ...body });
    const lines = [...response.headers].map(([name, text]) => name + ': ' + text);
    process.stdout.write(['HTTP/2.0 ' + response.status + ' x', ...lines, '', await response.text()].join('\\r\\n'));
    if (!response.ok) process.exitCode = 1;
  } catch (error) { console.error('error connecting to api.github.com'); process.exitCode = 1; }
});
`;
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  return folder;
}
