module.exports = { globalTeardown: './down.js' };
