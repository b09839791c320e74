import { filesOfRunner } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import { runPackageScript } from '../tasks/packages.js';
import { inNx } from '../tasks/task-finders.js';
import { firstTask } from '../tasks/task-tool.js';
import type { WriterRule } from '../writers/rules.js';

const NPMRC: WriterRule = { own: '~/.npmrc', out: '--userconfig', ownOnly: true };

/** Package managers and monorepo tools of Node.js change packages and start scripts. */
export const nodePackages: ProgramFile = {
  'npm, pnpm, yarn, bun, cnpm, npx, bunx, pnpx, npm-run-all, npm-run-all2, run-s, run-p, nr, turbo, nx, lerna, rush': {
    carries: runPackageScript,
  },
  'lerna exec': { wraps: { valued: '--scope --ignore --concurrency --since' } },
  vsce: { writes: { out: '-o --out' } },
  pkg: { writes: { out: '-o --output' } },
  'npm version': { writes: { own: 'package.json package-lock.json' } },
  'npm pkg set, npm pkg delete, npm pkg fix, npm init': { writes: { own: 'package.json' } },
  'npm install, npm i': {
    writes: { own: 'package.json package-lock.json node_modules/', unless: /^(?:-g|--global|--dry-run)$/ },
  },
  'npm ci': { writes: { own: 'node_modules/' } },
  'npm uninstall, npm update': { writes: { own: 'package.json package-lock.json node_modules/' } },
  'pnpm install, pnpm i': { writes: { own: 'pnpm-lock.yaml node_modules/' } },
  'pnpm add, pnpm remove, pnpm update': { writes: { own: 'package.json pnpm-lock.yaml node_modules/' } },
  'yarn install': { writes: { own: 'yarn.lock node_modules/' } },
  'yarn add, yarn remove': { writes: { own: 'package.json yarn.lock node_modules/' } },
  'npm login, npm adduser, npm logout, npm set, npm config delete, npm config edit, npm config fix, npm c set, pnpm login, pnpm set, pnpm config delete':
    { stores: NPMRC },
  'npm config set, pnpm config set': { stores: { ...NPMRC, unless: /^--location[=]project$/ } },
  'yarn login': { stores: { own: '~/.yarnrc' } },
  'yarn npm login': { stores: { own: '~/.yarnrc.yml' } },
  'yarn config set': { stores: { own: '.yarnrc.yml ~/.yarnrc.yml ~/.yarnrc' } },
  lerna: { publishes: [{ when: /^(?:publish|version)\b/, unless: /--(?:no-push|no-git-tag-version)\b/ }] },
  nx: {
    publishes: [
      { when: /^release version\b/, needs: /--git-?[pP]ush\b/ },
      {
        when: /^release\b(?! (?:version|changelog|plan|publish))/,
        unless: /--(?:no-git-?push|git-?push=false|skip-publish-push)\b/i,
      },
      { when: /^release changelog\b/, unless: /--(?:git-?push=false)\b/i },
    ],
    tasks: [{ pick: nxTarget, files: ['project.json'], find: inNx }],
  },
  rush: { publishes: [{ when: /^(?:publish|version)\b/, needs: /(?:^|\s)(?:-b|--target-branch)(?:[ =]|$)/ }] },
  bun: { sources: filesOfRunner, language: 'node' },
};

/** `nx run project:target`, `nx run-many -t target`, `nx target project`. */
function nxTarget(words: readonly string[]): readonly string[] | undefined {
  const found = firstTask(words);
  if (found?.[0] === 'run') return firstTask(found.slice(1))?.map((word) => word.split(':')[1] ?? word);
  const at = words.findIndex((word) => /^(?:-t|--targets?)$/.test(word));
  const given = words.flatMap((word) => /^(?:-t|--targets?)=(.*)$/.exec(word)?.[1] ?? []);
  return at >= 0 ? words.slice(at + 1) : given.length > 0 ? given : found;
}
