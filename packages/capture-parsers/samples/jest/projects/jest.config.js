module.exports = {
  projects: [
    { displayName: 'api', rootDir: './api' },
    { displayName: { name: 'web ui', color: 'blue' }, rootDir: './web' },
  ],
};
