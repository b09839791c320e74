import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { repositoryState } from '../disk/state-folder.js';
import { isJudged, noteJudged } from './judged-push.js';

test('33.3f a note lets through the push that was judged, for as long as it is there, and no other one', () => {
  const { repository, area } = tempRepository({ 'a.txt': 'a\n' });
  const env = { ...process.env, XDG_STATE_HOME: join(area, 'state'), HOME: area };
  const push = { words: ['origin', '/there'], lines: 'refs/heads/a 1 refs/heads/a 0\n' };
  expect(isJudged(repository, push, env)).toBe(false);
  const forget = noteJudged(repository, push, Date.now() + 60_000, env);
  expect(isJudged(repository, push, env)).toBe(true);
  expect(isJudged(repository, { ...push, lines: push.lines.replace('1', '2') }, env)).toBe(false);
  expect(isJudged(repository, { ...push, words: ['origin', '/elsewhere'] }, env)).toBe(false);
  expect(isJudged({ ...repository, commonDir: join(area, 'other') }, push, env)).toBe(false);
  // Nobody makes one by hand, for another push or for longer.
  const folder = join(repositoryState(repository, env), 'judged');
  const [name] = readdirSync(folder);
  const text = readFileSync(join(folder, name!), 'utf8');
  writeFileSync(join(folder, name!), text.replace(/"until":\d+/, '"until":9999999999999'));
  expect(isJudged(repository, push, env)).toBe(false);
  writeFileSync(join(folder, name!), text);
  expect(isJudged(repository, push, env)).toBe(true);
  forget();
  expect(isJudged(repository, push, env)).toBe(false);
  noteJudged(repository, push, Date.now() - 1, env);
  expect(isJudged(repository, push, env)).toBe(false);
});
