import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { offered } from './completion.mjs';
import { run as start } from './run.mjs';
import { languageServer, managerWords, nodeFolder } from './tools.mjs';

/** Milliseconds after which an installation hangs. */
const HANGS = 300_000;
/** Peers of this one are large, so it is installed once, by itself. */
const HEAVY = '@flow/driver-temporal';

/** Whether a Node of a version as `20.19` or `24` fits `engines` as `>=22.12`. */
export function fits(engines, node) {
  const [wantMajor, wantMinor = 0] = engines.replace('>=', '').split('.').map(Number);
  const [major, minor = 99] = node.split('.').map(Number);
  return major > wantMajor || (major === wantMajor && minor >= wantMinor);
}

/** What Node loads of a package: its entries that are programs text, and no pattern. */
function entriesOf({ name, exports = {} }) {
  const first = (value) => (typeof value === 'string' ? value : Object.values(value ?? {}).at(-1));
  return Object.entries(exports)
    .filter(([key, value]) => !key.includes('*') && /\.[cm]?js$/.test(first(value) ?? ''))
    .map(([key]) => (key === '.' ? name : `${name}${key.slice(1)}`));
}

/** A module that loads every entry, and says which could not be. */
const LOADS = (entries) => `const failed = [];
for (const entry of ${JSON.stringify(entries)})
  await import(entry).catch((error) => failed.push(entry + ': ' + error.message));
console.log(process.version);
if (failed.length > 0) throw new Error(failed.join('\\n'));
`;

/** The settings by which each manager finds the scope of ours on this machine, and all else where it always does. */
function settings(manager, url, others, store) {
  if (manager === 'yarn')
    return {
      '.yarnrc.yml': [
        `npmRegistryServer: ${JSON.stringify(others)}`,
        `npmScopes: { flow: { npmRegistryServer: ${JSON.stringify(url)} } }`,
        'unsafeHttpWhitelist: ["127.0.0.1"]',
        'enableTelemetry: false',
        'enableImmutableInstalls: false',
        `globalFolder: ${JSON.stringify(path.join(store, 'yarn'))}`,
        '',
      ].join('\n'),
      'yarn.lock': '',
    };
  return { '.npmrc': `@flow:registry=${url}/\nregistry=${others}\n` };
}

/** How each manager starts a program of an installed package, or a file, with the Node of the project. */
const EXEC = {
  npm: (words) => [...words.map((word) => word.replace('npm-cli', 'npx-cli')), '--no-install'],
  pnpm: (words) => [...words, 'exec'],
  yarn: (words) => [...words, 'run'],
  bun: (words) => [...words, 'run'],
};

/** Calls of the shell that a client asks the hook about, with the exit code and the text of its answer. */
const CALLS = [
  ['git commit --no-verify -m work', 2, /"deny"[\s\S]*GUARD_DISARM/],
  ['ls', 0, /^$/],
];

/**
 * Installs packages by name into an empty project with one manager on one Node, and uses them: every entry is loaded, every
 * program answers, `flow-hooks install` sets up a repository, whose hook refuses what it should; where a program's Node is
 * too old, its refusal is read.
 * @returns `{ name, seconds, faults }`
 */
export async function tryInstall({ manager, node, packages, registry, others, area }) {
  const started = Date.now();
  const folder = path.join(area, `${manager}-${node}`);
  const home = path.join(area, 'home');
  const bin = path.join(folder, '.node');
  for (const one of [bin, home]) mkdirSync(one, { recursive: true });
  symlinkSync(path.join(nodeFolder(node), 'node'), path.join(bin, 'node'));
  const words = managerWords(manager, node);
  // What the script that started this set for itself is nothing that a user has.
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|pnpm_|INIT_CWD$|CLAUDE)/i.test(name));
  const env = {
    ...Object.fromEntries(own),
    ...{ PATH: `${bin}${path.delimiter}${process.env.PATH}`, HOME: home, XDG_STATE_HOME: path.join(folder, '.state') },
    ...{ npm_config_cache: path.join(area, 'npm'), npm_config_store_dir: path.join(area, 'pnpm') },
    ...{ npm_config_update_notifier: 'false', BUN_INSTALL_CACHE_DIR: path.join(area, 'bun') },
  };
  const faults = [];
  const run = (command, ...rest) => start(command, rest.flat(), { cwd: folder, env, timeout: HANGS });
  const must = (what, result, holds = result.status === 0) => {
    if (!holds)
      faults.push(`${what}: exit code ${result.status}\n${`${result.stdout}${result.stderr}`.slice(0, 3000)}`);
    return holds;
  };
  const temporal = manager === 'npm' && node === '24';
  const chosen = packages.filter(({ manifest }) => manifest.name !== HEAVY || temporal);
  const able = chosen.filter(({ manifest }) => fits(manifest.engines.node, node));
  const entries = able.flatMap(({ manifest }) => entriesOf(manifest));
  const files = {
    'package.json': `${JSON.stringify({ name: 'empty', private: true, type: 'module', dependencies: Object.fromEntries(chosen.map(({ manifest }) => [manifest.name, manifest.version])) }, null, 2)}\n`,
    ...settings(manager, registry, others, area),
    'loads.mjs': LOADS(entries),
    'go.mod': 'module example.com/empty\n',
    '.gitignore': 'node_modules\n.node\n.state\n.yarn\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  await run('git', 'init', '-q', '-b', 'main');
  const done = () => ({ name: `${manager} on Node ${node}`, seconds: (Date.now() - started) / 1000, faults });
  const [program, ...first] = words;
  if (!must('install', await run(program, first, 'install'))) return done();
  const starts = (name, ...rest) => {
    const [started, ...given] = EXEC[manager](words);
    return run(started, given, name, rest);
  };
  const loaded = manager === 'yarn' ? await run(program, first, 'node', 'loads.mjs') : await run('node', 'loads.mjs');
  must('loading every entry', loaded, loaded.status === 0 && loaded.stdout.startsWith(`v${node}.`));
  for (const { manifest } of chosen)
    for (const name of Object.keys(manifest.bin ?? {})) {
      if (name === 'cli') continue;
      const answer = await starts(name, '--version');
      if (name === 'flow-hooks' || fits(manifest.engines.node, node))
        must(`${name} --version`, answer, answer.status === 0 && answer.stdout.includes(manifest.version));
      // Its own sentence, whatever a manager says around it.
      else
        must(
          `the refusal of ${name}`,
          answer,
          answer.status !== 0 &&
            /NODE_TOO_OLD: Node\.js 22\.12 or newer is needed, this is 20\.19\.\d+\./.test(answer.stderr),
        );
    }
  if (must('flow-hooks install', await starts('flow-hooks', 'install'))) {
    const doctor = await starts('flow-hooks', 'doctor');
    const isArmed = /git pre-push, an untested push: refused /.test(doctor.stdout);
    must('flow-hooks doctor', doctor, doctor.status === 0 && isArmed);
    for (const [command, exit, text] of CALLS) {
      const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 't1' };
      const event = { hook_event_name: 'PreToolUse', session_id: 's1', cwd: folder, ...call };
      const given = { cwd: folder, env, timeout: HANGS, input: JSON.stringify(event) };
      const answer = await start('node', ['.claude/hooks/flow.cjs', 'PreToolUse'], given);
      must(`the hook's answer to ${command}`, answer, answer.status === exit && text.test(answer.stdout));
    }
  }
  if (fits('>=22.12', node)) must('flow init --yes', await starts('flow', 'init', '--yes'));
  else must('flow-hooks install --config', await starts('flow-hooks', 'install', '--config'));
  const unplug = manager === 'yarn' ? (...names) => run(program, first, 'unplug', names) : null;
  faults.push(...(await editorFaults({ folder, env, unplug })));
  return done();
}

/**
 * Asks a language server what it offers in a configuration, by the line that was written at its top, and in the file of a
 * workflow, by the line that docs/editors.md shows.
 * @param unplug where a manager keeps packages in archives, how it lays some of them out, by name; else `null`
 */
async function editorFaults({ folder, env, unplug }) {
  try {
    const config = readFileSync(path.join(folder, 'flow.config.yaml'), 'utf8').split('\n', 1)[0];
    const workflow = config.replace(/@flow\/.*/, '@flow/cli/dist/workflow.schema.json');
    const files = [
      { name: 'flow.config.yaml', line: config, typed: 'fr', key: 'front' },
      { name: 'release.yaml', line: workflow, typed: 'ph', key: 'phases' },
    ];
    const { stdout = '' } = (await unplug?.('@flow/hooks', '@flow/cli')) ?? {};
    for (const [, name, at] of stdout.matchAll(/(@flow\/[\w-]+)@\S+ to (\S+)/g))
      for (const one of files) one.line = one.line.replace(`./node_modules/${name}/`, `${at}/node_modules/${name}/`);
    const typed = files.map((one) => ({ file: path.join(folder, one.name), text: `${one.line}\n${one.typed}` }));
    const labels = await offered({ server: languageServer(), cwd: folder, env, typed });
    return files.flatMap(({ name, line, key }, at) =>
      labels[at].includes(key) ? [] : [`${name}: an editor offers no ${key} by "${line}", but ${labels[at]}`],
    );
  } catch (error) {
    return [error.message];
  }
}

/** Makes folders writable that a manager has locked, so that all of it can be removed. */
export function unlock(folder) {
  spawnSync('chmod', ['-R', 'u+w', folder]);
  chmodSync(folder, 0o700);
}
