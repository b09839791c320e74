import { describe, expect, test } from 'vitest';
import { HookPlaces } from './hook-places.js';

const TEXT = `import { open } from './open.js';
// beforeEach(() => {
test.beforeEach(async () => {
  open(1);
});
const enter = ({ a } = {}) => { throw a; };
afterAll(enter, 100);
afterEach(leave);
function leave() {
  load.mockRejectedValue(new TypeError('down'));
}
it('sells', () => {
  open(2);
  beforeAll(() => {});
});
before(() => open(3));
`;
const thrown = (...stacks: string[][]) => ({ state: 'failed' as const, stacks });

describe('D56, D61: whether a hook threw, by the places of a stack', () => {
  const places = new HookPlaces((file) =>
    file === 'a.test.ts' ? TEXT : file === 'open.js' ? 'throw new Error()' : undefined,
  );

  test.each([
    ['in a hook', ['open.js:1:7', 'a.test.ts:4:3'], true],
    ['in a hook, below what is not there to read', ['gone.js:1:7', 'a.test.ts:4:3'], true],
    ['in a function that a hook is given', ['a.test.ts:6:33'], true],
    ['in a test', ['open.js:1:7', 'a.test.ts:13:3'], false],
    ['in a test that makes a hook', ['a.test.ts:14:3'], false],
    ['in a test that calls what a hook is given', ['a.test.ts:6:33', 'a.test.ts:13:3'], false],
    ['made in a hook, and thrown elsewhere', ['a.test.ts:10:26'], false],
    ['in a comment', ['a.test.ts:2:4'], false],
    ['in a function of the project', ['a.test.ts:16:14'], false],
    ['nowhere in the file', ['a.test.ts:99:1'], false],
    ['in no file that is there', ['gone.js:1:7'], false],
    ['no place', [], false],
  ])('%s', (_, stack, isHook) => expect(places.threw(thrown(stack))).toBe(isHook));

  test('all of its failures have to be of hooks', () => {
    expect(places.threw(thrown(['a.test.ts:4:3'], ['a.test.ts:6:33']))).toBe(true);
    expect(places.threw(thrown(['a.test.ts:4:3'], ['a.test.ts:13:3']))).toBe(false);
    expect(places.threw(thrown(['a.test.ts:4:3'], []))).toBe(false);
    expect(places.threw({ state: 'failed' })).toBe(false);
  });

  test('what its runner says to be of a hook is, unless the hook only made the error', () => {
    expect(places.threw({ state: 'error' })).toBe(true);
    expect(places.threw({ state: 'error', stacks: [['a.test.ts:13:3']] })).toBe(true);
    expect(places.threw({ state: 'error', stacks: [['a.test.ts:10:26']] })).toBe(false);
    expect(places.threw({ state: 'passed', stacks: [['a.test.ts:4:3']] })).toBe(false);
  });

  test.each(['beforeEach(', 'beforeEach(() => x(), ', "it('a', ", "it('a', () => {}); ", 'beforeAll(a); '])(
    'a long hostile text takes no long time: %s',
    (part) => {
      const text = part.repeat(20_000);
      for (const whole of [text, `${text}${')'.repeat(20_000)}`]) {
        const start = process.cpuUsage();
        new HookPlaces(() => whole).threw(thrown(['a.test.ts:1:4']));
        const { user, system } = process.cpuUsage(start);
        expect((user + system) / 1000).toBeLessThan(2_000);
      }
    },
  );
});
