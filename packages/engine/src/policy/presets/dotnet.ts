import { definePreset, type PresetConvention } from '@flow/core';

/** Options whose value is the next word. https://learn.microsoft.com/dotnet/core/tools/dotnet-test */
const VALUED = [
  ...['-a', '--arch', '-c', '--configuration', '--collect', '-d', '--diag', '-e', '--environment', '-f', '--framework'],
  ...[
    '--filter',
    '-l',
    '--logger',
    '-o',
    '--output',
    '--os',
    '-r',
    '--runtime',
    '--results-directory',
    '-s',
    '--settings',
  ],
  ...['--test-adapter-path', '-v', '--verbosity', '--artifacts-path', '--blame-hang-timeout', '--blame-hang-dump-type'],
  ...['--project', '--solution', '--test-modules', '--root-directory', '--max-parallel-test-modules'],
];
const PARTIAL = [
  ...['-f', '--framework', '-s', '--settings', '--no-build', '--test-modules', '--project', '--solution'],
  ...['--test-adapter-path', '--root-directory', '--ignore-exit-code'],
];
const BUILD = [
  ...['*.sln', '*.slnx', '*.csproj', '*.fsproj', '*.vbproj', '*.props', '*.targets', '*.runsettings'],
  ...['global.json', 'nuget.config', 'NuGet.Config', 'packages.lock.json'],
];
const NAMED = ['cs', 'fs', 'vb'].flatMap((ending) => [`*Test.${ending}`, `*Tests.${ending}`]);
/** What stands before a test, in each of the languages. */
const MARKED = ['Fact', 'Theory', 'Test', 'TestMethod', 'TestCase', 'DataTestMethod', 'Property'].flatMap((word) => [
  ...[`[${word}]`, `[${word}(`, `[<${word}`, `<${word}>`, `<${word}(`],
]);
/** Of the packages by which a project holds tests. */
const TESTS = ['Microsoft.NET.Test.Sdk', 'MSTest', 'xunit', 'NUnit', 'TUnit'];

/** Filters of VSTest, as an option and as the property that it sets, and of the Microsoft Testing Platform with xUnit's. */
const FILTERS = [
  ...['--filter', '-p:VSTestTestCaseFilter', '-property:VSTestTestCaseFilter'],
  ...['--treenode-filter', '--filter-query', '--filter-uid'],
  ...['method', 'class', 'namespace', 'trait'].flatMap((kind) => [`--filter-${kind}`, `--filter-not-${kind}`]),
];

const FILES = ['*.cs'];

/** What reviewers of C# say most often, as far as one line shows it. A comment on the line excuses where there can be a reason. */
const conventions: readonly PresetConvention[] = [
  {
    name: 'no-console',
    files: FILES,
    except: ['Program.cs', 'examples/**', '**/Cli/**', '*.Cli/**'],
    unlessFile: ' Main(',
    tests: false,
    message: 'A class logs or returns; printing is for programs.',
    severity: 'warn',
    how: { pattern: '^\\s*Console\\.(?:Write|WriteLine)\\(', unless: '//' },
  },
  {
    name: 'no-async-void',
    files: FILES,
    tests: true,
    message:
      'Nobody sees what an `async void` throws: return Task. A handler of events says so in a comment on the line.',
    severity: 'warn',
    how: { pattern: '\\basync void \\w+\\((?:\\)|[^)o])', unless: '//' },
  },
  {
    name: 'no-blocking-wait',
    files: FILES,
    except: ['Program.cs'],
    tests: false,
    message: 'A wait that blocks may never end: await it, or say in a comment on the line why not.',
    severity: 'warn',
    how: { pattern: '\\.GetAwaiter\\(\\)\\.GetResult\\(\\)|\\.Wait\\(\\);', unless: '//' },
  },
  {
    name: 'no-throw-caught',
    files: FILES,
    tests: false,
    message: '`throw ex` loses where it came from: `throw;`.',
    severity: 'warn',
    how: { pattern: '^\\s*throw (?:ex|e|exception);' },
  },
  {
    name: 'no-empty-catch',
    files: FILES,
    tests: true,
    message: 'An exception that is thrown away hides a failure: handle it, or say in the block why not.',
    severity: 'warn',
    how: { pattern: '\\bcatch ?(?:\\([^()]*\\) ?)?\\{ *\\}' },
  },
  {
    name: 'no-sleep-in-tests',
    files: ['*Test.cs', '*Tests.cs'],
    tests: true,
    message: 'A test that sleeps is slow, and fails on a busy machine: wait for what has to happen.',
    severity: 'warn',
    how: { text: 'Thread.Sleep(', unless: '//' },
  },
];

/**
 * .NET projects: a suite is the outermost solution that names a project of tests, else each project that has tests itself. The
 * exit code is the proof, as what `dotnet test` prints depends on the logger and on the platform of the tests.
 */
export const dotnet = definePreset({
  id: 'dotnet',
  title: '.NET',
  version: '2',
  markers: [
    ...['*.sln', '*.slnx'].map((file) => ({ file, contains: ['Test'] })),
    ...['*.csproj', '*.fsproj', '*.vbproj'].map((file) => ({ file, contains: TESTS })),
  ],
  takesIn: 'Test',
  classes: {
    generated: ['**/bin/Debug/**', '**/bin/Release/**', '**/obj/**', 'obj/**', '**/TestResults/**', 'TestResults/**'],
    test: [
      ...NAMED,
      ...['test', 'tests', '*.Test', '*.Tests'].flatMap((folder) => [`${folder}/**`, `**/${folder}/**`]),
    ],
    build: [...BUILD, '.editorconfig', '.globalconfig'],
    source: ['*.cs', '*.fs', '*.vb', '*.razor', '*.cshtml', '*.xaml', '*.resx', 'appsettings*.json'],
    document: ['*.md', 'LICENSE*', 'NOTICE*', 'AUTHORS*', 'CODEOWNERS', 'docs/**', '.gitignore'],
  },
  runners: [
    {
      id: 'dotnet',
      proof: 'exit',
      command: 'dotnet test',
      invocations: [['dotnet', 'test']],
      selection: {
        valued: VALUED,
        byName: FILTERS,
        partial: PARTIAL,
        nothing: ['-t', '--list-tests', '-h', '--help', '-?', '--version'],
        everything: [],
        positional: 'paths',
      },
      units: { kind: 'file', tests: ['*.cs', '*.fs', '*.vb'], byName: NAMED, contains: MARKED },
      innerRoots: 'covered',
      environment: ['VSTEST_*', 'TESTINGPLATFORM_*', 'DOTNET_STARTUP_HOOKS', 'MSBuild*'],
    },
    {
      id: 'dotnet-format',
      question: 'format',
      proof: 'exit',
      command: 'dotnet format --verify-no-changes',
      // Layout and analyzers are set there; without it, what counts as formatted is each machine's.
      configured: [{ file: '.editorconfig', contains: ['[*.cs', '[*.{cs', 'csharp_', 'dotnet_'] }],
      concerns: ['*.cs', '*.vb', '.editorconfig'],
      invocations: [['dotnet', 'format', '--verify-no-changes']],
      selection: {
        // https://learn.microsoft.com/dotnet/core/tools/dotnet-format
        valued: [
          '--diagnostics',
          '--exclude-diagnostics',
          '--severity',
          '--include',
          '--exclude',
          '-v',
          '--verbosity',
          '--binarylog',
          '--report',
        ],
        byName: ['--diagnostics', '--include'],
        partial: ['--exclude', '--exclude-diagnostics', '--severity', '--no-restore', '--folder'],
        nothing: ['--help', '-h', '-?', '--version'],
        everything: [],
        positional: 'paths',
      },
      units: { kind: 'file', tests: ['*.cs', '*.vb'] },
      innerRoots: 'covered',
      environment: ['DOTNET_STARTUP_HOOKS', 'MSBuild*'],
    },
  ],
  commands: { build: 'dotnet build', format: 'dotnet format', coverage: "dotnet test --collect 'XPlat Code Coverage'" },
  coverage: { S: 70, M: 75, L: 80, XL: 85 },
  conventions,
});
