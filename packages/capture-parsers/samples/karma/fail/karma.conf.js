module.exports = (config) =>
  config.set({
    frameworks: ['jasmine'],
    files: ['spec/*_spec.js'],
    browsers: ['Headless'],
    singleRun: true,
    customLaunchers: { Headless: { base: 'ChromeHeadless', flags: ['--no-sandbox'] } },
  });
