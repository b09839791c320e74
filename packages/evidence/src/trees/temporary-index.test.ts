import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { git } from '../git/git.js';
import { withTemporaryIndex } from './temporary-index.js';

const HOURS = 2 * 3_600_000;

test('D98 who takes the content of a repository without a commit for hours keeps it while others take it, too', () => {
  const { repository, git } = tempRepository({ 'a.txt': 'a', 'b.txt': 'b' });
  const long = (Date.now() - HOURS) / 1000;
  utimesSync(join(repository.gitDir, 'index'), long, long);
  const tree = withTemporaryIndex(repository, undefined, (run) => {
    withTemporaryIndex(repository, undefined, (other) => other(['write-tree']));
    return run(['write-tree']).stdout.toString('latin1').trim();
  });
  expect(tree).toBe(git('rev-parse', 'HEAD^{tree}'));
});

test('what killed processes left of an index goes once it is an hour old', () => {
  const { repository } = tempRepository({ 'a.txt': 'a' });
  const look = () => withTemporaryIndex(repository, undefined, (run) => run(['ls-files']).stdout.toString());
  expect(look()).toBe('a.txt\n');
  const folder = join(repository.evidence, 'tmp');
  writeFileSync(join(folder, 'index-left'), '');
  look();
  expect(readdirSync(folder)).toEqual(['index-left']);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOURS });
  look();
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  '33.3 an index that somebody made a pipe, a device or a huge file of is told at once, and not read without end',
  () => {
    const { repository } = tempRepository({ 'a.txt': 'a' });
    const index = join(repository.gitDir, 'index');
    renameSync(index, `${index}.kept`);
    const look = () => withTemporaryIndex(repository, undefined, (run) => run(['ls-files']).stdout.toString());
    const odd: [() => void, string][] = [
      [() => execFileSync('mkfifo', [index]), 'is no file'],
      [() => symlinkSync('/dev/zero', index), 'is no file'],
      [
        () => {
          writeFileSync(index, '');
          truncateSync(index, 2 ** 40);
        },
        'is too large',
      ],
    ];
    for (const [make, why] of odd) {
      make();
      expect(look()).toEqual({ failed: expect.stringContaining(why) });
      // Git itself would wait for the end of it, too.
      if (why === 'is no file')
        expect(() => git(repository, ['ls-files'])).toThrow(expect.objectContaining({ code: 'UNSAFE_PATH' }));
      rmSync(index);
    }
    renameSync(`${index}.kept`, index);
    expect(look()).toBe('a.txt\n');
  },
);
