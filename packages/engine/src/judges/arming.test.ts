import { expect, test } from 'vitest';
import { judgeConfigEdits, judgeSettingTool } from './arming.js';

test.each([
  ['/home/dev/.gitconfig', '[core]\n\thooksPath = /dev/null\n', 1],
  ['/home/dev/.config/git/config', '[core]\n\thookspath=/x\n', 1],
  ['/r/.git/config', '[include]\n\tpath = /tmp/x\n', 1],
  ['/home/dev/.gitconfig', '[user]\n\tname = A\n[alias]\n\tst = status\n', 0],
  ['/r/docs/gitconfig.md', 'core.hooksPath = /dev/null', 0],
  ['/home/dev/.gitconfig', null, 0],
  ['/r/.git/config', '[filter "x"]\n\tclean = sed s/wrong/right/\n\tsmudge = cat\n', 1],
  ['/r/.git/config', '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = git-lfs filter-process\n', 0],
  ['/r/.git/config', '[filter "x"]\n\tsmudge = sed s/wrong/right/\n[alias]\n\tclean = clean -n\n', 0],
])('D43 an edit of %s that says %j: %i findings', (path, added, count) => {
  expect(judgeConfigEdits([{ path, added }], () => ({ names: [] }))).toHaveLength(count);
});

test.each([
  ['mcp__git__git_config_set', { key: 'core.hooksPath', value: '/dev/null' }, ['hooksPath']],
  ['Config', { setting: 'disableAllHooks', value: true }, ['hostSettings']],
  ['mcp__git__git_config_get', { key: 'core.hooksPath' }, []],
  ['Config', { setting: 'theme', value: 'dark' }, []],
])('D98 a tool that sets a setting, %s %j', (tool, input, found) => {
  expect(judgeSettingTool(tool, input).map((one) => one.args?.what)).toEqual(found);
});
