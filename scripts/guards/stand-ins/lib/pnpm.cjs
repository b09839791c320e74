// Plays pnpm and yarn (by the name it is called by) without a network: scripts of package.json, and their tools.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const words = process.argv.slice(2);
const before = /^(?:-s|--silent|-r|--recursive|-w|--workspace-root|--if-present)$/;
let folder = '.';
while (words.length > 0) {
  if (before.test(words[0])) words.shift();
  else if (/^(?:-C|--dir|--cwd|--prefix)$/.test(words[0])) [, folder] = words.splice(0, 2);
  else break;
}
const at = path.resolve(folder);
const manifest = path.join(at, 'package.json');
const scripts = fs.existsSync(manifest) ? (JSON.parse(fs.readFileSync(manifest, 'utf8')).scripts ?? {}) : {};
const run = (program, args) => process.exit(spawnSync(program, args, { stdio: 'inherit', cwd: at }).status ?? 1);
let [verb = '', ...rest] = words;
if (verb === 'run' || verb === 'run-script') [verb = '', ...rest] = rest;
else if (verb === 'exec' || verb === 'dlx') {
  const args = rest[0] === '--' ? rest.slice(1) : rest;
  if (args[0] === '-c') run('sh', ['-c', args[1]]);
  if (verb === 'exec' && !/^(?:eslint|prettier|biome|husky|lefthook|vitest|tsc)$/.test(args[0]))
    run(args[0], args.slice(1));
  run(process.execPath, [path.join(__dirname, 'js-tool.cjs'), ...args]);
}
if (scripts[verb] === undefined && /^(?:eslint|prettier|biome|husky|lefthook|vitest|tsc)$/.test(verb)) {
  run(process.execPath, [path.join(__dirname, 'js-tool.cjs'), verb, ...rest]);
}
if (scripts[verb] !== undefined) {
  for (const name of [`pre${verb}`, verb, `post${verb}`]) {
    if (scripts[name] === undefined) continue;
    const args = name === verb ? rest.filter((word) => word !== '--') : [];
    const { status } = spawnSync('sh', ['-c', `${scripts[name]} "$@"`, 'sh', ...args], { stdio: 'inherit', cwd: at });
    if (status !== 0) process.exit(status ?? 1);
  }
}
