// Plays just: recipes of the justfile in the current folder, without arguments or variables.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
if (process.argv.some((word) => /^(?:-l|--list|--dry-run|-n|--summary|--show)$/.test(word))) process.exit(0);
const name = ['justfile', 'Justfile', '.justfile'].find((one) => fs.existsSync(one));
const recipes = new Map();
let current = null;
for (const line of name ? fs.readFileSync(name, 'utf8').split('\n') : []) {
  const head = /^@?([\w-]+)[^:=]*:(?!=)\s*(.*)$/.exec(line);
  if (head) {
    current = { needs: head[2].split(/\s+/).filter(Boolean), lines: [] };
    recipes.set(head[1], current);
  } else if (/^\s+\S/.test(line) && current) current.lines.push(line.trim().replace(/^[@-]+/, ''));
}
const run = (one) => {
  const recipe = recipes.get(one);
  if (!recipe) process.exit(1);
  for (const need of recipe.needs) run(need);
  for (const line of recipe.lines) {
    const { status } = spawnSync('sh', ['-c', line], { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
};
for (const one of words.length > 0 ? words : [...recipes.keys()].slice(0, 1)) run(one);
