import { expect, test } from 'vitest';
import { flow, json, repository } from './kit.js';

/* What becomes of a further wish is proposed, through the program. */

const FILES = {
  'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
  'total.py': 'x = 1\n',
  'tax.py': 'y = 1\n',
  'lib/rates.py': 'z = 1\n',
};

test('V35 flow follow-up proposes, says why with the commands, and does nothing', () => {
  const repo = repository({ files: FILES });
  expect(json(repo, ['follow-up', 'round total.py']).data).toMatchObject({
    way: 'new-run',
    files: ['total.py'],
    commands: ["flow start spec 'round total.py'"],
  });
  expect(flow(repo, ['start', 'ceremony']).status).toBe(0);
  const before = json(repo, ['status']).data;
  // Nothing of the run: a branch of its own.
  expect(json(repo, ['follow-up', 'rates are old', '--files', 'lib/rates.py']).data).toMatchObject({
    way: 'new-run',
    related: [],
    commands: [expect.stringMatching(/^git switch -c rates-are-old( main)?$/), "flow start ceremony 'rates are old'"],
  });
  repo.write('total.py', 'x = 2\n');
  expect(json(repo, ['follow-up', "don't round total.py"]).data).toMatchObject({ way: 'go-on', related: ['total.py'] });
  const told = flow(repo, ['follow-up', 'all of it', '--files', 'total.py', 'tax.py', 'lib/rates.py']).stdout;
  expect(told).toMatch(/^It belongs to what the run is doing\.\nWhy: it touches 3 files, 3 or more/);
  expect(json(repo, ['status']).data).toEqual(before);
});

test('V35 what nobody knows the size of is asked for, and so are the files of a folder', () => {
  const repo = repository({ files: FILES });
  const asked = json(repo, ['follow-up', 'make it nicer']);
  expect(asked).toMatchObject({ status: 1, error: { code: 'FILES_UNKNOWN' } });
  expect((asked.error as { remedy: string }).remedy).toBe("flow follow-up 'make it nicer' --files <path>…");
  expect(json(repo, ['follow-up', 'x', '--files', 'lib'])).toMatchObject({ error: { code: 'FOLDER_NAMED' } });
  expect(json(repo, ['follow-up', 'x', '--files', '../x'])).toMatchObject({ error: { code: 'FILE_OUTSIDE' } });
  expect(json(repo, ['follow-up', ' '])).toMatchObject({ error: { code: 'REASON_MISSING' } });
  // A file that is not there yet may be named.
  expect(json(repo, ['follow-up', 'x', '--files', 'new.py']).data).toMatchObject({ way: 'new-run', files: ['new.py'] });
});
