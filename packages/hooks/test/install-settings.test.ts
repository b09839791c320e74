import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import { groupOf, REGISTRATIONS, startedByName } from '@flow/clients/registrations';
import fc from 'fast-check';
import { getNodeValue, parseTree, stripComments } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { addEntries, inspectEntries, removeEntries, withStatusLine } from '../src/install/host-files/settings-edit.js';
import { addBlock, removeBlock } from '../src/install/project/ignore-block.js';
import { install, makeWorld, put, read, removeWorld, snapshot, uninstall } from './install-world.js';

interface Layout {
  unit: string;
  eol: string;
  finalBreak: boolean;
  comments: boolean;
}

/** Writes JSON in a given layout, with comments after commas and before brackets when asked. */
function lay(value: unknown, { unit, eol, finalBreak, comments }: Layout): string {
  const pretty = JSON.stringify(value, null, unit);
  let count = 0;
  const lines = pretty.split('\n').map((line) => {
    if (!comments || unit === '') return line;
    count += 1;
    if (count % 3 === 0) return `${line} // note, ${count} }]`;
    return count % 4 === 0 ? `${line} /* "hooks": [, */` : line;
  });
  return lines.join(eol) + (finalBreak ? eol : '');
}

const handler = fc.record({ type: fc.constant('command'), command: fc.string() });
const group = fc.oneof(
  fc.record({ matcher: fc.string(), hooks: fc.array(handler, { maxLength: 2 }) }),
  fc.record({ hooks: fc.array(handler, { maxLength: 2 }) }),
);
const event = fc.oneof(...REGISTRATIONS.map(({ event }) => fc.constant(event)), fc.constant('Stop'), fc.string());
const key = fc
  .oneof(fc.string(), fc.constantFrom('model', 'permissions', 'env'))
  .filter((name) => name !== 'hooks' && name !== '__proto__');
const settings = fc
  .tuple(
    fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    fc.option(
      fc.dictionary(
        event.filter((name) => name !== '__proto__'),
        fc.array(group, { maxLength: 3 }),
        { maxKeys: 4 },
      ),
    ),
    fc.boolean(),
  )
  .map(([rest, hooks, first]) => (hooks ? (first ? { hooks, ...rest } : { ...rest, hooks }) : rest));
const layout = fc.record({
  unit: fc.constantFrom('', '  ', '    ', '\t'),
  eol: fc.constantFrom('\n', '\r\n'),
  finalBreak: fc.boolean(),
  comments: fc.boolean(),
});
const text = fc.tuple(settings, layout).map(([value, style]) => lay(value, style));

const parsed = (content: string) => JSON.parse(JSON.stringify(getNodeValue(parseTree(content)!)));

describe('X61 settings files of every layout', () => {
  test('adding keeps every foreign byte in its order, every value and comment, and is done in one go', () => {
    fc.assert(
      fc.property(text, (content) => {
        const added = addEntries(content);
        if (!added.ok) throw new Error(JSON.stringify(added.problems));
        expect(isSubsequence(content, added.text)).toBe(true);
        expect(() => JSON.parse(stripComments(added.text))).not.toThrow();
        const before = parsed(content);
        const after = parsed(added.text);
        for (const registration of REGISTRATIONS) {
          expect(after.hooks[registration.event].pop()).toEqual(JSON.parse(JSON.stringify(groupOf(registration))));
          if (before.hooks?.[registration.event] === undefined) {
            expect(after.hooks[registration.event]).toEqual([]);
            delete after.hooks[registration.event];
          }
        }
        if (before.hooks === undefined) delete after.hooks;
        expect(after).toEqual(before);
        expect(addEntries(added.text)).toEqual(added);
        if (content.includes('\r\n')) expect(added.text.replaceAll('\r\n', '')).not.toContain('\n');
      }),
      { numRuns: 400 },
    );
  });

  test('taking out what was added gives the text back, up to containers that were empty', () => {
    fc.assert(
      fc.property(text, (content) => {
        const added = addEntries(content);
        const removed = added.ok ? removeEntries(added.text) : added;
        if (!removed.ok) throw new Error(JSON.stringify(removed.problems));
        const before = parsed(content);
        const hadEmpty = /\{\s*\}|\[\s*\]/.test(stripComments(content));
        if (!hadEmpty) expect(removed.text).toBe(content);
        const left = parsed(removed.text);
        for (const [name, groups] of Object.entries<unknown[]>(before.hooks ?? {})) {
          if (groups.length > 0) expect(left.hooks[name]).toEqual(groups);
        }
        expect({ ...left, hooks: 0 }).toEqual({ ...before, hooks: 0 });
      }),
      { numRuns: 400 },
    );
  });

  test("Uninstall leaves the user's own settings byte-identical (on disk, with a second run in between)", () => {
    const world = makeWorld();
    try {
      fc.assert(
        fc.property(text, fc.constantFrom(0o600, 0o644, 0o664), (content, mode) => {
          put(world, '.claude/settings.json', content, mode);
          const before = snapshot(world.root);
          install(world);
          const first = snapshot(world.base);
          expect(install(world).plan).toEqual([]);
          expect(snapshot(world.base)).toEqual(first);
          uninstall(world);
          expect(snapshot(world.root)).toEqual(before);
        }),
        { numRuns: 25 },
      );
    } finally {
      removeWorld(world);
    }
  });

  test('any text at all: a value or a place, never an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          text.chain((content) => fc.nat(content.length).map((end) => content.slice(0, end))),
        ),
        (content) => {
          const edit = addEntries(content);
          if (edit.ok) expect(() => JSON.parse(stripComments(edit.text).replace(/^\uFEFF/, ''))).not.toThrow();
          else expect(edit.problems[0]?.line).toBeGreaterThan(0);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('X61 entries of ours are brought up to date where they stand', () => {
  const wrap = (hooks: unknown) => JSON.stringify({ hooks, model: 'x' }, null, 2);
  const shell = { type: 'command', command: 'npx flow-hooks .claude/hooks/flow.cjs PreToolUse' };
  const theirs = { type: 'command', command: 'theirs' };
  const old = {
    type: 'command',
    command: 'node',
    args: ['${CLAUDE_PROJECT_DIR}/.claude/hooks/flow.cjs', 'PreToolUse'],
  };

  test.each([
    ['shell form through npx', { PreToolUse: [{ hooks: [shell] }, { hooks: [theirs] }] }],
    ['without onFailure', { PreToolUse: [{ matcher: 'Bash', hooks: [old] }, { hooks: [theirs] }] }],
    ['written twice', { PreToolUse: [{ hooks: [old] }, { hooks: [old] }, { hooks: [theirs] }] }],
    ["in somebody's group", { PreToolUse: [{ matcher: 'Bash', hooks: [theirs, old] }] }],
    ['under an event that we no longer take', { Notification: [{ hooks: [old] }], PreToolUse: [{ hooks: [theirs] }] }],
  ])('%s', (_name, hooks) => {
    const edit = addEntries(wrap(hooks));
    if (!edit.ok) throw new Error('refused');
    const value = JSON.parse(edit.text);
    const all = JSON.stringify(value.hooks);
    expect(all.match(/flow\.cjs/g)).toHaveLength(REGISTRATIONS.length);
    expect(all.match(/theirs/g)).toHaveLength(1);
    expect(all).not.toContain('npx');
    const inspected = inspectEntries(edit.text);
    expect(inspected.ok && inspected.entries.every((entry) => entry.state === 'current')).toBe(true);
    expect(value.hooks.Notification).toBeUndefined();
    expect(value.model).toBe('x');
  });

  test('inspecting says what is wrong with each', () => {
    const inspected = inspectEntries(
      wrap({ PreToolUse: [{ hooks: [shell] }], ConfigChange: [{ hooks: [{ ...old, timeout: 10 }] }] }),
    );
    const entries = inspected.ok ? inspected.entries : [];
    expect(entries.find((entry) => entry.event === 'PreToolUse')?.faults).toEqual([
      'shell form instead of exec form',
      'started through a package manager',
      'no "onFailure": "block"',
      'another matcher',
    ]);
    expect(entries.find((entry) => entry.event === 'ConfigChange')?.faults).toEqual(['no "onFailure": "block"']);
    expect(entries.find((entry) => entry.event === 'SessionStart')?.state).toBe('missing');
  });
});

describe('layout of what is written', () => {
  const added = (content: string | null) => {
    const edit = addEntries(content);
    return edit.ok ? edit.text : '';
  };
  test('tabs, CRLF, a comment at the end and no final newline', () => {
    expect(added('{\r\n\t"model": "x" // mine\r\n}').split('\r\n').slice(0, 5)).toEqual([
      '{',
      '\t"model": "x", // mine',
      '\t"hooks": {',
      '\t\t"SessionStart": [',
      '\t\t\t{',
    ]);
  });
  test('one line stays one line', () => {
    expect(added('{"model":"x"}')).toMatch(/^\{"model":"x", "hooks": \{"SessionStart":.*\}\}$/);
  });
  test('nothing, blanks and an empty object become a whole file', () => {
    expect(added(null)).toBe(added(' \n'));
    expect(JSON.parse(added('{}'))).toEqual(JSON.parse(added(null)));
    expect(added(null)).toMatch(/^\{\n {2}"hooks": \{\n[\s\S]*\n\}\n$/);
  });
  test('C35 a status line that a person had called through the program stays theirs', () => {
    const text = '{"statusLine":{"type":"command","command":"npx flow-hooks statusline --with mine"}}';
    expect(withStatusLine(text)).toMatchObject({ ok: true, text });
  });
  test('a byte order mark stays', () => {
    expect(added('\uFEFF{"a":1}').startsWith('\uFEFF{"a":1, "hooks"')).toBe(true);
  });
});

test('X61 ignore block: put in, brought up to date, taken out of any text', () => {
  const line = fc.constantFrom('dist', '# flow-hooks end', '*.log', '', '!keep', '# note');
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), fc.boolean(), (lines, eol, finalBreak) => {
      const content = lines.join(eol) + (finalBreak && lines.length > 0 ? eol : '');
      const once = addBlock(content);
      expect(addBlock(once)).toBe(once);
      expect(once.startsWith(content)).toBe(true);
      const removed = removeBlock(once);
      expect(removed === content || removed === content + eol || removed === `${content}\n`).toBe(true);
    }),
  );
  expect(addBlock('a\n# flow-hooks\nold-rule\n# flow-hooks end\nb\n')).toBe(
    'a\n# flow-hooks\ndevelop/**/*-results.json\ndevelop/**/*-results-*.json\ndevelop/**/claims.md\n# flow-hooks end\nb\n',
  );
  expect(addBlock('# flow-hooks\nnot ours\n')).toBe(
    '# flow-hooks\nnot ours\n# flow-hooks\ndevelop/**/*-results.json\ndevelop/**/*-results-*.json\ndevelop/**/claims.md\n# flow-hooks end\n',
  );
});

describe('settings are laid out as the formatter of the project has it', () => {
  const SETTINGS = '.claude/settings.json';
  const standIn = (body: string) =>
    `#!${process.execPath}\nconst text = require('node:fs').readFileSync(0, 'utf8');\n${body}`;
  const TABS = standIn("process.stdout.write(JSON.stringify(JSON.parse(text), null, '\\t') + '\\n');");
  const own = { model: 'x', permissions: { allow: ['Read'] } };

  test.each<[name: string, formatter: string, before: string | null, unit: string]>([
    ['a new file', TABS, null, '\t'],
    ['one that is laid out so', TABS, `${JSON.stringify(own, null, '\t')}\n`, '\t'],
    ['one that a person laid out in another way keeps it', TABS, `${JSON.stringify(own, null, 4)}\n`, '    '],
    [
      'a formatter that changes what is said changes nothing',
      standIn('process.stdout.write(text.toUpperCase());'),
      null,
      '  ',
    ],
    ['a formatter that fails changes nothing', standIn('process.exit(2);'), null, '  '],
  ])('%s', (_name, formatter, before, unit) => {
    const world = makeWorld();
    try {
      put(world, '.prettierrc', '{}');
      put(world, 'node_modules/.bin/prettier', formatter, 0o755);
      if (before !== null) put(world, SETTINGS, before);
      install(world);
      const written = read(world, SETTINGS);
      expect(written).toBe(`${JSON.stringify(JSON.parse(written), null, unit)}\n`);
      const host = { ...CLIENTS[0]!, registrations: startedByName(REGISTRATIONS, false) };
      const seen = inspectEntries(written, host);
      expect(seen.ok && seen.entries.every(({ state }) => state === 'current')).toBe(true);
      install(world);
      expect(read(world, SETTINGS)).toBe(written);
      uninstall(world);
      expect(existsSync(join(world.root, SETTINGS))).toBe(before !== null);
      if (before !== null) expect(read(world, SETTINGS)).toBe(before);
    } finally {
      removeWorld(world);
    }
  });
});

test('comments survive an installation and are mentioned', () => {
  const world = makeWorld();
  try {
    put(world, '.claude/settings.json', '{\n  // mine\n  "model": "x"\n}\n');
    expect(install(world).notes.join('\n')).toContain('contains comments');
    expect(read(world, '.claude/settings.json')).toContain('// mine');
  } finally {
    removeWorld(world);
  }
});

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (part.startsWith(character, at)) at += character.length;
  return at === part.length;
}
