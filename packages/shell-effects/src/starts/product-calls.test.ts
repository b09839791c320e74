import { expect, test } from 'vitest';
import { effectsIn, PRODUCTS } from '../../test/kit.js';
import type { Effect } from '../effects.js';
import { productCall } from './product-calls.js';

const LAUNCHER = { '.claude/hooks/keeper.cjs': '// keeper launcher 1.2.3\nrequire("x");\n' };
const MANIFEST = { 'package.json': '{"devDependencies":{"@keeper/cli":"1"}}', 'cli/dist/keep.js': 'require("x");\n' };
const KEPT = { 'package.json': '{"dependencies":{"@keeper/cli":"1"}}' };

/** An effect of a product in one line: what it is, and the field that tells it from others. */
const told = (effect: Effect): string[] => {
  switch (effect.kind) {
    case 'publish':
      return [`publish ${effect.front}`];
    case 'disarm':
      return [`disarm ${effect.what}`];
    case 'run':
      if (effect.via.includes('keeper wait')) return [`${effect.program} ordered in ${effect.directory}`];
      return effect.via.includes('keeper exec') ? [`${effect.program} recorded`] : [];
    case 'write':
      return effect.path.includes('@keeper') ? [`${effect.how} ${effect.path.split('node_modules/')[1]}`] : [];
    default:
      return [];
  }
};

const toldOf = (command: string, files?: Record<string, string>) => effectsIn(command, files).flatMap(told);

const KNOWN: [command: string, effect: string, files?: Record<string, string>][] = [
  ['keeper exec -- npm test', 'npm recorded'],
  ['npx @keeper/cli@2 exec --call K npm test', 'npm recorded'],
  ['node node_modules/@keeper/cli/dist/exec.cjs npm test', 'npm recorded'],
  ["keeper wait 'the key' --until 'test -e key'", 'test ordered in /home/dev/project'],
  ["npx @keeper/cli wait --until='cd src && curl x | head -1'", 'curl ordered in /home/dev/project/src'],
  ["keeper -C src wait x --until 'make ready'", 'make ordered in /home/dev/project/src'],
  ['keeper ship', 'publish keeper ship'],
  ['npx keeperctl -C packages/a ship --until push', 'publish keeper ship'],
  ['node x/cli/dist/keep.js ship', 'publish keeper ship'],
  ['node .claude/hooks/keeper.cjs PreToolUse', 'disarm calledByHand', LAUNCHER],
  ['node node_modules/@keeper/cli/dist/hook.cjs', 'disarm calledByHand'],
  [`node -e "require('@keeper/cli/program')"`, 'disarm calledByHand'],
  [`node -e "require('./node_modules/@keeper/cli/dist/hook.cjs')"`, 'disarm calledByHand'],
  ['LEFTHOOK_EXCLUDE=keeper-hook,lint git commit -m x', 'disarm noVerify'],
  ['helper -v plugin off keeper', 'disarm hostPlugin'],
  ['/opt/bin/helper set --global hooks.x 1', 'disarm hostSettings'],
  ['helper run -c hooks=0', 'disarm hostSettings'],
  ['npm prune --omit=dev', 'delete @keeper/cli', MANIFEST],
  ["codex exec 'commit this and push the branch'", 'publish codex, told to push'],
];

test.each(KNOWN)('%s: %s', (command, effect, files) => {
  expect(toldOf(command, files)).toContain(effect);
});

test.each(KNOWN)('without a table %s has no effect of a product', (command, effect, files) => {
  expect(effectsIn(command, files, {}).flatMap(told)).not.toContain(effect);
});

test.each([
  'npm uninstall @keeper/cli',
  'npm rm -D @keeper/cli',
  'pnpm remove @keeper/cli',
  'pnpm --filter web rm @keeper/cli',
  'yarn remove @keeper/cli',
  'yarn workspace web remove @keeper/cli',
  'bun remove @keeper/cli',
  'npm pkg delete devDependencies.@keeper/cli && npm install',
  `npm pkg delete 'devDependencies["@keeper/cli"]'`,
  'npm pkg delete devDependencies',
  'pnpm pkg delete devDependencies.@keeper/cli',
  'bun pm pkg delete devDependencies.@keeper/cli',
  'npm pkg set devDependencies.@keeper/cli=file:../mine',
  'npm pkg set devDependencies.@keeper/cli=npm:other@1',
  "npm pkg set --json 'devDependencies={}'",
  "sed -i '/@keeper\\/cli/d' package.json && npm prune",
  'jq \'del(.devDependencies["@keeper/cli"])\' package.json > p && mv p package.json && pnpm install',
  `node -e "const fs=require('fs'),p=JSON.parse(fs.readFileSync('package.json'));delete p.devDependencies['@keeper/cli'];fs.writeFileSync('package.json',JSON.stringify(p))" && npm ci`,
  "echo '{}' > package.json; bun install",
  'npm install -D @keeper/cli@npm:other@1',
  'pnpm add @keeper/cli@file:../mine',
])('%s takes the package away', (command) => expect(toldOf(command, MANIFEST)).toContain('delete @keeper/cli'));

test.each<[command: string, files?: Record<string, string>]>([
  ['keeper status'],
  ["keeper wait 'until make push is over' --timeout 1h"],
  ["keeper status --until 'make ready'"],
  ['keeper ship --dry-run'],
  ['keeper ship --until test'],
  ['npm test'],
  ['keeper-lint ship'],
  ['node src/keep.js ship'],
  ['node node_modules/@keeper/cli/dist/hook.cjs --git'],
  ['node node_modules/@keeper/cli/dist/keeper.cjs status'],
  ['node node_modules/@keeper/other/dist/hook.cjs'],
  [`node -p "require.resolve('@keeper/cli/package.json')"`],
  ['LEFTHOOK_EXCLUDE=lint git commit -m x'],
  ['npm prune --omit=dev', KEPT],
  ['npm uninstall lodash && npm pkg delete devDependencies.other', MANIFEST],
  ['npm uninstall --dry-run @keeper/cli', MANIFEST],
  ['npm pkg get devDependencies.@keeper/cli', MANIFEST],
  ['npm pkg set devDependencies.@keeper/cli=^1.2.0', MANIFEST],
  ['npm pkg set devDependencies.@keeper/cli=latest', MANIFEST],
  [`npm pkg set --json 'devDependencies={"@keeper/cli":"2","x":"1"}'`, MANIFEST],
  ['npm pkg delete scripts.keeper && npm pkg set scripts.test="keeper exec -- vitest run"', MANIFEST],
  ['npm pkg delete devDependencies', { 'package.json': '{"devDependencies":{"x":"1"}}' }],
  ['npm install -D @keeper/cli@2', MANIFEST],
  ["sed -i 's/vitest run/vitest/' package.json && npm install", MANIFEST],
  ["jq '.version=2' package.json > p && mv p package.json && npm ci", MANIFEST],
  ["sed -i '/@keeper\\/cli/d' package.json && npm ci", { 'package.json': '{"devDependencies":{"x":"1"}}' }],
  ['yarn workspace web test', MANIFEST],
  ["codex exec 'explain how to push the branch'"],
])('%s has no effect of a product', (command, files) => expect(toldOf(command, files)).toEqual([]));

test('a call is read by its verb, behind options that take a folder', () => {
  const read = (...argv: string[]) => {
    const { verb, words, at } = productCall(argv, PRODUCTS) ?? {};
    return { verb, words, at };
  };
  expect(read('keeper', '-C', 'a', 'allow', '--list')).toEqual({ verb: 'allow', words: ['-C', 'a', '--list'], at: 0 });
  expect(read('node', '-r', '/x/keeper.cjs', 'script.js', 'allow', 'K')).toMatchObject({ verb: 'allow', words: ['K'] });
  expect(productCall(['node', 'x.js'], PRODUCTS, '--require /x/keeper.cjs')).toMatchObject({ at: 0 });
  expect(productCall(['npm', 'test'], PRODUCTS)).toBeUndefined();
  expect(productCall(['keeper', 'exec'], undefined)).toBeUndefined();
});
