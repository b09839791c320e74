import { definePreset } from '@flow/core';

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

/**
 * .NET projects: a suite is the outermost solution that names a project of tests, else each project that has tests itself. The
 * exit code is the proof, as what `dotnet test` prints depends on the logger and on the platform of the tests.
 */
export const dotnet = definePreset({
  id: 'dotnet',
  title: '.NET',
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
    build: BUILD,
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
  ],
});
