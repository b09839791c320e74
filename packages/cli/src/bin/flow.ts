#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  const code = 'NODE_TOO_OLD';
  const message = `Node.js 22.12 or newer is needed, this is ${process.versions.node}.`;
  const remedy = 'nvm install --lts';
  // What prints an envelope otherwise cannot be loaded by such a Node.
  if (process.argv.includes('--json'))
    process.stdout.write(`${JSON.stringify({ version: 1, ok: false, error: { code, message, remedy } }, null, 2)}\n`);
  else process.stderr.write(`${code}: ${message}\n  ${remedy}\n`);
  process.exitCode = 3;
} else {
  const { useCompileCache } = await import('@flow/evidence/disk/compile-cache');
  useCompileCache(process.env);
  const { main } = await import('../program.js');
  process.exitCode = await main(process.argv.slice(2), process.argv[1]);
}
