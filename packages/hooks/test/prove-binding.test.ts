import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, has, project, repository, STACKS, type Stack, workspaceRoot } from './kit.js';

/** Projects of two languages more: RSpec alone, and JUnit through Maven. */
const RSPEC: Stack = {
  ...{ name: 'rspec', available: has('rspec', '--version'), suite: 'rspec:.', test: 'rspec', failing: '' },
  files: { '.rspec': '--format documentation\n', 'lib/cart.rb': 'class Cart\nend\n', 'spec/cart_spec.rb': '' },
  ...{ broken: ['', ''], fixed: ['', ''] },
};

const JUNIT =
  '<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version><scope>test</scope></dependency>';
const MAVEN: Stack = {
  ...{ name: 'maven', available: has('mvn', '--version'), suite: 'maven:.', test: 'mvn -q test', failing: '' },
  files: {
    'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>cart</groupId><artifactId>cart</artifactId><version>1</version><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties><dependencies>${JUNIT}</dependencies><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin></plugins></build></project>\n`,
    'src/main/java/cart/Cart.java': 'package cart;\n\npublic class Cart {}\n',
  },
  ...{ broken: ['', ''], fixed: ['', ''] },
};

const stack = (name: string) => [...STACKS, RSPEC, MAVEN].find((one) => one.name === name)!;

interface Shown {
  outcome: string;
  functions: { name: string; file: string; verdict: string; reason?: string; survived: string[]; tests: string[] }[];
  tests: { file: string; id: string }[];
  unread: string[];
  notes: string[];
  by: string;
  left: number;
}

/** Installs the grammars in a project, as `npm i -D @flow/weakened` would. */
function withGrammars(repo: TempRepo): TempRepo {
  mkdirSync(repo.path('node_modules/@flow'), { recursive: true });
  symlinkSync(path.join(workspaceRoot, 'packages/weakened'), repo.path('node_modules/@flow/weakened'));
  return repo;
}

function temporary(repo: TempRepo): string {
  const folder = path.join(repo.area, 'tmp');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function prove(repo: TempRepo, ...words: string[]) {
  const run = cli(repo, ['prove-binding', '--json', ...words], {
    environment: { TMPDIR: temporary(repo), NO_COLOR: '1' },
  });
  const shown = JSON.parse(run.stdout) as Shown;
  const verdicts = Object.fromEntries(
    (shown.functions ?? []).map(({ name, verdict, reason }) => [name, reason ? `${verdict} ${reason}` : verdict]),
  );
  return { ...run, shown, verdicts };
}

const traces = (repo: TempRepo) => ({
  index: readFileSync(repo.path('.git', 'index')).toString('base64'),
  status: repo.git('status', '--porcelain', '--ignored'),
  refs: repo.git('for-each-ref'),
  worktrees: repo.git('worktree', 'list'),
  temporary: readdirSync(temporary(repo)),
});

const NODE = (lines: string) =>
  `const test = require('node:test');\nconst assert = require('node:assert');\nconst cart = require('./cart.js');\n${lines}`;

const NODE_BASE = {
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  '.gitignore': 'node_modules\n',
  'cart.js': 'exports.old = () => 1;\n',
  'cart.test.js': NODE("test('old', () => assert.equal(cart.old(), 1));\n"),
};

/** A project of Node in which something changed. */
function nodeProject(changes: Record<string, string>, base: Record<string, string> = {}): TempRepo {
  const repo = withGrammars(repository({ files: { ...NODE_BASE, ...base } }));
  for (const [file, text] of Object.entries(changes)) repo.write(file, text);
  return repo;
}

/** A report as StrykerJS writes it: a mutant in one line, and one that survived in another. */
const REPORT = (line: number, mutatorName: string, status: string, survived?: number) => {
  const at = (start: number) => ({ start: { line: start, column: 1 }, end: { line: start, column: 9 } });
  const mutants = [
    { id: '0', mutatorName, replacement: 'a - b', status, killedBy: ['0'], location: at(line) },
    ...(survived === undefined
      ? []
      : [{ id: '1', mutatorName: 'StringLiteral', replacement: '""', status: 'Survived', location: at(survived) }]),
  ];
  const testFiles = { 'cart.test.js': { tests: [{ id: '0', name: 'add' }] } };
  return JSON.stringify({ schemaVersion: '1.0', files: { 'cart.js': { mutants } }, testFiles });
};

/** In each language: one function that a test binds, and one that a test only calls. */
const LANGUAGES: [name: string, changes: Record<string, string>, bound: string, planted: string, test: string][] = [
  [
    'pytest',
    {
      'total.py': `class Cart:
    def __init__(self):
        self.prices = []

    async def add(self, price):
        self.prices.append(price)

    @property
    def total(self):
        return sum(self.prices)


def label(name):
    return "cart " + name
`,
      'test_total.py': `import asyncio
from total import Cart, label

def test_total():
    cart = Cart()
    asyncio.run(cart.add(2))
    assert cart.total == 2

def test_label():
    print(label("a").upper())
`,
    },
    'Cart.total',
    'label',
    'test_total.py::test_total',
  ],
  [
    'go',
    {
      'total.go': `package cart

import "fmt"

func Sum[T int | float64](all ...T) (sum T, err error) {
	if len(all) == 0 {
		return 0, fmt.Errorf("nothing to sum")
	}
	for _, one := range all {
		sum += one
	}
	return sum, nil
}

func Label(name string) string { return fmt.Sprint("cart ", name) }
`,
      'total_test.go': `package cart

import "testing"

func TestSum(t *testing.T) {
	if sum, err := Sum(1, 2); err != nil || sum != 3 {
		t.Fatal("wrong")
	}
}

func TestLabel(t *testing.T) { t.Log(Label("a")) }
`,
    },
    'Sum',
    'Label',
    'example.com/cart.TestSum',
  ],
  [
    'cargo',
    {
      'src/lib.rs': `pub struct Cart<T> { all: Vec<T> }
impl<T: Clone> Cart<T> {
    pub fn first(&self) -> Option<T> { self.all.first().cloned() }
}
pub fn label(name: &str) -> String { format!("cart {name}") }
#[cfg(test)]
mod tests {
    use super::*;
    fn helper() -> Cart<u8> { Cart { all: vec![7] } }
    #[test] fn takes_the_first() { assert_eq!(helper().first(), Some(7)); }
    #[test] fn labels() { println!("{}", label("a")); }
}
`,
      'tests/total.rs': '',
    },
    'Cart::first',
    'label',
    'unittests src/lib.rs.tests::takes_the_first',
  ],
  [
    'rspec',
    {
      'lib/cart.rb': `class Cart
  def initialize(prices)
    @prices = prices
  end

  def total
    @prices.sum
  end

  def label(name) = "cart #{name}"
end
`,
      'spec/cart_spec.rb': `require_relative '../lib/cart'

RSpec.describe Cart do
  it('adds prices') { expect(Cart.new([1, 2]).total).to eq(3) }
  it('labels') { Cart.new([]).label('a').upcase }
end
`,
    },
    'Cart.total',
    'Cart.label',
    'spec/cart_spec.rb > Cart adds prices',
  ],
  [
    'maven',
    {
      'src/main/java/cart/Cart.java': `package cart;

import java.util.List;

public class Cart {
    public static int total(List<Integer> prices) {
        return prices.stream().mapToInt(Integer::intValue).sum();
    }

    public static String label(String name) {
        return "cart " + name;
    }
}
`,
      'src/test/java/cart/CartTest.java': `package cart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void addsPrices() {
        assertEquals(3, Cart.total(List.of(1, 2)));
    }

    @Test
    void labels() {
        Cart.label("a").trim();
    }
}
`,
    },
    'Cart.total',
    'Cart.label',
    'CartTest.addsPrices',
  ],
];

describe('37.2 prove-binding', () => {
  for (const [name, changes, bound, planted, named] of LANGUAGES) {
    test.runIf(stack(name).available)(
      `37.2 with ${name} a test that asserts nothing is found, and an honest one is not`,
      () => {
        const repo = withGrammars(project(stack(name)));
        repo.write('.gitignore', 'node_modules\ntarget\nCargo.lock\n__pycache__\n');
        for (const [file, text] of Object.entries(changes)) repo.write(file, text);
        const { verdicts, shown, status } = prove(repo, '--base', 'HEAD');
        expect(verdicts).toMatchObject({ [bound]: 'bound', [planted]: 'unbound' });
        expect(shown.functions.find((one) => one.name === bound)!.tests).toEqual([named]);
        expect(shown.outcome).toBe('unbound');
        expect(status).toBe(1);
      },
      // Maven takes seconds for each of its runs, and fetches JUnit once.
      name === 'maven' ? 240_000 : undefined,
    );
  }

  test('37.2 with node:test too, in whatever way functions are written; the project is left as it was', () => {
    const repo = nodeProject({
      'cart.js': `exports.old = () => 1;
class Base { constructor() { this.kind = 'cart'; } }
exports.Cart = class Cart extends Base {
  constructor(prices) { super(); this.prices = prices; }
  get total() { return this.prices.reduce((sum, one) => sum + one, 0) + 0; }
};
exports.load = async function (name) { return 'x' + name; };
exports.log = (line) => { exports.lines = [line]; };
`,
      'cart.test.js': NODE(`test('old', () => assert.equal(cart.old(), 1));
test('total', () => assert.equal(new cart.Cart([1, 2]).total, 3));
test('kind', () => assert.equal(new cart.Cart([]).kind, 'cart'));
test('load', async () => { (await cart.load('a')).trim(); });
test('log', () => cart.log('a'));
`),
    });
    const before = traces(repo);
    const { verdicts, shown } = prove(repo);
    expect(verdicts).toEqual({
      'Base.constructor': 'bound',
      'exports.Cart.constructor': 'bound',
      'exports.Cart.total': 'bound',
      'exports.load': 'unbound',
      'exports.log': 'unbound',
    });
    expect(shown.tests.map(({ file }) => file)).toEqual(['cart.test.js']);
    expect(traces(repo)).toEqual(before);
    const journal = readFileSync(repo.path('.git', 'flow', 'journal.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect(journal.map((line) => JSON.parse(line) as { type: string; data: { outcome?: string } })).toContainEqual(
      expect.objectContaining({ type: 'binding', data: expect.objectContaining({ outcome: 'unbound' }) }),
    );
    // What is mended is bound, and then a call with nothing open is fine.
    repo.write('cart.js', 'exports.old = () => 1;\nexports.load = async function (name) { return name; };\n');
    repo.write(
      'cart.test.js',
      NODE("test('load', async () => assert.equal(await cart.load('a'), 'a'));\ntest('old', () => cart.old());\n"),
    );
    expect(prove(repo)).toMatchObject({ status: 0, verdicts: { 'exports.load': 'bound' } });
    // A file that is named and in which nothing changed is looked at as a whole.
    repo.commit('Load');
    expect(prove(repo, 'cart.js', '--base', 'HEAD').verdicts).toEqual({
      'exports.old': 'unbound',
      'exports.load': 'bound',
    });
  });

  test('37.2 a test that asks only whether there is a value does not bind; one that names it does, and one of a truth value', () => {
    const repo = nodeProject({
      'cart.js': `exports.old = () => 1;
exports.size = (all) => all.length;
exports.none = (all) => all.length;
exports.title = (name) => name + '!';
exports.found = (all) => all.find((one) => one.id === 1);
exports.isOpen = (one) => one.id > 0;
exports.names = (all) => all.map((one) => one.id);
`,
      'cart.test.js': NODE(`test('old', () => assert.equal(cart.old(), 1));
test('size', () => assert.ok(cart.size([{}])));
test('none', () => assert.equal(cart.none([]), 0));
test('title', () => assert.match(cart.title('a'), /./));
test('found', () => assert.deepEqual(cart.found([{ id: 1 }]), { id: 1 }));
test('isOpen', () => assert.ok(cart.isOpen({ id: 1 })));
test('names', () => assert.equal(cart.names([{ id: 1 }]).length, 1));
`),
    });
    const { verdicts, shown } = prove(repo);
    expect(verdicts).toEqual({
      'exports.size': 'unbound mere-truth',
      'exports.none': 'bound',
      'exports.title': 'unbound mere-truth',
      'exports.found': 'bound',
      'exports.isOpen': 'bound',
      'exports.names': 'bound',
    });
    const size = shown.functions.find(({ name }) => name === 'exports.size')!;
    expect(size).toMatchObject({ survived: ['returns 113'], tests: ['cart.test.js > size'] });
    const text = cli(repo, ['prove-binding'], { environment: { TMPDIR: temporary(repo), NO_COLOR: '1' } }).stdout;
    expect(text).toMatch(
      /UNBOUND {2}cart\.js:2 exports\.size: its tests ask only whether there is a value: .* fails when it returns 0, and every one stays green when it returns 113\n/,
    );
  });

  test('37.2 what a project’s own mutation tool finds counts beside wrong implementations of our own', () => {
    const repo = nodeProject(
      {
        'cart.js': "exports.old = () => 1;\nexports.add = (a, b) => a + b;\nexports.label = (a) => 'cart ' + a;\n",
        'cart.test.js': NODE(
          "test('old', () => cart.old());\ntest('add', () => assert.ok(cart.add(1, 2)));\ntest('label', () => cart.label('a').trim());\n",
        ),
      },
      {
        'package.json':
          '{ "scripts": { "test": "node --test" }, "devDependencies": { "@stryker-mutator/core": "^9.0.0" } }\n',
        'stryker.config.json': '{}\n',
        // Of another day: it binds nothing.
        'reports/mutation/mutation.json': REPORT(3, 'StringLiteral', 'Killed'),
      },
    );
    mkdirSync(repo.path('node_modules/.bin'), { recursive: true });
    const tool = (lines: string) =>
      writeFileSync(repo.path('node_modules/.bin/stryker'), `#!/usr/bin/env node\n${lines}\n`, { mode: 0o755 });
    // A tool that changes files in their place and was ended.
    tool(`const fs = require('node:fs');
if (!process.argv.includes('cart.js:2-2,cart.js:3-3')) process.exit(9);
fs.writeFileSync('cart.js', 'broken(');
fs.writeFileSync('reports/mutation/mutation.json', ${JSON.stringify(REPORT(2, 'ArithmeticOperator', 'Killed', 3))});
process.exit(1);`);
    const { shown, verdicts } = prove(repo);
    expect(verdicts).toEqual({ 'exports.add': 'bound', 'exports.label': 'unbound' });
    expect(shown).toMatchObject({ by: 'flow, StrykerJS', notes: [] });
    expect(shown.functions.map(({ tests, survived }) => [tests, survived.length > 2])).toEqual([
      [['cart.test.js > add'], false],
      [[], true],
    ]);
    tool('process.exit(1);');
    const alone = prove(repo, '--most', '1');
    // A truthy answer is all that its test asks for.
    expect(alone.verdicts).toEqual({ 'exports.add': 'unbound mere-truth' });
    expect(alone.shown).toMatchObject({
      by: 'flow',
      notes: ['StrykerJS said nothing: it wrote no report that can be read (exit code 1)'],
    });
  });

  test('37.2 nothing is said where the tests are not green as they are, where no test loads a file, and without time', () => {
    const repo = nodeProject({ 'cart.js': 'exports.old = () => 2;\n' });
    expect(prove(repo)).toMatchObject({ status: 1, verdicts: { 'exports.old': 'unknown not-green' } });
    repo.write('cart.js', NODE_BASE['cart.js']);
    repo.write('idle.js', 'exports.idle = () => 3;\n');
    repo.write('broken.js', 'exports.broken = () => { return (;\n');
    const { verdicts } = prove(repo);
    expect(verdicts).toMatchObject({ 'exports.idle': 'unknown not-loaded' });
    expect(Object.values(verdicts)).not.toContain('bound');
    expect(prove(repo, '--time', '0.001').verdicts).toMatchObject({ 'exports.idle': 'unknown unchanged-no-time' });
    expect(prove(repo, '--most', '1').shown).toMatchObject({ left: expect.any(Number) });
  });

  test('37.2 without the grammars it says so, with the one command that brings them', () => {
    const repo = repository({ files: NODE_BASE });
    repo.write('cart.js', 'exports.old = () => 1 + 0;\n');
    const run = cli(repo, ['prove-binding'], { environment: { TMPDIR: temporary(repo) } });
    expect(run).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/@flow\/weakened.*npm i -D @flow\/weakened/s),
    });
  });

  test('37.2 hostile names and texts are shown clean; a package of a workspace is the one of the copy', () => {
    const odd = 'a\u001b[31m $(touch hacked)';
    const repo = nodeProject(
      {
        'packages/price/price.js': 'exports.price = () => 7;\nexports.label = () => "a";\n',
        [`packages/shop/${odd}.js`]: 'exports.odd = () => 7;\n',
        'packages/shop/shop.test.js': `require('node:test')('price', () => require('node:assert').equal(require('price').price(), 7));\n`,
      },
      {
        'package.json': '{ "name": "root", "workspaces": ["packages/*"], "scripts": { "test": "node --test" } }\n',
        'packages/price/package.json': '{ "name": "price", "main": "price.js" }\n',
        'packages/shop/package.json': '{ "name": "shop" }\n',
      },
    );
    symlinkSync('../packages/price', repo.path('node_modules/price'));
    const { verdicts } = prove(repo);
    expect(verdicts).toMatchObject({
      'exports.price': 'bound',
      'exports.odd': 'unknown not-loaded',
      'exports.label': 'unbound',
    });
    const text = cli(repo, ['prove-binding'], { environment: { TMPDIR: temporary(repo), NO_COLOR: '1' } }).stdout;
    expect(text).not.toContain('\u001b');
    expect(text).toMatch(/\nNext: let a test assert .* UNBOUND .*\n$/);
    expect(readdirSync(repo.root)).not.toContain('hacked');
  });
});
