import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { findRepository, putPending, takePending } from '@flow/evidence';
import { hostRun } from '@flow/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { CLI, has, repository, start } from './kit.js';

const NODE = {
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  'total.js': 'exports.total = (a, b) => a + b;\n',
  'total.test.js':
    "const { total } = require('./total.js');\nrequire('node:test')('adds', () => require('node:assert').equal(total(1, 2), 3));\n",
};
const OTHER = 'exports.total = (a, b) => b + a;\n';
const BAD = 'exports.total = (a, b) => a - b;\n';

test('E8: a clock that was set back while the tests ran: no proof, and the next run counts', () => {
  const repo = repository({ files: NODE });
  repo.write('total.js', OTHER);
  const it = start(repo);
  const input = { command: 'node --test' };
  it.send(it.events.preToolUse('Bash', input, 'call'));
  // As the clock would have told it that has been set back by a minute since.
  const own = findRepository(repo.root)!;
  const kept = takePending<{ uptime: number; before: { began: number } }>(own, 'call', repo.environment)!;
  kept.before.began += 60_000;
  putPending(own, 'call', kept, repo.environment);
  const { environment } = repo;
  const end = it.send(hostRun(input.command, { cwd: repo.root, environment, id: 'call', events: it.events }));
  expect(JSON.stringify(end.json)).toMatch(/cannot count as a result \(the clock was set back while it ran/);
  repo.commit('work');
  expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_UNKNOWN');
  expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
  expect(it.bash('git push -q origin HEAD').refused).toBeNull();
});

/** A file system that keeps no time of change: it gives a file's time of content in its place, as FAT and SFTP do. */
const mounted: string[] = [];
const CAN_MOUNT = has('sh', '-c', 'd=$(mktemp -d) && bindfs -n $d $d && fusermount -u $d');
afterEach(() => {
  for (const folder of mounted.splice(0)) spawnSync('sh', ['-c', `fusermount -u ${folder} || umount ${folder}`]);
});

describe.runIf(CAN_MOUNT)('a file system without a time of change', () => {
  function onSuch() {
    const repo = repository({ files: NODE });
    const root = `${repo.area}/mounted`;
    mkdirSync(root);
    cpSync(repo.root, `${repo.area}/below`, { recursive: true });
    spawnSync('sh', ['-c', `bindfs --ctime-from-mtime ${repo.area}/below ${root}`]);
    mounted.push(root);
    repo.git('-C', root, 'update-index', '-q', '--refresh');
    const it = start({ ...repo, root, path: (...parts) => [root, ...parts].join('/') });
    return { repo, it, root, git: (...words: string[]) => repo.git('-C', root, ...words) };
  }

  test('E1: a file system without a time of change: no proof by what the hook sees, and exec counts', () => {
    const { repo, it, root, git } = onSuch();
    repo.write(`${root}/total.js`, OTHER);
    expect(it.bash('node --test').told.join('\n')).toMatch(
      /keeps no time of change.*`npx flow-hooks exec -- node --test`/,
    );
    git('commit', '-qam', 'work');
    expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_UNKNOWN');
    expect(it.bash(`node ${CLI} exec -- node --test`).exit).toBe(0);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('E1: a swap with its old time there proves nothing, and none within exec either', () => {
    const { repo, it, root, git } = onSuch();
    repo.write(`${root}/total.js`, BAD);
    const swap = 'cp -p total.js ../kept; git checkout -q -- total.js; node --test; cp -p ../kept total.js';
    it.bash(swap);
    it.bash(`node ${CLI} exec -- sh -c '${swap}'`);
    git('commit', '-qam', 'red');
    expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_UNKNOWN');
  });
});

/** A file system of its own in a file, whose times can be written while it is not mounted. */
const CAN_LOOP =
  process.getuid?.() === 0 &&
  has(
    'sh',
    '-c',
    'd=$(mktemp -d) && mke2fs -q -t ext4 $d/image 4M && mkdir $d/at && mount -o loop $d/image $d/at && umount $d/at && debugfs -V',
  );

const shell = (line: string) =>
  expect(spawnSync('sh', ['-c', line], { encoding: 'utf8' }), line).toMatchObject({ status: 0 });

test.runIf(CAN_LOOP)('E1: a file system of whole seconds: a swap within one is seen, and the run alone counts', () => {
  const repo = repository({ files: NODE });
  const root = `${repo.area}/mounted`;
  mkdirSync(root);
  // Inodes of this size have no room for the parts of a second.
  shell(`mke2fs -q -t ext3 -I 128 -d ${repo.root} ${repo.area}/image 32M && mount -o loop ${repo.area}/image ${root}`);
  mounted.push(root);
  const it = start({ ...repo, root, path: (...parts) => [root, ...parts].join('/') });
  repo.write(`${root}/total.js`, BAD);
  it.bash('cp -p total.js ../kept; git checkout -q -- total.js; node --test; cp -p ../kept total.js');
  it.bash('git commit -qam red');
  expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_UNKNOWN');
  repo.write(`${root}/total.js`, OTHER);
  expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
  it.bash('git commit -qam green');
  expect(it.bash('git push -q origin HEAD').refused).toBeNull();
});

test.runIf(CAN_LOOP)('E8: files with a time in the future: no proof, and a touch is the remedy', () => {
  const repo = repository({ files: { ...NODE, 'lib/rate.js': 'exports.rate = 1;\n' } });
  repo.write('total.js', OTHER);
  const image = `${repo.area}/image`;
  const root = `${repo.area}/mounted`;
  mkdirSync(root);
  shell(`mke2fs -q -t ext4 -d ${repo.root} ${image} 32M`);
  const times = { 'total.js': 2036, lib: 2036, 'lib/rate.js': 2020, 'total.test.js': 2020, 'package.json': 2020 };
  for (const [file, year] of Object.entries(times))
    shell(`debugfs -w -R 'set_inode_field /${file} ctime ${year}0101' ${image}`);
  shell(`mount -o loop ${image} ${root}`);
  mounted.push(root);
  const it = start({ ...repo, root, path: (...parts) => [root, ...parts].join('/') });
  expect(it.bash('git update-index -q --refresh; node --test').told.join('\n')).toMatch(
    /in the future.*`touch (?:total\.js lib|lib total\.js)`/,
  );
  it.bash('git commit -qam work');
  expect(it.bash('git push -q origin HEAD').refused).toMatch(/PUSH_UNKNOWN.*`touch`/);
  it.bash('touch lib total.js');
  expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
  expect(it.bash('git push -q origin HEAD').refused).toBeNull();
});
