import { needs } from './fetched.js';
import { walks } from './walk.js';

const manifest = (more: object) => `${JSON.stringify(more, null, 2)}\n`;
const source = (sum: string) => `<?php\n\nfunction total(int $a, int $b): int\n{\n    return ${sum};\n}\n`;

walks({
  name: 'U4 PHPUnit in vendor/bin, installed by Composer, the package installed globally',
  way: 'global',
  files: {
    '.gitignore': 'vendor\n.phpunit.result.cache\n',
    'composer.json': manifest({
      name: 'example/cart',
      repositories: [{ packagist: false }, { type: 'path', url: 'tools/phpunit', options: { symlink: false } }],
      'require-dev': { 'phpunit/phpunit': '9.6.0' },
      autoload: { files: ['src/total.php'] },
    }),
    // Debian's PHPUnit as a package that Composer can install without a registry.
    'tools/phpunit/composer.json': manifest({ name: 'phpunit/phpunit', version: '9.6.0', bin: ['phpunit'] }),
    'tools/phpunit/phpunit':
      "#!/usr/bin/env php\n<?php\nrequire 'PHPUnit/Autoload.php';\nPHPUnit\\TextUI\\Command::main();\n",
    'phpunit.xml':
      '<?xml version="1.0"?>\n<phpunit bootstrap="vendor/autoload.php"><testsuites><testsuite name="cart"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
    'src/total.php': source('$a + $b'),
    'tests/TotalTest.php':
      '<?php\n\nuse PHPUnit\\Framework\\TestCase;\n\nfinal class TotalTest extends TestCase\n{\n    public function testAddsPrices(): void\n    {\n        $this->assertSame(3, total(1, 2));\n    }\n}\n',
  },
  executable: ['tools/phpunit/phpunit'],
  test: 'vendor/bin/phpunit',
  broken: ['src/total.php', source('$a - $b')],
  fixed: ['src/total.php', source('$b + $a')],
  runner: [
    'phpunit.xml',
    '<?xml version="1.0"?>\n<phpunit bootstrap="vendor/autoload.php" verbose="true"><testsuites><testsuite name="cart"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
  ],
  fetch() {
    needs('php --version', 'composer --version', 'phpunit --version');
    return [];
  },
  arrange(_repo, person) {
    person('composer install --quiet --no-interaction');
  },
});
