// Plays go-task: `cmds` and `deps` of a plain Taskfile.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
if (process.argv.some((word) => /^(?:-l|--list|-a|--list-all|--dry|-n|--summary)$/.test(word))) process.exit(0);
const name = ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml'].find((one) => fs.existsSync(one));
const tasks = new Map();
let current = null;
let list = 'cmds';
for (const line of name ? fs.readFileSync(name, 'utf8').split('\n') : []) {
  const head = /^ {2}([\w:-]+):\s*(.*)$/.exec(line);
  const key = /^ {4}(cmds|deps|cmd|desc):\s*(.*)$/.exec(line);
  const item = /^\s+- (.+)$/.exec(line);
  const bare = (text) => text.trim().replace(/^(['"])(.*)\1$/, '$2');
  if (head) {
    current = { cmds: [], deps: [] };
    tasks.set(head[1], current);
    if (head[2]) current.cmds.push(bare(head[2]));
  } else if (key && current) {
    list = key[1] === 'deps' ? 'deps' : 'cmds';
    if (key[1] === 'cmd') current.cmds.push(bare(key[2]));
    else if (/^\[/.test(key[2])) current[list].push(...key[2].slice(1, -1).split(',').map(bare));
  } else if (item && current) current[list].push(bare(item[1]));
}
const run = (one) => {
  const found = tasks.get(one);
  if (!found) process.exit(1);
  for (const dep of found.deps) run(dep);
  for (const line of found.cmds) {
    const { status } = spawnSync('sh', ['-c', line], { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
};
for (const one of words.length > 0 ? words : ['default']) run(one);
