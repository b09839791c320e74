/**
 * Returns the source of the plugin's `hooks/flow.cjs`. A project that is installed by itself calls its own launcher for the
 * same events: the plugin then steps aside, so that nothing is judged, recorded or told twice. Whatever cannot be read is no
 * installation.
 * @param launcher path of a project's own one, below its root
 */
export const launcherSource = (launcher: string): string => `'use strict';
const fs = require('node:fs');
const path = require('node:path');
const LAUNCHER = ${JSON.stringify(launcher)};

function isInstalled(project, event) {
  try {
    const file = path.join(project, '.claude', 'settings.json');
    if (!fs.statSync(file).isFile()) return false;
    const settings = JSON.parse(fs.readFileSync(file, 'utf8'));
    const calls = settings.hooks[event].flatMap((group) => group.hooks);
    const named = calls.some(({ command, args }) => [command, ...(args || [])].some((word) => String(word).includes(LAUNCHER)));
    return named && fs.existsSync(path.join(project, LAUNCHER));
  } catch {
    return false;
  }
}

if (!isInstalled(process.env.CLAUDE_PROJECT_DIR || process.cwd(), process.argv[2])) require('./program/hook.cjs');
`;
