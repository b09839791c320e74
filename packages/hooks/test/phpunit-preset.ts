import { definePreset } from '@flow/core';

/** A preset as an author writes it, of a runner whose exit code alone is the proof and that its package manager installs. */
export const PHPUNIT_PRESET = definePreset({
  id: 'php',
  title: 'PHP',
  markers: [{ file: 'composer.json' }],
  classes: {
    generated: ['vendor/**'],
    test: ['tests/**'],
    build: ['composer.json', 'composer.lock', 'phpunit.xml'],
    source: ['*.php'],
    document: ['*.md'],
  },
  runners: [
    {
      id: 'phpunit',
      proof: 'exit',
      command: 'vendor/bin/phpunit',
      invocations: [['phpunit']],
      selection: { valued: [], byName: ['--filter'], partial: [], nothing: [], everything: [], positional: 'paths' },
      units: { kind: 'file', tests: ['*Test.php'] },
      innerRoots: 'covered',
      environment: [],
    },
  ],
});
