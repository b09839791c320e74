import type { FileView } from './file-view.js';
import { callsFrom } from './own-scope.js';
import type { RunnerSpec } from './preset.js';

/*
 * pre-commit runs a checker in an environment of its own. One that looks at what a project imports is given the packages there, and
 * finds others, or none, outside of it.
 */

const FILES = ['.pre-commit-config.yaml', '.pre-commit-config.yml'];

/**
 * Tells whether a project runs a checker with packages that pre-commit alone installs, and calls it nowhere else: outside it
 * answers another question, and may be red for good.
 */
export function isOnlyInPreCommit(runner: RunnerSpec, root: string, view: FileView): boolean {
  if (!runner.calledIn) return false;
  const pathOf = (file: string) => (root === '.' ? file : `${root}/${file}`);
  const file = FILES.map(pathOf).find((path) => view.paths.includes(path));
  const hooks = file === undefined ? [] : (view.read(file) ?? '').split(/^[ \t]*-[ \t]+(?=id:|repo:)/m);
  const isHook = (text: string) => text.match(/^id:[ \t]*['"]?([\w.-]+)/)?.[1] === runner.id;
  const own = hooks.filter(isHook);
  return own.length > 0 && own.every((hook) => PACKAGES.test(hook)) && callsFrom(root, runner, view).length === 0;
}

const PACKAGES =
  /^[ \t]*additional_dependencies:[ \t]*(?:\[[ \t\r\n]*[^\]\s]|(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*-)/m;
