import { findSuites, type Preset } from '@flow/core';
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
      projects: [
        { 'pom.xml': '<project/>' },
        { 'service/pom.xml': '<project/>' },
        { 'settings.gradle.kts': 'include("app")', 'app/build.gradle.kts': '' },
        { 'build.gradle': '' },
      ],
      others: [{ 'Main.java': '' }, { 'target/classes/pom.xml': '' }, { 'gradle.properties': '' }],
      paths: {
        source: [
          'src/main/java/Cart.java',
          'service/src/main/kotlin/Cart.kt',
          'src/main/resources/a.properties',
          'src/main/java/build/Tool.java',
        ],
        test: ['src/test/java/CartTest.java', 'service/src/test/kotlin/CartTest.kt', 'src/it/java/CartIT.java'],
        build: [
          ...['pom.xml', 'mvnw', '.mvn/wrapper/maven-wrapper.properties', 'app/build.gradle.kts', 'settings.gradle'],
          ...['gradlew.bat', 'gradle/libs.versions.toml', 'buildSrc/src/main/kotlin/Conventions.kt', 'detekt.yml'],
        ],
        generated: ['target/classes/Cart.class', 'service/target/a.jar', 'app/build/libs/app.jar', '.gradle/a.lock'],
        document: DOCUMENTS,
        other: ['.env'],
      },
      conventions: {
        'no-system-out': {
          file: 'src/main/java/Cart.java',
          breaks: ['    System.out.println(total);', '    System.err.printf("%d", n);'],
          holds: ['    log.info("System.out.println(");', '    // System.out.println(x);', '    System.out.flush();'],
          leaves: ['src/test/java/CartTest.java', 'src/main/java/Main.java', 'src/main/java/ShopApplication.java'],
        },
        'no-println': {
          file: 'src/main/kotlin/Cart.kt',
          breaks: ['    println(total)', '    print("x")'],
          holds: ['    printer.println(x)', '    // println(x)', '    val print = 1'],
          leaves: ['src/test/kotlin/CartTest.kt', 'src/main/kotlin/Main.kt', 'build.gradle.kts'],
        },
        'no-stack-trace': {
          file: 'src/main/java/Cart.java',
          breaks: ['      error.printStackTrace();'],
          holds: ['      error.printStackTrace(writer);', '      log.error("no total", error);'],
          leaves: ['src/test/java/CartTest.java'],
        },
        'no-empty-catch': {
          file: 'src/main/java/Cart.java',
          breaks: ['    } catch (IOException e) {}', '    } catch (final Exception ignored) { }'],
          holds: ['    } catch (IOException e) {', '    } catch (IOException e) { /* closed already */ }'],
        },
        'no-not-null-assertion': {
          file: 'src/main/kotlin/Cart.kt',
          breaks: ['    val a = cart!!.total', '    use(cart!!)', '    return items[0]!!'],
          holds: ['    if (!!flag) {', '    say("Hello!!")', '    cart!!.total // set above'],
          leaves: ['src/test/kotlin/CartTest.kt', 'Cart.java'],
        },
        'no-disabled-test-without-reason': {
          file: 'src/test/java/CartTest.java',
          breaks: ['  @Disabled', '  @Ignore()'],
          holds: ['  @Disabled("waits for the new total")', '  @DisabledOnOs(WINDOWS)', '  @Test'],
        },
        'no-sleep-in-tests': {
          file: 'src/test/kotlin/CartTest.kt',
          breaks: ['    Thread.sleep(100)'],
          holds: ['    clock.sleep(100)', '    Thread.sleep(1) // the clock under test'],
          leaves: ['src/main/java/Cart.java'],
        },
      },
    },
  ],
  [
    ruby,
    {
      projects: [{ '.rspec': '--color\n' }, { Gemfile: "gem 'rspec'\n" }, { Rakefile: 'Minitest::TestTask.create' }],
      others: [{ Gemfile: "gem 'rails'\n" }, { Rakefile: 'task :docs' }, { 'vendor/gems/x/.rspec': '' }],
      paths: {
        source: ['lib/cart.rb', 'app/views/cart.html.erb', 'lib/tasks/cart.rake'],
        test: [
          'spec/cart_spec.rb',
          'spec/fixtures/a.json',
          'lib/cart_spec.rb',
          'test/cart_test.rb',
          'test/test_helper.rb',
        ],
        build: ['Gemfile', 'Gemfile.lock', 'cart.gemspec', 'Rakefile', '.rspec'],
        generated: ['vendor/bundle/a.rb', 'coverage/index.html'],
        document: DOCUMENTS,
        other: ['.env'],
      },
      conventions: {
        'no-debugger': {
          file: 'lib/cart.rb',
          breaks: ['  binding.pry', '  byebug', '    binding.irb'],
          holds: ['  # binding.pry', '  debuggers = 1', "  require 'byebug/core'"],
        },
        'no-puts': {
          file: 'lib/cart.rb',
          breaks: ['  puts total', '  puts("x")', '  pp cart'],
          holds: ['  out.puts total', '  # puts total', '  puts total # told at the start', '  puts = 1', '  pp = 1'],
          leaves: ['bin/cart.rb', 'spec/cart_spec.rb', 'lib/cart/cli/run.rb', 'db/seeds.rb'],
        },
        'no-rescue-exception': {
          file: 'lib/cart.rb',
          breaks: ['  rescue Exception => e', '  rescue Exception'],
          holds: [
            '  rescue StandardError => e',
            '  rescue ExceptionOfOurs',
            '  rescue Exception => e # raised again below',
          ],
          leaves: ['spec/cart_spec.rb'],
        },
        'no-silent-rescue': {
          file: 'lib/cart.rb',
          breaks: ['  total = read(cart) rescue nil'],
          holds: ['  rescue KeyError', '  total = read(cart) rescue 0', '  read(cart) rescue nil # may be gone'],
        },
        'no-focused-test': {
          file: 'spec/cart_spec.rb',
          breaks: [
            "  fit 'adds' do",
            "  fdescribe 'a cart' do",
            "  it 'adds', :focus do",
            "  it 'adds', focus: true do",
          ],
          holds: ["  it 'adds' do", '  fitting = 1', "  it 'focuses' do"],
          leaves: ['lib/cart.rb'],
        },
        'no-sleep-in-tests': {
          file: 'test/cart_test.rb',
          breaks: ['    sleep 1', '    sleep(0.1)'],
          holds: ['    clock.sleep 1', '    sleeper = 1', '    sleep 1 # the clock under test'],
          leaves: ['lib/cart.rb'],
        },
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
      conventions: {
        'no-dump': {
          file: 'src/Cart.php',
          breaks: ['    var_dump($total);', '    dd($cart);'],
          holds: ['    $this->dump($total);', '    // var_dump($total);', '    dumpling($a);'],
        },
        'no-exit': {
          file: 'src/Cart.php',
          breaks: ['    die("no cart");', '    exit;', '    exit(1);'],
          holds: ['    $exit = 1;', '    // exit;', '    dies($a);', '    exit(0); // the child of a fork'],
          leaves: ['public/index.php', 'bin/cart.php', 'tests/CartTest.php'],
        },
        'no-silenced-error': {
          file: 'src/Cart.php',
          breaks: ['    $text = @file_get_contents($file);', '    return @unlink($file);', '    if (!@mkdir($a)) {'],
          holds: [
            '     * @Route("/cart")',
            '     * @param string $a',
            '    $a = @rename($b, $c); // may be gone',
            "    $a = 'a@b(c)';",
          ],
          leaves: ['tests/CartTest.php'],
        },
        'no-empty-catch': {
          file: 'src/Cart.php',
          breaks: ['    } catch (Throwable) {}', '    } catch (RuntimeException $e) { }'],
          holds: ['    } catch (RuntimeException $e) {', '    } catch (Throwable) { /* closed already */ }'],
        },
        'no-sleep-in-tests': {
          file: 'tests/CartTest.php',
          breaks: ['        sleep(1);', '        usleep(100);'],
          holds: ['        $clock->sleep(1);', '        sleep(1); // the clock under test'],
          leaves: ['src/Cart.php'],
        },
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
      conventions: {
        'no-inspect': {
          file: 'lib/cart.ex',
          breaks: [
            '    |> IO.inspect(label: "total")',
            '    IO.inspect(total)',
            '    dbg(total)',
            '    require IEx; IEx.pry()',
          ],
          holds: ['    inspect(total)', '    # IO.inspect(total)', '    Logger.debug("IO.inspect(")'],
          leaves: ['lib/mix/tasks/cart.ex', 'priv/repo/seeds.exs'],
        },
        'no-io-puts': {
          file: 'lib/cart.ex',
          breaks: ['    IO.puts(total)', '    IO.write("x")'],
          holds: ['    Logger.info(total)', '    # IO.puts(total)', '    IO.puts(total) # told at the start'],
          leaves: ['lib/mix/tasks/cart.ex', 'lib/cart/cli.ex', 'test/cart_test.exs'],
        },
        'no-string-to-atom': {
          file: 'lib/cart.ex',
          breaks: ['    key = String.to_atom(text)'],
          holds: ['    key = String.to_existing_atom(text)', '    String.to_atom(text) # of our own table'],
          leaves: ['test/support/a.ex'],
        },
        'no-skipped-test-without-reason': {
          file: 'test/cart_test.exs',
          breaks: ['  @tag :skip', '  @moduletag :skip'],
          holds: ['  @tag skip: "needs a server"', '  @tag :skipper'],
        },
        'no-sleep-in-tests': {
          file: 'test/cart_test.exs',
          breaks: ['    Process.sleep(100)', '    :timer.sleep(100)'],
          holds: ['    assert_receive :done', '    Process.sleep(1) # the clock under test'],
          leaves: ['lib/cart.ex'],
        },
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
      conventions: {
        'no-console': {
          file: 'Cart/Cart.cs',
          breaks: ['        Console.WriteLine(total);', '    Console.Write("x");'],
          holds: [
            '        Console.Out.Flush();',
            '        // Console.WriteLine(x);',
            '        logger.Log("Console.WriteLine(");',
          ],
          leaves: ['Cart/Program.cs', 'Cart.Tests/Sums.cs', 'src/Cli/Run.cs'],
        },
        'no-async-void': {
          file: 'Cart/Cart.cs',
          breaks: ['    public async void Save()', '    async void Load(string name)'],
          holds: [
            '    public async Task Save()',
            '    private async void OnClick(object sender, EventArgs e)',
            '    async void Load() // a handler',
          ],
        },
        'no-blocking-wait': {
          file: 'Cart/Cart.cs',
          breaks: ['        var a = Load().GetAwaiter().GetResult();', '        Save().Wait();'],
          holds: [
            '        await Save();',
            '        gate.Wait(timeout);',
            '        Save().Wait(); // at the end of the program',
          ],
          leaves: ['Cart.Tests/Sums.cs', 'Cart/Program.cs'],
        },
        'no-throw-caught': {
          file: 'Cart/Cart.cs',
          breaks: ['            throw ex;', '    throw e;'],
          holds: ['            throw;', '            throw new CartException(ex);'],
          leaves: ['Cart.Tests/Sums.cs'],
        },
        'no-empty-catch': {
          file: 'Cart/Cart.cs',
          breaks: ['        catch { }', '        catch (IOException) {}'],
          holds: ['        catch (IOException)', '        catch { /* closed already */ }'],
        },
        'no-sleep-in-tests': {
          file: 'Cart.Tests/CartTests.cs',
          breaks: ['        Thread.Sleep(100);'],
          holds: ['        await Task.Delay(1, token);', '        Thread.Sleep(1); // the clock under test'],
          leaves: ['Cart/Cart.cs'],
        },
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

test.each(PRESETS.filter(({ markers }) => markers.length > 0))(
  '36.4 the preset $id has conventions, coverage and a check beside its tests',
  ({ conventions = [], coverage, runners }) => {
    expect(conventions.length).toBeGreaterThan(3);
    expect(coverage).toBeDefined();
    expect(runners.some(({ question = 'test' }) => ['lint', 'types', 'format'].includes(question))).toBe(true);
  },
);

const suitesOf = (files: Record<string, string>) =>
  findSuites({ paths: Object.keys(files), read: (path) => files[path], containing: () => [] }, PRESETS)
    .filter(({ runner }) => ['test', 'analysis'].includes(runner.question ?? 'test'))
    .map(({ id, runner }) => `${id}  ${runner.command}`);

test.each<[what: string, files: Record<string, string>, suites: string[]]>([
  ['a build alone', { 'build.gradle.kts': '' }, ['gradle:.  gradle test']],
  [
    'settings take their projects in, whatever lies between',
    {
      'settings.gradle': "include 'app'",
      'build.gradle': '',
      gradlew: '',
      'libs/app/build.gradle': '',
      'buildSrc/build.gradle': '',
    },
    ['gradle:.  ./gradlew test'],
  ],
  [
    'a build that another one includes has settings, and so tests, of its own',
    { 'settings.gradle.kts': 'includeBuild("tools")', 'tools/settings.gradle.kts': '', 'tools/a/build.gradle.kts': '' },
    ['gradle:.  gradle test', 'gradle:tools  gradle test'],
  ],
  [
    'two builds side by side',
    { 'a/build.gradle': '', 'b/build.gradle': '' },
    ['gradle:a  gradle test', 'gradle:b  gradle test'],
  ],
  [
    'the wrapper of the root above',
    { gradlew: '', 'android/settings.gradle': '' },
    ['gradle:android  ../gradlew test'],
  ],
  [
    'Maven and Gradle in one folder',
    { 'pom.xml': '', 'build.gradle': '' },
    ['gradle:.  gradle test', 'maven:.  mvn test'],
  ],
  [
    'both, each with its wrapper',
    { 'pom.xml': '', 'build.gradle': '', mvnw: '', gradlew: '' },
    ['gradle:.  ./gradlew test', 'maven:.  ./mvnw test'],
  ],
  [
    "Minitest beside RSpec's own program",
    { Rakefile: 'Rake::TestTask.new', '.rspec': '', Gemfile: '', 'bin/rspec': '' },
    ['minitest:.  bundle exec rake test', 'rspec:.  ./bin/rspec'],
  ],
  ['Minitest', { Rakefile: 'Rake::TestTask.new', Gemfile: "gem 'minitest'" }, ['minitest:.  bundle exec rake test']],
  [
    'rules of Semgrep, which it does not look for itself',
    { '.semgrep.yml': '' },
    ['semgrep:.  semgrep scan --error --config .semgrep.yml'],
  ],
  [
    'rules of Semgrep by another name, in a folder',
    { 'app/semgrep.yaml': '' },
    ['semgrep:app  semgrep scan --error --config semgrep.yaml'],
  ],
  ['RSpec beside it', { Rakefile: 'Rake::TestTask.new', '.rspec': '' }, ['minitest:.  rake test', 'rspec:.  rspec']],
])('36.4 suites of Gradle, Minitest and Semgrep: %s', (_, files, suites) => {
  expect(suitesOf(files)).toEqual(suites);
});
