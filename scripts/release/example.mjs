import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run as start } from './run.mjs';
import { managerWords, nodeFolder } from './tools.mjs';

/** Milliseconds after which a step hangs. */
const HANGS = 300_000;
const PACKAGE = 'flow-preset-perl';

const MODULE = (sum) => `package Cart;\nsub total { my ($a, $b) = @_; return ${sum}; }\n1;\n`;
/** A distribution of Perl, which nothing that is built in knows. */
const PROJECT = {
  'package.json': '{ "private": true }\n',
  '.gitignore': 'node_modules\n',
  cpanfile: "requires 'perl', '5.20';\n",
  'lib/Cart.pm': MODULE('$a + $b'),
  't/cart.t': "use Test::More tests => 1;\nuse Cart;\nis(Cart::total(1, 2), 3, 'adds prices');\n",
};

/** How each manager adds packages to what a project needs, and starts a program of one. */
const USERS = {
  npm: {
    add: ['install', '--save-dev', '--no-audit', '--no-fund', '--loglevel=error'],
    starts: (words) => [...words.map((word) => word.replace('npm-cli', 'npx-cli')), '--no-install'],
  },
  pnpm: { add: ['add', '--save-dev'], starts: (words) => [...words, 'exec'] },
};

/**
 * Publishes the preset of `examples/preset-example` as its author would, and uses it as somebody else would who knows its
 * name: installed from a registry with npm and with pnpm, listed, pinned; a commit that breaks its tests is refused by
 * `verify`, one that mends them passes; `flow` says its command.
 * @param at `{ root, registry, area }`: a copy of the repository, a registry with our packages which leads to all others,
 *   and a folder for files
 * @returns faults, empty when all of it works
 */
export async function tryExample({ root: from, registry, area }) {
  const [author, home] = ['author', 'home'].map((name) => path.join(area, `example-${name}`));
  mkdirSync(home, { recursive: true });
  cpSync(path.join(from, 'examples/preset-example'), author, { recursive: true });
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|pnpm_|INIT_CWD$|CLAUDE)/i.test(name));
  const env = {
    ...Object.fromEntries(own),
    ...{ PATH: `${nodeFolder('24')}${path.delimiter}${process.env.PATH}`, HOME: home },
    ...{ XDG_STATE_HOME: path.join(home, 'state'), npm_config_update_notifier: 'false' },
    ...{ npm_config_cache: path.join(area, 'npm'), npm_config_store_dir: path.join(area, 'pnpm') },
    ...{
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    },
  };
  const faults = [];
  /** Runs a step; once one has gone wrong, no other is tried. */
  const step = async (cwd, holds, program, ...words) => {
    if (faults.length > 0) return '';
    const { status, stdout, stderr } = await start(program, words, { cwd, env, timeout: HANGS });
    const text = `${stdout}${stderr}`;
    if (!holds(status, text)) faults.push(`${cwd}: ${words.join(' ')}: exit code ${status}\n${text.slice(-3000)}`);
    return text;
  };
  const ends =
    (code, ...words) =>
    (status, text) =>
      status === code && words.every((word) => text.includes(word));
  const asks = (folder) => writeFileSync(path.join(folder, '.npmrc'), `registry=${registry}/\n`);

  asks(author);
  const npm = (...words) => step(author, ends(0), ...managerWords('npm', '24'), ...words, '--loglevel=error');
  await npm('install', '--no-audit', '--no-fund');
  // It builds, and runs the tests of the preset.
  await npm('publish', `--${registry.replace('http:', '')}/:_authToken=local`);

  for (const [manager, { add, starts }] of Object.entries(USERS)) {
    const words = managerWords(manager, '24');
    const project = path.join(area, `example-${manager}`);
    for (const [file, text] of Object.entries(PROJECT)) {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
      writeFileSync(path.join(project, file), text);
    }
    asks(project);
    const git = (...rest) => step(project, ends(0), 'git', ...rest);
    const program = (name, holds, ...rest) => step(project, holds, ...starts(words), name, ...rest);
    const commit = async (file, text) => {
      writeFileSync(path.join(project, file), text);
      await git('add', '-A');
      await git('commit', '-qm', file);
    };
    const publish = async () => {
      await git('push', '-q', 'origin', 'main');
      await git('fetch', '-q', 'origin');
    };
    const remote = path.join(home, `${manager}.git`);
    await git('init', '-q', '-b', 'main');
    await git('init', '-q', '--bare', remote);
    await git('remote', 'add', 'origin', remote);
    await step(project, ends(0), ...words, ...add, '@flow/hooks', '@flow/cli', PACKAGE);
    await commit('flow.config.yaml', `presets: [${PACKAGE}]\n`);
    // Before a remote has a base branch, only a person puts a configuration into force.
    await publish();
    const told = await program('flow-hooks', ends(0, 'pin it: sha256: '), 'preset', 'list');
    const digest = /sha256: ([0-9a-f]{64})/.exec(told)?.[1];
    await commit('flow.config.yaml', `presets: [{ package: ${PACKAGE}, sha256: ${digest} }]\n`);
    await publish();
    await program('flow-hooks', ends(0, '.  perl: cpanfile is there'), 'preset', 'list');
    await program('flow', ends(0, 'prove'), 'preset', 'command', 'test');
    await git('switch', '-qc', 'totals');
    await commit('lib/Cart.pm', MODULE('$a - $b'));
    const verify = ['verify', '--rerun', '--setup', 'true'];
    await program('flow-hooks', ends(1, 'red     tap:.: run now, 0 passed, 1 failed'), ...verify);
    await commit('lib/Cart.pm', MODULE('$b + $a'));
    await program('flow-hooks', ends(0, 'ok      tap:.: run now, 1 passed'), ...verify);
  }
  return faults;
}
