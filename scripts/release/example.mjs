import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/**
 * Publishes the preset of `examples/preset-example` as its author would, in a folder of its own, and uses the tarball in
 * an empty project as somebody else would: a commit that breaks its tests is refused by `verify`, one that mends them passes.
 * @param at `{ root, registry, others, area }`: a copy of the repository, the registry with our packages, the one with all
 *   others, and a folder for files
 * @returns faults, empty when all of it works
 */
export async function tryExample({ root: from, registry, others, area }) {
  const [author, project, home] = ['author', 'user', 'home'].map((name) => path.join(area, `example-${name}`));
  for (const folder of [project, home]) mkdirSync(folder, { recursive: true });
  cpSync(path.join(from, 'examples/preset-example'), author, { recursive: true });
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|pnpm_|INIT_CWD$|CLAUDE)/i.test(name));
  const env = {
    ...Object.fromEntries(own),
    ...{ PATH: `${nodeFolder('24')}${path.delimiter}${process.env.PATH}`, HOME: home },
    ...{ XDG_STATE_HOME: path.join(home, 'state'), npm_config_cache: path.join(area, 'npm') },
    ...{
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    },
  };
  const [npm, ...first] = managerWords('npm', '24');
  const npx = first.map((word) => word.replace('npm-cli', 'npx-cli'));
  const faults = [];
  /** Runs a step; once one has gone wrong, no other is tried. */
  const step = async (cwd, holds, program, ...words) => {
    if (faults.length > 0) return '';
    const { status, stdout, stderr } = await start(program, words, { cwd, env, timeout: HANGS });
    const text = `${stdout}${stderr}`;
    if (!holds(status, text)) faults.push(`${words.join(' ')}: exit code ${status}\n${text.slice(-3000)}`);
    return text;
  };
  const ends =
    (code, ...words) =>
    (status, text) =>
      status === code && words.every((word) => text.includes(word));
  const install = (folder, ...words) =>
    step(folder, ends(0), npm, ...first, 'install', '--no-audit', '--no-fund', '--loglevel=error', ...words);
  const git = (...words) => step(project, ends(0), 'git', ...words);
  const hooks = (holds, ...words) => step(project, holds, npm, ...npx, '--no-install', 'flow-hooks', ...words);
  const commit = async (file, text) => {
    writeFileSync(path.join(project, file), text);
    await git('add', '-A');
    await git('commit', '-qm', file);
  };

  for (const folder of [author, project])
    writeFileSync(path.join(folder, '.npmrc'), `@flow:registry=${registry}/\nregistry=${others}\n`);
  await install(author);
  // What publishing does as well: it builds, and runs the tests of the preset.
  await step(author, ends(0), npm, ...first, 'pack', '--loglevel=error');

  for (const [file, text] of Object.entries(PROJECT)) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  }
  await git('init', '-q', '-b', 'main');
  await git('init', '-q', '--bare', path.join(home, 'remote.git'));
  await git('remote', 'add', 'origin', path.join(home, 'remote.git'));
  const { version } = JSON.parse(readFileSync(path.join(author, 'package.json'), 'utf8'));
  await install(project, '--save-dev', '@flow/hooks', path.join(author, `${PACKAGE}-${version}.tgz`));
  const publish = async () => {
    await git('push', '-q', 'origin', 'main');
    await git('fetch', '-q', 'origin');
  };
  await commit('flow.config.yaml', `presets: [${PACKAGE}]\n`);
  // Before a remote has a base branch, only a person puts a configuration into force.
  await publish();
  const told = await hooks(ends(0, 'pin it: sha256: '), 'preset', 'list');
  const digest = /sha256: ([0-9a-f]{64})/.exec(told)?.[1];
  await commit('flow.config.yaml', `presets: [{ package: ${PACKAGE}, sha256: ${digest} }]\n`);
  await publish();
  await hooks(ends(0, '.  perl: cpanfile is there'), 'preset', 'list');
  await git('switch', '-qc', 'totals');
  await commit('lib/Cart.pm', MODULE('$a - $b'));
  await hooks(ends(1, 'red     tap:.: run now, 0 passed, 1 failed'), 'verify', '--rerun', '--setup', 'true');
  await commit('lib/Cart.pm', MODULE('$b + $a'));
  await hooks(ends(0, 'ok      tap:.: run now, 1 passed'), 'verify', '--rerun', '--setup', 'true');
  return faults;
}
