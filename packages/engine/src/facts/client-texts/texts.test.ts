import { expect, test } from 'vitest';
import { growth } from '../../../../../test/growth.js';
import { withArguments } from './arguments.js';
import { partsOfText } from './front-matter.js';
import { namedText } from './named-text.js';
import { shellCommandsIn } from './shell-commands.js';
import { commandLinesIn } from './started-programs.js';

test.each<[what: string, text: string, commands: string[]]>([
  ['at the start of a line', '!`a`', ['a']],
  ['behind a blank', 'x !`a b` y', ['a b']],
  ['in a list, a comment and a quoted line', '- !`a`\n<!-- !`b` -->\n> !`c`', ['a', 'b', 'c']],
  ['over several lines', '!`a\nb`', ['a\nb']],
  ['in a block of its own', 'x\n```!\na\nb\n```\ny', ['a\nb']],
  ['with the line ends of Windows', '```!\r\na\r\nb\r\n```\r\n!`c`\r\n', ['a\nb', 'c']],
  ['in a block that only shows it, which the client runs as well', '```md\n!`a`\n```', ['a']],
  ['between two backquotes, which the client runs as well', '`` !`a` ``', ['a']],
  ['glued to what stands before it', 'x!`a` (!`b`) "!`c`" \\!`d`', []],
  ['in code of one line', 'write `!` and `x !` here; use `!`a`` for it', []],
  ['a mark and no backquotes', 'Stop! `a` ! `b`', []],
  ['an empty one', '!` `', []],
  ['one that a block ends, which then ends nowhere', '!`a\n\n```!\nb', ['a']],
  ['blocks before inline ones', '!`a`\n```!\nb\n```\n', ['b', 'a']],
])('Scope 8a: commands of a text: %s', (_what, text, commands) => {
  expect(shellCommandsIn(text)).toEqual(commands);
});

test('Scope 8a: a long text of beginnings costs no more than its length', () => {
  for (const piece of ['```!', '!`', '```!\n`', '`', ' !`a'])
    expect(
      growth((length) => shellCommandsIn(piece.repeat(length / piece.length)), 100_000, 800_000),
      piece,
    ).toBeLessThan(30);
});

test.each<[text: string, given: string, names: string[], filled: string]>([
  ['!`a $ARGUMENTS`', 'b c', [], '!`a b c`'],
  ['$0|$1|$2', 'a "b c" d', [], 'a|b c|d'],
  ['$0|$1|$10|$1x', "a 'b \"c'", [], 'a|b "c|$10|$1x'],
  ['$ARGUMENTS[1]|$ARGUMENTS[7]', 'a b', [], 'b|$ARGUMENTS[7]'],
  ['$who|$whole|$who[0]', 'bob all', ['who', 'whole'], 'bob|all|$who[0]'],
  ['\\$0|\\$ARGUMENTS|$HOME', 'a', [], '$0|$ARGUMENTS|$HOME'],
  ['$ARGUMENTS', '', [], ''],
  ['$0', '$1 x', [], '$1'],
  ['$ARGUMENTS', '!`a`\n!b', [], '\\! `a`\n\\!b'],
  ['!`echo $0`', 'x`!`y', [], '!`echo x` \\! `y`'],
])('Scope 8a: arguments in %j, given %j', (text, given, names, filled) => {
  expect(withArguments(text, given, names)).toBe(filled);
});

test.each<[text: string, fields: object, body: string, isBroken?: boolean]>([
  ['---\nname: a\n---\nx', { name: 'a' }, 'x'],
  ['\ufeff---\r\nname: "a"\r\n---\r\nx\r\n', { name: 'a' }, 'x\r\n'],
  ['x', {}, 'x'],
  ['---\nargument-hint: [a] | [b]\nname: a\n---\nx', { 'argument-hint': '[a] | [b]', name: 'a' }, 'x'],
  ['---\ndescription: Use it: always\nhooks: {}\n---\nx', { description: 'Use it: always', hooks: {} }, 'x'],
  ['---\n- a\n---\nx', {}, 'x'],
  ['---\nhooks:\n  - "a\n---\nx', {}, 'x', true],
])('Scope 8a: the front matter of %j', (text, fields, body, isBroken = false) => {
  expect(partsOfText(text)).toMatchObject({ fields, body, isBroken });
});

test('Scope 8a: command lines of hooks and servers, wherever they stand', () => {
  const hooks = {
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          { type: 'command', command: 'a b' },
          { type: 'prompt', prompt: 'c' },
        ],
      },
    ],
  };
  expect(commandLinesIn(hooks)).toEqual(['a b']);
  const servers = ['named', { db: { command: 'run it', args: ['x y', 1], env: { A: 'b c', 'D E': 'f' } } }];
  expect(commandLinesIn(servers)).toEqual(["A='b c' 'run it' 'x y' 1"]);
  expect(commandLinesIn('git push')).toEqual([]);
});

test.each<[tool: string, input: object, named: object | null]>([
  ['Skill', { skill: 'a:b', args: 'c d' }, { kind: 'skill', name: 'a:b', given: 'c d' }],
  ['Skill', { skill: ' /a b ' }, { kind: 'skill', name: 'a b', given: '' }],
  ['SlashCommand', { command: '/a b c' }, { kind: 'skill', name: 'a', given: 'b c' }],
  ['Skill', { skill: 7 }, null],
  ['Agent', { subagent_type: 'x' }, { kind: 'agent', name: 'x' }],
  ['Task', {}, { kind: 'agent', name: 'general-purpose' }],
  ['Write', { skill: 'a' }, null],
])('Scope 8a: what %s names with %j', (tool, input, named) => {
  expect(namedText(tool, input as Record<string, unknown>)).toEqual(named);
});
