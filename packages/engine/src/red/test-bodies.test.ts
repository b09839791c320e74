import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeOf, type Language, maskLiterals } from './mask.js';
import { testBodies } from './test-bodies.js';

const names = (text: string, language: Language) => testBodies(text, language)?.map(({ path }) => path.join(' > '));
const hashes = (text: string, language: Language) => testBodies(text, language)?.map(({ hash }) => hash);

describe('D56, D61: the tests of a file', () => {
  test.each<{ name: string; language: Language; text: string; expected: string[] | undefined }>([
    {
      name: 'Go',
      language: 'go',
      text: 'package a\n\nfunc TestA(t *testing.T) {\n\tx := "}" // }\n\t_ = `}`\n\t_ = \'}\'\n}\nfunc helper() {}\nfunc (s *S) TestNot() {}\nfunc FuzzB(f *testing.F) { f.Fuzz(func() {}) }\n',
      expected: ['TestA', 'FuzzB'],
    },
    { name: 'Go that does not end', language: 'go', text: 'func TestA(t *testing.T) {\n', expected: undefined },
    {
      name: 'Python',
      language: 'python',
      text: 'def test_a():\n    """def test_not():"""\n    def test_inner():\n        pass\n\nclass TestB:\n    @mark(\n        "x",\n    )\n    async def test_c(\n        self,\n    ):\n        x = """\nnot indented\n"""\n        assert x\n\n    def helper(self):\n        pass\n# def test_d(): pass\n',
      expected: ['test_a', 'TestB > test_c'],
    },
    {
      name: 'JavaScript',
      language: 'javascript',
      text: "describe('cart', () => {\n  it.each([[1], [')']])('adds %i', (n) => { expect(/[)\"]/.test(`${n}`)).toBe(1); });\n  test.only(`it's`, () => {});\n});\ntest('don\\'t', () => {});\nmytest('no', () => {});\nx.test('no');\ntest.extend({});\n// test('no', () => {})\n",
      expected: ['cart > adds %i', "cart > it's", "don't"],
    },
    {
      name: 'TypeScript',
      language: 'javascript',
      text: "test.each<[a: Map<string, () => void>, b: number]>([[1, 2]])('typed %s', (a) => {});\nit.each`\n  a | b\n  ${1} | ${2}\n`('table $a', ({ a }) => {});\nconst x = it < 5 || a<b;\n",
      expected: ['typed %s', 'table $a'],
    },
    {
      name: 'words of mocha',
      language: 'javascript',
      text: "describe('cart', () => {\n  context('of a shop', () => { specify('adds', () => {}); });\n});\nconst c = context(canvas);\n",
      expected: ['cart > of a shop > adds'],
    },
    {
      name: 'Ruby',
      language: 'ruby',
      text: "require_relative '../cart' # it 'no' do\n\nRSpec.describe Cart do\n  describe '#total' do\n    it('is 0') { expect(1).to eq({ a: 1 }[:a]) }\n\n    it 'adds', :slow do\n      [1].each do |one|\n        expect(one).to eq 1\n      end\n    end\n  end\n\n  context \"when don't\" do\n    it 'is later'\n  end\n  it_behaves_like 'a cart'\nend\n",
      expected: ['Cart#total > is 0', 'Cart#total > adds', "Cart > when don't > is later"],
    },
    {
      name: 'Ruby without titles',
      language: 'ruby',
      text: "describe 'a' do\n  it { is_expected.to be }\nend\n",
      expected: undefined,
    },
    { name: 'types without an end', language: 'javascript', text: "test.each<('a', () => {});", expected: undefined },
    { name: 'a computed title', language: 'javascript', text: 'test(title, () => {});', expected: undefined },
    {
      name: 'Rust',
      language: 'rust',
      text: 'fn f<\'a>(x: &\'a str) {}\n#[cfg(test)]\nmod tests {\n  #[test]\n  #[should_panic(expected = "}")]\n  fn a() { let c = \'}\'; let s = r#"}"#; }\n  #[tokio::test]\n  async fn b() {}\n  fn helper() {}\n}\n',
      expected: ['tests > a', 'tests > b'],
    },
  ])('$name', ({ text, language, expected }) => {
    expect(names(text, language)).toEqual(expected);
  });

  const ONE: Record<Language, (name: string, body: string) => string> = {
    go: (name, body) => `func Test${name}(t *testing.T) { ${body} }\n`,
    python: (name, body) => `def test_${name}():\n    ${body}\n\n`,
    javascript: (name, body) => `test('${name}', () => { ${body} });\n`,
    ruby: (name, body) => `it '${name}' do\n  ${body}\nend\n`,
    rust: (name, body) => `#[test]\nfn ${name}() { ${body} }\n`,
  };

  describe.each(Object.entries(ONE) as [Language, (name: string, body: string) => string][])(
    '%s',
    (language, write) => {
      test('a renamed test keeps its hash, a changed body does not', () => {
        const [a] = hashes(write('one', 'check(1)'), language)!;
        expect(hashes(write('two', 'check(1)'), language)).toEqual([a]);
        expect(hashes(write('one', 'check(2)'), language)).not.toEqual([a]);
        expect(hashes(write('one', 'check(1)').replaceAll('\n', '\r\n'), language)).toEqual([a]);
      });

      test('a test keeps its hash whatever tests stand beside it', () => {
        const word = fc.stringMatching(/^[a-z]{3,6}$/);
        fc.assert(
          fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 6 }), fc.nat(5), (words, pick) => {
            const all = hashes(words.map((name) => write(name, `check(${name})`)).join(''), language)!;
            const at = pick % words.length;
            expect(all).toHaveLength(words.length);
            expect(all[at]).toBe(hashes(write('alone', `check(${words[at]})`), language)![0]);
          }),
        );
      });

      test('any text: nothing is thrown, lines and length stay', () => {
        const piece = fc.constantFrom(
          '"',
          "'",
          '`',
          '/',
          '\\',
          '\n',
          '(',
          ')',
          '{',
          '}',
          '#',
          '"""',
          'r#"',
          'a',
          '/*',
          '*/',
          'test(',
          'def test_a():',
          'func TestA(',
          "it 'a' do",
          '#[test] fn a(',
        );
        fc.assert(
          fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
            const text = pieces.join('');
            const masked = maskLiterals(text, language);
            expect(masked).toHaveLength(text.length);
            expect(masked.split('\n')).toHaveLength(text.split('\n').length);
            testBodies(text, language);
          }),
        );
      });
    },
  );

  test('brackets that do not balance have no end', () => {
    expect(closeOf('(a[b]{c})d', 0)).toBe(9);
    expect(closeOf('(a]', 0)).toBeUndefined();
    expect(closeOf('((a)', 0)).toBeUndefined();
  });

  test('a long hostile text takes no long time', () => {
    // Processor time, as the machine may be busy with other work.
    const start = process.cpuUsage();
    for (const part of ['"', "'''", '/*', 'test(', '`${', 'r#"', '= /['])
      for (const language of ['go', 'python', 'javascript', 'ruby', 'rust'] as const)
        testBodies(part.repeat(20_000), language);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(5_000);
  });
});
