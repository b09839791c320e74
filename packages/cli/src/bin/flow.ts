#!/usr/bin/env node
import module from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(
    `NODE_TOO_OLD: flow needs Node.js 22.12, this is ${process.versions.node}.\n  nvm install --lts\n`,
  );
  process.exitCode = 3;
} else {
  module.enableCompileCache();
  const { main } = await import('../program.js');
  process.exitCode = await main(process.argv.slice(2), process.argv[1]);
}
