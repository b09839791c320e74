export default {
  test: {
    projects: [
      { test: { name: 'core', root: './packages/core' } },
      { test: { name: 'ui-lib', root: './packages/ui' } },
    ],
  },
};
