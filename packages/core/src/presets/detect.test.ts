import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byPriority, type Detection, detectionAround, detectPresets, presetFor } from './detect.js';
import type { FileView } from './file-view.js';
import type { Preset } from './preset.js';
import { findSuites } from './suites.js';

const classes = { generated: ['node_modules/**', '**/node_modules/**'], test: [], build: [], document: [] };
const runner = (id: string): Preset['runners'][number] => ({
  id,
  command: id,
  invocations: [[id]],
  selection: { valued: [], byName: [], partial: [], nothing: [], everything: [], positional: 'paths' },
  units: { kind: 'file', tests: ['*.test'] },
  innerRoots: 'covered',
  environment: [],
});
const preset = (id: string, rest: Partial<Preset> & Pick<Preset, 'markers'>): Preset => ({
  id,
  title: id,
  classes: { ...classes, source: [`*.${id}`] },
  runners: [runner(`${id}-test`)],
  ...rest,
});

const go = preset('go', { markers: [{ file: 'go.mod' }] });
const web = preset('web', { markers: [{ file: 'package.json' }] });
const django = preset('django', {
  markers: [{ file: 'manage.py' }, { file: 'pyproject.toml', contains: ['django'] }],
  match: 'all',
  priority: 10,
});
const python = preset('python', { markers: [{ file: 'pyproject.toml' }, { file: 'setup.py' }] });
const ALL = [go, web, python, django];

const view = (...files: (string | [string, string])[]): FileView => {
  const texts = new Map(files.map((file) => (typeof file === 'string' ? [file, ''] : file)));
  return { paths: [...texts.keys()], read: (path) => texts.get(path), containing: () => [] };
};
const short = (found: readonly Detection[]) =>
  found.map((one) => [one.folder, one.preset.id, one.markers, one.others.map((other) => other.preset.id)]);

describe('M6 M7 M8 detection', () => {
  test('each folder of a monorepo is its own', () => {
    const files = view('package.json', 'services/api/go.mod', 'services/jobs/setup.py', 'docs/index.md');
    expect(short(detectPresets(files, ALL))).toEqual([
      ['.', 'web', ['package.json'], []],
      ['services/api', 'go', ['go.mod'], []],
      ['services/jobs', 'python', ['setup.py'], []],
    ]);
  });

  test('M8 the highest priority wins one folder, and those it was before are named with their markers', () => {
    const found = detectPresets(view('manage.py', ['pyproject.toml', 'django>=5'], 'setup.py'), ALL);
    expect(short(found)).toEqual([['.', 'django', ['manage.py', 'pyproject.toml'], ['python']]]);
    expect(found[0]?.others[0]?.markers).toEqual(['pyproject.toml', 'setup.py']);
  });

  test('M7 of equals the first listed stands first, whatever the order of files', () => {
    expect(short(detectPresets(view('package.json', 'go.mod'), ALL))).toEqual([['.', 'go', ['go.mod'], ['web']]]);
    expect(short(detectPresets(view('go.mod', 'package.json'), [web, go]))[0]?.[1]).toBe('web');
  });

  test.each([
    ['one marker is missing', view('manage.py'), []],
    ['one has another text', view('manage.py', ['pyproject.toml', 'flask']), ['python']],
    ['they lie in two folders', view('manage.py', ['app/pyproject.toml', 'django']), ['python']],
    ['all are there', view('a/manage.py', ['a/pyproject.toml', 'django']), ['django']],
  ])('M7 a preset that asks for all its markers: %s', (_name, files, ids) => {
    expect(detectPresets(files, ALL).map((one) => one.preset.id)).toEqual(ids);
  });

  test('dependencies are no project', () => {
    expect(detectPresets(view('node_modules/x/package.json', 'a/node_modules/package.json'), ALL)).toEqual([]);
    // Another stack's folder of dependencies is nothing to this one.
    expect(short(detectPresets(view('vendor/x/go.mod'), ALL))).toEqual([['vendor/x', 'go', ['go.mod'], []]]);
  });
});

describe('M6 the package of an edited file', () => {
  const files = view('package.json', 'go.mod', 'services/api/go.mod', 'services/api/ui/package.json', 'b/setup.py');
  const found = detectPresets(files, ALL);

  test.each([
    ['services/api/main.go', 'services/api', 'go'],
    ['services/api/ui/src/page.web', 'services/api/ui', 'web'],
    ['services/api-two/main.go', '.', 'go'],
    ['services/README.md', '.', 'go'],
    ['page.web', '.', 'web'],
    ['b/a.py', 'b', 'python'],
    ['b', 'b', 'python'],
  ])('%s lies in %s: %s', (path, folder, id) => {
    expect([detectionAround(path, found)?.folder, presetFor(path, found)?.id]).toEqual([folder, id]);
  });

  test('nothing is around a file outside of every package', () => {
    expect(presetFor('a.go', detectPresets(view('b/go.mod'), ALL))).toBeNull();
  });

  test('property: the folder around a file holds it, and no other that does is longer', () => {
    const folder = fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 3 }).map((parts) => parts.join('/'));
    const marker = fc.tuple(folder, fc.constantFrom('go.mod', 'package.json', 'setup.py'));
    fc.assert(
      fc.property(fc.array(marker, { maxLength: 8 }), folder, (markers, place) => {
        const all = detectPresets(view(...markers.map(([at, name]) => (at ? `${at}/${name}` : name))), ALL);
        const path = place === '' ? 'x.go' : `${place}/x.go`;
        const around = all.filter((one) => one.folder === '.' || path.startsWith(`${one.folder}/`));
        const longest = Math.max(-1, ...around.map((one) => (one.folder === '.' ? 0 : one.folder.length)));
        const best = detectionAround(path, all);
        expect(best === null ? -1 : best.folder === '.' ? 0 : best.folder.length).toBe(longest);
      }),
    );
  });
});

describe('suites and detection agree', () => {
  test('M7 a preset that asks for all its markers makes a suite where it is detected, and nowhere else', () => {
    const files = view('manage.py', 'a/manage.py', ['a/pyproject.toml', 'django'], ['b/pyproject.toml', 'django']);
    expect(findSuites(files, [django]).map(({ id }) => id)).toEqual(['django-test:a']);
  });

  test('M8 a priority takes no suite away: the tests of those that lost stay needed', () => {
    const files = view('manage.py', ['pyproject.toml', 'django']);
    expect(findSuites(files, ALL).map(({ id }) => id)).toEqual(['django-test:.', 'python-test:.']);
  });

  test('property: M8 whatever the priorities, the same suites are asked for', () => {
    const names = ['go.mod', 'package.json', 'setup.py', 'manage.py', 'a/go.mod', 'a/setup.py', 'a/b/package.json'];
    const priorities = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: ALL.length, maxLength: ALL.length });
    fc.assert(
      fc.property(fc.subarray(names), priorities, (files, given) => {
        const changed = byPriority(ALL.map((one, at) => ({ ...one, priority: given[at]! })));
        const ids = (presets: readonly Preset[]) => findSuites(view(...files), presets).map(({ id }) => id);
        expect(ids(changed)).toEqual(ids(ALL));
      }),
    );
  });

  test('a runner with markers of its own has suites only there', () => {
    const own = { ...runner('vitest'), markers: [{ file: 'package.json', contains: ['vitest'] }] };
    const both = preset('web', { markers: [{ file: 'package.json' }], runners: [own] });
    const files = view('package.json', ['a/package.json', 'vitest'], ['a/b/package.json', 'vitest']);
    expect(findSuites(files, [both]).map(({ id }) => id)).toEqual(['vitest:a', 'vitest:a/b']);
    expect(detectPresets(files, [both]).map(({ folder }) => folder)).toEqual(['.', 'a', 'a/b']);
  });

  test('M8 equals keep their order', () => {
    expect(byPriority([go, django, web]).map(({ id }) => id)).toEqual(['django', 'go', 'web']);
  });
});
