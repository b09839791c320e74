module.exports = { preset: 'no-such-preset' };
