import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrderOfCargo, Joined } from './joined.js';

/** Text of the chunks, each on one of the streams. */
function join(chunks: readonly (readonly [stream: 0 | 1, text: string])[]): string {
  const joined = new Joined();
  const streams = [joined.stream(), joined.stream()] as const;
  for (const [stream, text] of chunks) streams[stream].add(Buffer.from(text));
  return joined.text();
}

describe('what two streams say, as one text', () => {
  test('lines stay whole, whatever arrives in the middle of them', () => {
    expect(
      join([
        [0, 'test a ... '],
        [1, 'warning: x\n'],
        [0, 'ok\n'],
        [1, 'no end'],
      ]),
    ).toBe('warning: x\ntest a ... ok\nno end');
  });

  test('nothing is lost or doubled, and each stream keeps its order', () => {
    const chunk = fc.tuple(fc.constantFrom(0 as const, 1 as const), fc.stringMatching(/^[ab\n]{0,6}$/));
    fc.assert(
      fc.property(fc.array(chunk), (chunks) => {
        const named = chunks.map(([stream, text]) => [stream, stream ? text.toUpperCase() : text] as const);
        const text = join(named);
        for (const stream of [0, 1] as const) {
          const own = named.filter(([one]) => one === stream).map(([, part]) => part);
          const only = (all: string) => all.replace(stream ? /[^AB]/g : /[^ab]/g, '');
          expect(only(text)).toBe(only(own.join('')));
        }
        expect(text.length).toBe(named.map(([, part]) => part).join('').length);
      }),
    );
  });

  test('a line without an end is given on in parts', () => {
    const long = 'x'.repeat(200_000);
    expect(
      join([
        [0, long],
        [1, 'between\n'],
        [0, 'end\n'],
      ]),
    ).toBe(`${long}between\nend\n`);
  });
});

const ERR = `   Compiling cart v0.1.0
    Finished test profile
     Running unittests src/lib.rs (target/debug/deps/cart-1)
     Running tests/total.rs (target/debug/deps/total-2)
error: test failed, to rerun pass \`--test total\`
`;
const OUT = `
running 0 tests

test result: ok. 0 passed; 0 failed

running 1 test
test adds ... FAILED

test result: FAILED. 0 passed; 1 failed
`;

test('cargo’s headings stand before the blocks of their programs', () => {
  expect(inOrderOfCargo(OUT, ERR)).toBe(`
   Compiling cart v0.1.0
    Finished test profile
     Running unittests src/lib.rs (target/debug/deps/cart-1)
running 0 tests

test result: ok. 0 passed; 0 failed

     Running tests/total.rs (target/debug/deps/total-2)
running 1 test
test adds ... FAILED

test result: FAILED. 0 passed; 1 failed

error: test failed, to rerun pass \`--test total\`
`);
  const chunks: [0 | 1, string][] = [
    [1, ERR.slice(0, 200)],
    [0, OUT.slice(0, 30)],
    [1, ERR.slice(200)],
    [0, OUT.slice(30)],
  ];
  expect(join(chunks)).toBe(inOrderOfCargo(OUT, ERR));
});

test('where the numbers do not agree, or it is somebody else’s, nothing is moved', () => {
  expect(inOrderOfCargo(OUT, ERR.replace(/^ +Running tests.*\n/m, ''))).toBeNull();
  expect(inOrderOfCargo('1 passed\n', 'a warning\n')).toBeNull();
});
