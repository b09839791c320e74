import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { changedFunctions } from '../src/functions/changed.js';
import { openGrammars } from '../src/syntax/grammars.js';

const METHODS = [
  'def initialize = super',
  'def initialize(name) = @name = name',
  'def initialize(name) = (@name = name)',
  'def initialize(name:) = super(name: name.to_s)',
  'def initialize() = begin; @a = 1; end',
  'def initialize\n  super\nend',
  'def size = @items.size',
  "def title = 'cart'",
  'def title() = "#{first} cart"',
  'def none = []',
  'def self.none = {}',
  'def empty? = size.zero?',
  'def empty? = !size',
  'def +(other) = total + other.total',
  'def ==(other) = total == other.total',
  'def [](key) = @items[key]',
  'def call(...) = new(...).call',
  'def each(&block) = @items.each(&block)',
  'def pick = @items.find { |item| item.ok }',
  'def pick = @items.find do |item| item.ok end',
  'def safe = Integer(@text) rescue nil',
  'def safe = Integer(@text) rescue 0',
  'def kind = if @a then 1 else 2 end',
  'def kind = @a ? 1 : 2',
  'def kind = case @a when 1 then :one else :two end',
  'def both = (a; b)',
  'def log(text) = puts(text)',
  'def range = 1..5',
  'def made = begin; build; rescue; nil; end',
  'def proc = -> { 1 }',
  'def text = <<~END\n  a\n  b\nEND',
  'def text = <<~END.strip\n  a\nEND',
  'def []=(key, value)\n  @items[key] = value\nend',
  'def name=(value)\n  @name = value\nend',
  'private def total = 1 + 2',
  'private_class_method def self.total = 1 + 2',
  'memoize def total(a, b = 2) = a + b',
  'def total =\n    @items.sum',
  'def total = # adds\n    @items.sum',
  'def not_it = (not @a)',
  'def counted = @count += 1',
  'def kept = @kept ||= build',
];

/** Loads each text by itself, and tells what Ruby says against it; null for nothing. */
const LOADING = `
require 'json'
$VERBOSE = nil
class Module
  def memoize(name) = name
end
told = JSON.parse($stdin.read).map do |text|
  Object.send(:remove_const, :Cart) if Object.const_defined?(:Cart)
  begin
    eval(text, TOPLEVEL_BINDING)
    nil
  rescue Exception => error
    error.message
  end
end
puts JSON.generate(told)
`;

test.skipIf(spawnSync('ruby', ['--version']).status !== 0)(
  '37.2 whatever a method of Ruby looks like, Ruby itself loads its stand-ins',
  async () => {
    const parse = await openGrammars(['ruby']);
    const texts = METHODS.map((method) => `class Cart\n  ${method}\nend\n`);
    const found = texts.map((text) => changedFunctions({}, { 'cart.rb': text }, parse).functions);
    const tried = found.flatMap((functions, at) => {
      const text = texts[at]!;
      return functions.flatMap(({ standIns }) =>
        standIns.map(({ from, to, text: put }) => text.slice(0, from) + put + text.slice(to)),
      );
    });
    const told = (all: readonly string[]) =>
      JSON.parse(
        execFileSync('ruby', ['-e', LOADING], {
          input: JSON.stringify(all),
          encoding: 'utf8',
          stdio: ['pipe', 'pipe', 'ignore'],
        }),
      ) as (string | null)[];
    const usual = told(texts);
    expect(METHODS.filter((_, at) => usual[at] !== null)).toEqual([]);
    const said = told(tried);
    expect(tried.filter((_, at) => said[at] !== null)).toEqual([]);
    expect(METHODS.filter((_, at) => (found[at]![0]?.standIns ?? []).length === 0)).toEqual([]);
  },
);
