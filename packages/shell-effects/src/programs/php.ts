import { scriptFiles } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import { inJson } from '../tasks/task-finders.js';
import { firstTask } from '../tasks/task-tool.js';

/** Tools of PHP keep dependencies, test, format, and run scripts. */
export const php: ProgramFile = {
  php: { isVersioned: true, language: 'php' },
  'composer exec': { wraps: {} },
  phpunit: {
    writes: {
      out: '--log-junit --log-teamcity --testdox-html --testdox-text --testdox-xml --coverage-clover --coverage-text --coverage-xml --log-events-text',
      into: '--coverage-html',
    },
    sources: scriptFiles,
  },
  'php-cs-fixer fix': { writes: { targets: 'each', unless: /^--dry-run$/, otherwise: '.' } },
  phpcbf: { writes: { targets: 'each', otherwise: '.' } },
  pint: { writes: { targets: 'each', unless: /^--test$/, otherwise: '.' } },
  'rector process': { writes: { targets: 'each', unless: /^(?:-n|--dry-run)$/, otherwise: '.' } },
  'composer install': { writes: { own: 'vendor/' } },
  'composer update': { writes: { own: 'composer.lock vendor/' } },
  'composer require': { writes: { own: 'composer.json composer.lock vendor/' } },
  'composer config': {
    stores: {
      own: 'auth.json composer.json ~/.composer/auth.json',
      when: /^(?:--auth|-a|-g|--global|http-basic\..*|github-oauth\..*)$/,
    },
  },
  'php artisan': {
    stores: {
      own: '.env',
      when: /^(?:key:generate|jwt:secret|passport:keys|env:(?:de|en)crypt)$/,
      unless: /^--show$/,
    },
  },
  'artisan key:generate': { stores: { own: '.env', unless: /^--show$/ } },
  composer: { tasks: [{ pick: composerScript, files: ['composer.json'], find: inJson('scripts') }] },
};

/** `composer x`, `composer run x`, and what an installation runs of itself. */
function composerScript(words: readonly string[]): readonly string[] | undefined {
  if (words.includes('--no-scripts')) return undefined;
  const found = firstTask(words);
  if (/^(?:run|run-script)$/.test(found?.[0] ?? '')) return firstTask(found?.slice(1) ?? []);
  if (/^(?:i|install)$/.test(found?.[0] ?? '')) return ['post-install-cmd'];
  return /^(?:u|update|upgrade)$/.test(found?.[0] ?? '') ? ['post-update-cmd'] : found;
}
