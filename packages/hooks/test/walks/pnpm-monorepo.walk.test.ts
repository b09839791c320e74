import { fromNpm } from './fetched.js';
import { manifest, NODE_WORKSPACE } from './node-workspace.js';
import { walks } from './walk.js';

walks({
  ...NODE_WORKSPACE,
  name: 'U9 a pnpm monorepo, node:test, the package as a dev dependency of pnpm',
  way: 'pnpm',
  files: {
    ...NODE_WORKSPACE.files,
    'package.json': manifest({ name: 'shop', private: true, scripts: { test: 'pnpm -r test' } }),
    'pnpm-workspace.yaml': "packages: ['packages/*']\n",
  },
  typed: 'pnpm -r test',
  fetch: () => [fromNpm('pnpm', '12.21.0')],
});
