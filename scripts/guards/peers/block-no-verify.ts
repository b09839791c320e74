import type { Peer } from './peer.js';

/** Refuses what goes past git's hooks: `--no-verify`, another `core.hooksPath`, writing tools of a forge. No settings. */
export const blockNoVerify: Peer = {
  npm: { name: 'block-no-verify', version: '1.3.0' },
  policies: ['hook-config'],
  hook: ['dist/cli.js'],
  tools: /Bash|mcp__github__.*/,
  configure: () => ({ files: {} }),
};
