import { manifest, NODE_WORKSPACE } from './node-workspace.js';
import { walks } from './walk.js';

walks({
  ...NODE_WORKSPACE,
  name: 'npm workspaces, node:test, the package as a dev dependency',
  way: 'npm',
  files: {
    ...NODE_WORKSPACE.files,
    'package.json': manifest({ name: 'shop', private: true, workspaces: ['packages/*'] }),
  },
  typed: 'npm test --workspace cart',
});
