// `node scripts/newest-clients.mjs`: the newest version of each client that npm has, as the variables that the test kit reads.
import { spawnSync } from 'node:child_process';
import { CLIENT_PACKAGES } from '../packages/test-kit/src/client-versions.ts';

for (const [variable, name] of Object.entries(CLIENT_PACKAGES)) {
  const { status, stdout, stderr } = spawnSync('npm', ['view', name, 'version'], { encoding: 'utf8' });
  const version = stdout.trim();
  // What is written here becomes the environment of a job.
  if (status !== 0 || !/^\d+\.\d+\.\d+$/.test(version)) {
    console.error(`${name}: ${version}${stderr}`);
    process.exit(1);
  }
  console.log(`${variable}=${version}`);
}
