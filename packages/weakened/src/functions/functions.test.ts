import { beforeAll, describe, expect, test } from 'vitest';
import { hasError, openGrammars, type Parse } from '../syntax/grammars.js';
import { languageOf } from '../syntax/language-of.js';
import { changedFunctions, functionsIn } from './changed.js';

let parse: Parse;
beforeAll(async () => {
  parse = await openGrammars(['go', 'python', 'javascript', 'typescript', 'tsx', 'rust', 'java', 'ruby']);
});

/** Functions of a text with what their stand-ins say; each stand-in is put in its place, where the grammar still reads it. */
function standIns(path: string, text: string): Record<string, string[]> {
  const found = changedFunctions({}, { [path]: text }, parse).functions;
  for (const { name, standIns } of found) {
    for (const { from, to, text: wrong, says } of standIns) {
      const root = parse(languageOf(path)!, text.slice(0, from) + wrong + text.slice(to))!;
      expect(hasError(root), `${name} ${says}`).toBe(false);
    }
  }
  return Object.fromEntries(found.map(({ name, standIns }) => [name, standIns.map(({ says }) => says)]));
}

/** The text with the first stand-in of a function in its place. */
function wrong(path: string, text: string, name: string): string {
  const { standIns } = changedFunctions({}, { [path]: text }, parse).functions.find((one) => one.name === name)!;
  const [{ from, to, text: put }] = standIns as [(typeof standIns)[number]];
  return text.slice(0, from) + put + text.slice(to);
}

const NUMBER = ['returns 0', 'returns 113'];
const TEXT = ["returns ''", "returns 'flow'"];
const NOTHING = ['does nothing'];

describe('37.2 wrong implementations', () => {
  test.each<[path: string, text: string, expected: Record<string, string[]>]>([
    ['default.js', 'export default (a) => a + 1;', { default: NUMBER }],
    ['default.ts', 'export default async function (a: number): Promise<string> { return f(a); }', { default: TEXT }],
    [
      'methods.ts',
      `class Cart<T> extends Base { #n = 0; constructor(private a: T) { super(); this.b = 1; }
        get size(): number { return this.#n; } static make = (a: string) => a.trim(); set size(n) { this.#n = n; } }`,
      { 'Cart.constructor': NOTHING, 'Cart.size': NUMBER, 'Cart.make': TEXT, 'Cart.size#2': NOTHING },
    ],
    [
      'generic.ts',
      'function first<T>(all: T[]): T | undefined { return all[0]; }',
      { first: ['returns undefined', 'returns ({})'] },
    ],
    ['overload.ts', 'function a(x: string): void;\nfunction a(x: unknown) { log(x); }', { a: NOTHING }],
    ['given.js', "app.get('/a', async (request) => { request.end(); });", { "app.get('/a')": NOTHING }],
    [
      'wrapped.jsx',
      'const Row = memo(({ a }) => { use(a); return <b>{a}</b>; });',
      { Row: ['returns undefined', 'returns ({})'] },
    ],
    [
      'old.js',
      "(function () { 'use strict'; function total(a) { return a * 2; } exports.total = total; })();",
      { total: NUMBER },
    ],
    [
      'many.js',
      'exports.a = function* () { yield 1; }; const o = { b() { return [1]; }, c: (x) => ({ x }) };',
      {
        'exports.a': ['yields nothing'],
        'o.b': ['returns []', 'returns Array(7).fill({})'],
        'o.c': ['returns ({})', 'returns ({ flow: 1 })'],
      },
    ],
    ['same.js', 'const none = () => false;', { none: ['returns true'] }],
    [
      'cart.py',
      `class Cart:
    def __init__(self, a):
        self.a = a
    @property
    def size(self) -> int:
        """How many."""
        return len(self.a)
    @abstractmethod
    def left(self): return 1
async def load(a): return "x" + a
def later(): ...
def each(a):
    for one in a:
        yield one
@contextmanager
def opened():
    yield 1
def is_empty(a):
\treturn not a
`,
      {
        'Cart.__init__': NOTHING,
        'Cart.size': NUMBER,
        load: TEXT,
        each: ['yields nothing'],
        opened: ['yields None'],
        is_empty: ['returns False', 'returns True'],
      },
    ],
    [
      'cart.go',
      `package cart
func (c *Cart[T]) Add(a, b int) (n, m int, err error) { return 1, 2, nil }
func Map[T any](a T) T { return a }
func Log() { println() }
func outside(a int) int
func main() { Log() }
`,
      {
        'Cart.Add': ['returns zero values', 'returns 113, 113', 'returns an error'],
        Map: ['returns zero values'],
        Log: NOTHING,
      },
    ],
    [
      'lib.rs',
      `impl<T> Cart<T> { pub async fn add<X>(&self, a: X) -> Result<Vec<u8>, String> { Ok(vec![]) } }
fn log() { println!("x"); }
fn all() -> impl Iterator<Item = u8> { 0..1 }
#[cfg(test)]
mod tests { fn helper() -> u8 { 1 } #[test] fn a() { assert!(true) } }
proptest! { fn inner(a in 0..1) { assert!(a > 0) } }
fn main() { log() }
`,
      {
        'Cart::add': ['returns Ok(Vec::new())', 'returns Ok(vec![113])', 'returns Err(String::new())'],
        log: NOTHING,
        all: [],
      },
    ],
    [
      'Cart.java',
      'class Cart<T> { Cart() { super(); this.a = 1; } @Override public int size() { return 1; } abstract int b(); void log() { go(); } }',
      { 'Cart.Cart': NOTHING, 'Cart.size': ['returns (int) 0', 'returns (int) 113'], 'Cart.log': NOTHING },
    ],
    [
      'cart.rb',
      'class Cart\n  def initialize(a)\n    @a = a\n  end\n  def size\n    @a.size\n  end\n  def self.none = []\n  def empty?\n    true\n  end\nend\n',
      {
        'Cart.initialize': NOTHING,
        'Cart.size': NUMBER,
        'Cart.none': ['returns [nil] * 7'],
        'Cart.empty?': ['returns false'],
      },
    ],
    [
      'short.rb',
      'def initialize = super\ndef ==(other) = a == other.a\ndef []=(key, value)\n  @a[key] = value\nend\ndef a = <<~END\n  a\nEND\n',
      {
        ...{ initialize: NOTHING, '==': ['returns false', 'returns true'], '[]=': NOTHING },
        a: ['returns nil', 'returns Object.new'],
      },
    ],
  ])('%s', (path, text, expected) => expect(standIns(path, text)).toEqual(expected));

  test.each<[path: string, text: string, odd: string[]]>([
    ['a.js', 'const a = (b) => b * 2;', ['returns 113']],
    ['a.js', 'const a = (b) => b > 2;', []],
    ['a.ts', 'function a(): Thing { return made(); }', ['returns ({})']],
    ['a.py', 'def a(b):\n    return made(b)\n', ['returns object()']],
    ['a.rb', 'def a(b)\n  b.made\n  b.size\nend\n', ['returns 113']],
    ['a.rb', 'def ==(b)\n  a == b.a\nend\n', []],
    ['a.go', 'package a\nfunc A() (string, bool) { return b() }', ['returns "flow", true']],
    ['a.go', 'package a\nfunc A() (bool, error) { return b() }', []],
    ['a.rs', 'fn a() -> Option<u8> { b() }', ['returns Some(113)']],
    ['a.rs', 'fn a() -> Result<bool, Box<dyn Error>> { b() }', []],
    ['a.rs', 'fn a() -> Vec<u8> { b() }', []],
    ['A.java', 'class A { String a() { return b(); } }', ['returns "flow"']],
    ['A.java', 'class A { boolean a() { return b(); } }', []],
  ])('37.2 of %s %s, a value that no function means is marked, and one that may be meant is not', (path, text, odd) => {
    const [found] = changedFunctions({}, { [path]: text }, parse).functions;
    expect(found!.standIns.flatMap(({ says, isOdd }) => (isOdd ? [says] : []))).toEqual(odd);
  });

  test('a text of documentation stays, as it may hold tests; so do directives, and the call of the constructor above', () => {
    const python = 'def total(a):\n    """>>> total(1)\n    2"""\n    return a + 1\n';
    expect(wrong('a.py', python, 'total')).toBe(
      'def total(a):\n    """>>> total(1)\n    2"""\n    return 0\n    return a + 1\n',
    );
    expect(wrong('a.js', "function total() { 'use server'; return 2; }", 'total')).toBe(
      "function total() { 'use server'; return 0;  return 2; }",
    );
    expect(wrong('a.js', 'class A extends B { constructor() { super(); this.a = 1; } }', 'A.constructor')).toBe(
      'class A extends B { constructor() { super(); return;  this.a = 1; } }',
    );
  });

  test('what was only moved, laid out anew or commented has not changed; what the grammar cannot read has no stand-in', () => {
    const before = {
      'a.py': 'def a(b):\n    return b + 1\n\ndef c():\n    return 1\n',
      'gone.py': 'def e():\n    return 5\n',
    };
    const after = {
      'a.py': 'def a( b ):\n    # more\n    return b + 1\n\ndef c():\n    return 2\n\ndef d(:\n    return (\n',
      'b.py': 'def e():\n    return 5\n',
      'c.txt': 'def f(): return 1',
    };
    const { functions, unread } = changedFunctions(before, after, parse);
    expect(functions.map(({ path, name }) => [path, name])).toContainEqual(['a.py', 'c']);
    expect(functions.map(({ name }) => name)).not.toContain('a');
    expect(functions.map(({ name }) => name)).not.toContain('e');
    expect(functions.find(({ name }) => name === 'd')?.standIns ?? []).toEqual([]);
    expect(unread).toEqual(['c.txt']);
    expect(changedFunctions(before, before, parse, new Set(['a.py'])).functions.map(({ name }) => name)).toEqual([
      'a',
      'c',
    ]);
  });

  test('hostile texts are read to an end: deep nesting, names of everything, no text of the language', () => {
    const deep = `const a = ${'('.repeat(3000)}1${')'.repeat(3000)};\nfunction __proto__() { return 1; }\nfunction constructor() { return 1; }`;
    for (const [path, text] of [
      ['a.js', deep],
      ['a.js', '\u0000\u001b[31m'],
      ['a.rs', 'fn '.repeat(2000)],
      ['a.py', `${'if 1:\n '.repeat(500)}`],
      ['a.go', 'package a\nfunc \u202e() { }'],
    ] as const)
      expect(Array.isArray(functionsIn(path, text, parse))).toBe(true);
  });
});
