import type { Preset } from '@flow/core';
import { type PresetSamples, testPreset } from '@flow/core/testing';
import { describe, expect, test } from 'vitest';
import { dotnet } from './dotnet.js';
import { elixir } from './elixir.js';
import { java } from './java.js';
import { php } from './php.js';
import { PRESETS } from './presets.js';
import { ruby } from './ruby.js';
import { semgrep } from './semgrep.js';

/* Presets that have no package of their own are held to the same tests as those of others. */

const DOCUMENTS = ['README.md', 'docs/a.txt', 'LICENSE'];

const SAMPLES: readonly [Preset, PresetSamples][] = [
  [
    java,
    {
      projects: [{ 'pom.xml': '<project/>' }, { 'service/pom.xml': '<project/>' }],
      others: [{ 'Main.java': '' }, { 'target/classes/pom.xml': '' }],
      paths: {
        source: ['src/main/java/Cart.java', 'service/src/main/kotlin/Cart.kt', 'src/main/resources/a.properties'],
        test: ['src/test/java/CartTest.java', 'service/src/test/kotlin/CartTest.kt', 'src/it/java/CartIT.java'],
        build: ['pom.xml', 'mvnw', '.mvn/wrapper/maven-wrapper.properties'],
        generated: ['target/classes/Cart.class', 'service/target/a.jar'],
        document: DOCUMENTS,
        other: ['.env'],
      },
    },
  ],
  [
    ruby,
    {
      projects: [{ '.rspec': '--color\n' }, { Gemfile: "gem 'rspec'\n" }],
      others: [{ Gemfile: "gem 'rails'\n" }, { 'vendor/gems/x/.rspec': '' }],
      paths: {
        source: ['lib/cart.rb', 'app/views/cart.html.erb', 'lib/tasks/cart.rake'],
        test: ['spec/cart_spec.rb', 'spec/fixtures/a.json', 'lib/cart_spec.rb'],
        build: ['Gemfile', 'Gemfile.lock', 'cart.gemspec', 'Rakefile', '.rspec'],
        generated: ['vendor/bundle/a.rb', 'coverage/index.html'],
        document: DOCUMENTS,
        other: ['.env'],
      },
    },
  ],
  [
    php,
    {
      projects: [{ 'phpunit.xml': '<phpunit/>' }, { 'composer.json': '{ "require-dev": { "pestphp/pest": "^4" } }' }],
      others: [{ 'composer.json': '{}' }, { 'index.php': '' }],
      paths: {
        source: ['src/Cart.php', 'templates/cart.twig'],
        test: ['tests/CartTest.php', 'src/CartTest.php', 'tests/a.json'],
        build: ['composer.json', 'composer.lock', 'phpunit.xml', 'phpstan.neon.dist'],
        generated: ['vendor/autoload.php', '.phpunit.cache/a'],
        document: DOCUMENTS,
        other: ['.env'],
      },
    },
  ],
  [
    elixir,
    {
      projects: [{ 'mix.exs': '' }, { 'apps/cart/mix.exs': '' }],
      others: [{ 'cart.ex': '' }, { 'deps/jason/mix.exs': '' }],
      paths: {
        source: ['lib/cart.ex', 'lib/cart_web/page.heex', 'config/config.exs'],
        test: ['test/cart_test.exs', 'apps/cart/test/support/a.ex'],
        build: ['mix.exs', 'mix.lock', '.formatter.exs'],
        generated: ['_build/dev/a', 'deps/jason/lib/jason.ex', 'cover/a.html'],
        document: DOCUMENTS,
        other: ['.env'],
      },
    },
  ],
  [
    dotnet,
    {
      projects: [{ 'Cart.sln': 'Project = "Cart.Tests"' }, { 'Cart.Tests/Cart.Tests.csproj': 'xunit' }],
      others: [{ 'Cart.sln': 'Project = "Cart"' }, { 'Program.cs': '' }],
      paths: {
        source: ['Cart/Cart.cs', 'Cart/Page.razor', 'appsettings.json'],
        test: ['Cart.Tests/Sums.cs', 'tests/Cart/a.json'],
        build: ['Cart.sln', 'Cart/Cart.csproj', 'Directory.Build.props'],
        generated: ['Cart/obj/a.cs', 'Cart/bin/Debug/a.dll'],
        document: DOCUMENTS,
        other: ['.env'],
      },
    },
  ],
];

describe.each(SAMPLES)('36.4 the preset $id', (preset, samples) => {
  for (const { name, run } of testPreset(preset, samples)) test(name, run);
});

test('36.4 each preset that is built in is held to samples, here or in its package', () => {
  const packaged = ['go', 'python', 'typescript', 'rust'];
  const here = SAMPLES.map(([{ id }]) => id);
  expect([...packaged, ...here, semgrep.id].sort()).toEqual(PRESETS.map(({ id }) => id).sort());
});
