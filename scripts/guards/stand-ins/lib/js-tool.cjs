// Plays a tool of the JavaScript world: the project's own if it is installed, else what matters of a well-known one.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const [tool, ...words] = process.argv.slice(2);
const own = path.resolve('node_modules/.bin', tool ?? '');
if (tool && fs.existsSync(own)) process.exit(spawnSync(own, words, { stdio: 'inherit' }).status ?? 1);

const has = (...options) => options.some((option) => words.includes(option));
const optionOf = (...names) => {
  for (const [at, word] of words.entries()) {
    if (names.includes(word)) return words[at + 1];
    const name = names.find((one) => word.startsWith(`${one}=`));
    if (name) return word.slice(name.length + 1);
  }
  return undefined;
};
const append = (file) => fs.appendFileSync(file, '// formatted\n');

function sources(at) {
  const stat = fs.statSync(at, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [at];
  return fs
    .readdirSync(at)
    .filter((name) => name !== 'node_modules' && name !== '.git')
    .flatMap((name) => sources(path.join(at, name)))
    .filter((file) => /\.[mc]?[jt]sx?$/.test(file));
}

function rewrite() {
  const named = words.filter((word) => !word.startsWith('-') && fs.existsSync(word));
  for (const file of (named.length > 0 ? named : ['.']).flatMap(sources)) append(file);
}

const version = has('--version', '-v', '--help', '-h');
const output = optionOf('-o', '--output-file', '--outputFile', '--output');
if (version) console.log(`${tool} 1.0.0`);
else if (tool === 'eslint' && has('--fix')) rewrite();
else if (tool === 'prettier' && has('--write', '-w')) rewrite();
else if (tool === 'biome' && has('--write', '--fix', '--apply')) rewrite();
else if (tool === 'dprint' && words[0] === 'fmt') rewrite();
else if (tool === 'dotenv-vault' && words[0] === 'pull') fs.writeFileSync('.env', 'A=vault\n');
else if (tool === 'vercel' && words[0] === 'env' && words[1] === 'pull')
  fs.writeFileSync(words[2] ?? '.env.local', 'A=1\n');
else if (tool === 'husky' && words.length === 0) spawnSync('git', ['config', 'core.hooksPath', '.husky/_']);
else if (tool === 'husky' && words[0] === 'install') spawnSync('git', ['config', 'core.hooksPath', '.husky']);
else if (tool === 'lefthook' && words[0] === 'install') fs.writeFileSync('.git/hooks/pre-push', '#!/bin/sh\n');
else if (tool === 'simple-git-hooks') fs.writeFileSync('.git/hooks/pre-push', '#!/bin/sh\n');
else if (tool === 'flow-hooks' && words[0] === 'uninstall')
  fs.rmSync('.claude/hooks', { recursive: true, force: true });
else if (
  tool === 'gh-pages' ||
  tool === 'np' ||
  tool === 'release-it' ||
  (tool === 'semantic-release' && !has('--dry-run', '-d'))
)
  fs.appendFileSync(process.env.GUARDS_PUBLISHED, `${tool} ${words.join(' ')}\n`);
else if (tool === 'git') process.exit(spawnSync('git', words, { stdio: 'inherit' }).status ?? 1);
else if (output) fs.writeFileSync(output, '{}\n');
