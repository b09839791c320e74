import { effectsOf } from '@flow/shell-effects';
import { describe, expect, test } from 'vitest';
import { refsMade } from './refs-made.js';

const made = (command: string) => {
  const { effects } = effectsOf(command, { cwd: '/r', home: '/h', readFile: () => undefined });
  return [...refsMade(effects, () => true)].map(([name, { kind, start }]) => [name, kind, start]);
};

describe('D33 branches and tags that a line makes', () => {
  test.each([
    ['git branch rel wip', [['rel', 'heads', 'wip']]],
    ['git branch rel', [['rel', 'heads', 'HEAD']]],
    ['git branch -f rel wip', [['rel', 'heads', 'wip']]],
    ['git branch -m wip rel', [['rel', 'heads', 'wip']]],
    ['git branch -M rel', [['rel', 'heads', 'HEAD']]],
    ['git branch -c wip rel', [['rel', 'heads', 'wip']]],
    ['git branch rel $(cat a)', [['rel', 'heads', null]]],
    ['git tag v1', [['v1', 'tags', 'HEAD']]],
    ['git tag v1 wip', [['v1', 'tags', 'wip']]],
    ['git tag -a v1 -m "one two" wip', [['v1', 'tags', 'wip']]],
    ['git tag -am one v1 wip', [['v1', 'tags', 'wip']]],
    ['git worktree add -q -b rel ../w wip', [['rel', 'heads', 'wip']]],
    ['git worktree add -b rel ../w', [['rel', 'heads', 'HEAD']]],
    ['git worktree add ../w wip', []],
    ['git stash', [['stash', 'stash', null]]],
    ['git stash -q -- src', [['stash', 'stash', null]]],
    ['git stash push -m wip', [['stash', 'stash', null]]],
    ['git subtree split -q --prefix=dist -b pages', [['pages', 'heads', null]]],
    ['git subtree split --prefix dist --branch=pages', [['pages', 'heads', null]]],
    ['git stash list', []],
    ['git stash drop', []],
    ['git subtree split --prefix=dist', []],
    ['git branch', []],
    ['git branch -d rel', []],
    ['git branch --list rel wip', []],
    ['git branch -u origin/x rel', []],
    ['git branch --contains wip', []],
    ['git tag -l "v*"', []],
    ['git tag -d v1', []],
  ])('%s: %j', (command, refs) => expect(made(command)).toEqual(refs));
});
