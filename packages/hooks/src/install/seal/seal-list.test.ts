import { describe, expect, test } from 'vitest';
import { sealedPlaces, sealProfile, sealWords } from './seal-list.js';
import { wrapperText } from './wrapper.js';

const PLACES = {
  closed: ['/p/.git/flow', '/h/state'],
  closedIfThere: ['/p/.claude'],
  open: ['/p/.claude/worktrees'],
  hidden: ['/h/state/keys'],
  kernel: [],
};

describe('33.3c the profile for sandbox-exec of macOS', () => {
  const lines = sealProfile(PLACES).split('\n');
  /** Returns the paths of a rule, in the profile's words. */
  const rule = (words: string) => {
    const from = lines.indexOf(`(${words}`);
    return from < 0 ? null : lines.slice(from + 1, lines.indexOf(')', from));
  };

  test.each([
    ['deny file-write*', ['  (subpath "/p/.git/flow")', '  (subpath "/h/state")', '  (subpath "/p/.claude")']],
    ['allow file-write*', ['  (subpath "/p/.claude/worktrees")']],
    ['deny file-read* file-write*', ['  (subpath "/h/state/keys")']],
    [
      'deny file-write-unlink file-write-create',
      ['/h', '/h/state', '/p', '/p/.git'].map((folder) => `  (literal "${folder}")`),
    ],
  ])('%s', (words, paths) => {
    expect(rule(words)).toEqual(paths);
  });

  test('a later rule wins, so that what is open is opened behind what closes it, and what is hidden stays so', () => {
    const order = ['deny file-write*', 'allow file-write*', 'deny file-read* file-write*'];
    const at = order.map((words) => lines.indexOf(`(${words}`));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(lines.slice(0, 3)).toEqual(['(version 1)', '(allow default)', '(deny appleevent-send)']);
    expect(sealProfile(PLACES).replaceAll(/[^()]/g, '')).toMatch(/^(?:\((?:\(\))*\))+$/);
  });

  test('a path is a text of the profile, whatever stands in it, and nothing is written of no path', () => {
    const odd = { closed: ['/a"b\\c) (allow default)'], closedIfThere: [], open: [], hidden: [], kernel: [] };
    const text = sealProfile(odd);
    expect(text).toContain(String.raw`(subpath "/a\"b\\c) (allow default)")`);
    expect(text).not.toContain('allow file-write*');
  });

  test('it closes what bubblewrap closes', () => {
    const at = { root: '/p', commonDir: '/p/.git', evidence: '/p/.git/flow', gitHooks: '/p/.husky', state: '/s' };
    const places = sealedPlaces({ ...at, home: '/h', client: '/h/.claude', marks: '/s/marks' });
    const text = sealProfile(places);
    const words = sealWords(places);
    for (const path of [...places.closed, ...places.closedIfThere, ...places.hidden]) {
      expect(words).toContain(path);
      expect(text).toContain(`(subpath "${path}")`);
    }
  });

  test('33.3 settings of the kernel are closed to root, behind the /proc of its own', () => {
    const at = { root: '/p', commonDir: '/p/.git', evidence: '/p/.git/flow', gitHooks: '/p/.husky', state: '/s' };
    const words = (isRoot: boolean) =>
      sealWords(sealedPlaces({ ...at, home: '/h', client: '/h/.claude', marks: '/s/marks', isRoot })).join(' ');
    expect(words(true)).toContain('--proc /proc --ro-bind-try /proc/sys /proc/sys --ro-bind-try /sys /sys ');
    expect(words(false)).not.toContain('/sys');
  });

  test('the wrapper starts commands through it', () => {
    const at = { list: '/s/list', marks: '/s/marks', inside: '/p/.git/flow-sealed', evidence: '/p/.git/flow' };
    const text = wrapperText({
      ...{ ...at, self: '/s/wrapper', key: '/s/keys/current', root: '/p', shell: '/bin/zsh' },
      reader: '/bin/sh -p',
      program: '/usr/bin/sandbox-exec',
    });
    expect(text).toMatch(/\nexec '?\/usr\/bin\/sandbox-exec'? -f '?\/s\/list'? '?\/bin\/zsh'? -c "\$1"\n$/);
    expect(text).toMatch(/^#!\/bin\/sh -p\n/);
    expect(text).not.toContain('--args');
    expect(text).not.toContain('SANDBOX_RUNTIME');
  });
});

test('33.3 a program below the home that hooks are started by is closed; one among the packages of the project is not, so that these can be removed', () => {
  const at = {
    root: '/h/p',
    commonDir: '/h/p/.git',
    evidence: '/h/p/.git/flow',
    gitHooks: '/h/p/.git/hooks',
    state: '/s',
  };
  const programs = ['/usr/bin/git', '/h/.nvm/bin/node', '/h/p/node_modules/node/bin/node'];
  const { closedIfThere } = sealedPlaces({ ...at, home: '/h', client: '/h/.claude', marks: '/s/marks', programs });
  expect(closedIfThere.filter((path) => programs.includes(path))).toEqual(['/h/.nvm/bin/node']);
});
