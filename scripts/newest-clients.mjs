// `node scripts/newest-clients.mjs`: the newest version of each client that npm has, as the variables that the test kit reads.
import { spawnSync } from 'node:child_process';

const CLIENTS = { FLOW_CLAUDE_CODE_VERSION: '@anthropic-ai/claude-code', FLOW_CODEX_VERSION: '@openai/codex' };
for (const [variable, name] of Object.entries(CLIENTS)) {
  const { status, stdout, stderr } = spawnSync('npm', ['view', name, 'version'], { encoding: 'utf8' });
  const version = stdout.trim();
  // What is written here becomes the environment of a job.
  if (status !== 0 || !/^\d+\.\d+\.\d+$/.test(version)) {
    console.error(`${name}: ${version}${stderr}`);
    process.exit(1);
  }
  console.log(`${variable}=${version}`);
}
