import { definePreset, type PresetConvention } from '@flow/core';

const SETTINGS = ['settings.gradle', 'settings.gradle.kts'];
/** Settings take in all builds below; a build without any stands alone. */
const GRADLE = [
  ...SETTINGS.map((file) => ({ file })),
  ...['build.gradle', 'build.gradle.kts'].map((file) => ({ file, unlessAbove: SETTINGS })),
];
/** Names of test classes, by Surefire's patterns and by what Kotlin's and Gradle's projects call theirs. */
const TESTS = ['java', 'kt', 'groovy', 'scala'].flatMap((ending) =>
  ['*Test', '*Tests', 'Test*', '*TestCase', '*IT', '*Spec'].map((name) => `${name}.${ending}`),
);
/** Where programs are made, which may print. */
const PROGRAMS = ['Main.java', '*Main.java', '*Application.java', 'Main.kt', '**/cli/**', 'examples/**', '*.kts'];

/** What reviewers of Java and Kotlin say most often, as far as one line shows it. A comment on the line excuses where there can be a reason. */
const conventions: readonly PresetConvention[] = [
  {
    name: 'no-system-out',
    files: ['*.java', '*.kt'],
    except: PROGRAMS,
    unlessFile: 'void main(',
    tests: false,
    message: 'A class logs or returns; printing is for programs.',
    severity: 'warn',
    how: { pattern: '^\\s*System\\.(?:out|err)\\.print(?:ln|f)?\\(', unless: '//' },
  },
  {
    name: 'no-println',
    files: ['*.kt'],
    except: PROGRAMS,
    unlessFile: 'fun main(',
    tests: false,
    message: 'A class logs or returns; printing is for programs.',
    severity: 'warn',
    how: { pattern: '^\\s*print(?:ln)?\\(', unless: '//' },
  },
  {
    name: 'no-stack-trace',
    files: ['*.java', '*.kt'],
    tests: false,
    message: 'A stack trace on standard error reaches nobody: log the exception, or throw it on.',
    severity: 'warn',
    how: { pattern: '\\.printStackTrace\\(\\)', unless: '//' },
  },
  {
    name: 'no-empty-catch',
    files: ['*.java', '*.kt'],
    tests: true,
    message: 'An exception that is thrown away hides a failure: handle it, or say in the block why not.',
    severity: 'warn',
    how: { pattern: '\\bcatch ?\\([^()]*\\) ?\\{ *\\}' },
  },
  {
    name: 'no-not-null-assertion',
    files: ['*.kt'],
    tests: false,
    message:
      '`!!` throws without saying what was missing: use `?:`, `requireNotNull`, or say on the line why it is there.',
    severity: 'warn',
    how: { pattern: '[\\w)\\]]!!(?:[.,)\\]\\s]|$)', unless: '//' },
  },
  {
    name: 'no-disabled-test-without-reason',
    files: TESTS,
    tests: true,
    message: 'A test that is switched off says why: @Disabled("…").',
    severity: 'warn',
    how: { pattern: '^\\s*@(?:Disabled|Ignore)(?:\\(\\))?\\s*$' },
  },
  {
    name: 'no-sleep-in-tests',
    files: TESTS,
    tests: true,
    message: 'A test that sleeps is slow, and fails on a busy machine: wait for what has to happen.',
    severity: 'warn',
    how: { text: 'Thread.sleep(', unless: '//' },
  },
];

/** What stands before the tasks on a line of Gradle and changes nothing of what they do. */
const FRONTS = ['', '--no-daemon '];
const GRADLE_TASKS = ['test', 'check', 'build', 'clean test', 'clean check', 'clean build', 'cleanTest test'];

/**
 * Java and Kotlin projects. In a Maven build a suite is the outermost `pom.xml`, a unit is one test class. In a Gradle build
 * a suite is the folder with its settings, which runs the tests of all projects that it includes; a build that another one
 * includes has settings, and so tests, of its own.
 */
export const java = definePreset({
  id: 'java',
  title: 'Java and Kotlin',
  version: '2',
  markers: [{ file: 'pom.xml' }, ...GRADLE],
  takesIn: '<modules>',
  classes: {
    generated: [
      'target/**',
      '**/target/**',
      '.gradle/**',
      // A package may be called `build`, so only what Gradle puts into such a folder.
      ...['classes', 'generated', 'libs', 'reports', 'resources', 'test-results', 'tmp'].map(
        (folder) => `**/build/${folder}/**`,
      ),
    ],
    test: ['test', 'it', 'integrationTest', 'testFixtures', 'androidTest'].flatMap((folder) => [
      `src/${folder}/**`,
      `**/src/${folder}/**`,
    ]),
    build: [
      'pom.xml',
      '.mvn/**',
      'mvnw',
      'mvnw.cmd',
      '*.gradle',
      '*.gradle.kts',
      'gradle.properties',
      'gradlew',
      'gradlew.bat',
      'gradle.lockfile',
      'gradle/**',
      '**/gradle/wrapper/**',
      'libs.versions.toml',
      'buildSrc/**',
      'checkstyle.xml',
      'detekt.yml',
      'config/checkstyle/**',
      'config/detekt/**',
    ],
    source: ['*.java', '*.kt', '*.scala', '*.groovy', 'src/main/**', '**/src/main/**'],
    document: ['*.md', '*.adoc', 'LICENSE*', 'NOTICE*', 'AUTHORS*', 'CODEOWNERS', 'docs/**', '.gitignore'],
  },
  launchers: [
    { file: 'mvnw', insteadOf: 'mvn' },
    { file: 'gradlew', insteadOf: 'gradle' },
  ],
  runners: [
    {
      id: 'maven',
      markers: [{ file: 'pom.xml' }],
      command: 'mvn test',
      invocations: ['test', 'verify', 'install', 'package', 'clean test', 'clean verify', '-B test', '-q test'].flatMap(
        (goals) => ['mvn', 'mvnw', 'mvnw.cmd'].map((program) => [program, ...goals.split(' ')]),
      ),
      selection: {
        // https://maven.apache.org/ref/current/maven-embedder/cli.html
        valued: [
          '-pl',
          '--projects',
          '-f',
          '--file',
          '-P',
          '--activate-profiles',
          '-rf',
          '--resume-from',
          '-s',
          '--settings',
          '-T',
          '--threads',
          '-l',
          '--log-file',
        ],
        byName: ['-Dtest', '-Dit.test', '-Dgroups', '-DexcludedGroups'],
        partial: [
          '-pl',
          '--projects',
          '-f',
          '--file',
          '-rf',
          '--resume-from',
          '-Dmaven.test.failure.ignore',
          '-DtestFailureIgnore',
          '-fn',
          '--fail-never',
        ],
        startsIn: { '-f': ['pom.xml'], '--file': ['pom.xml'] },
        stops: { flags: ['-Dsurefire.skipAfterFailureCount'], unless: ['-fae', '--fail-at-end'] },
        nothing: ['-DskipTests', '-Dmaven.test.skip', '-v', '--version', '-h', '--help'],
        everything: [],
        partBelow: '',
        positional: 'names',
      },
      units: { kind: 'file', tests: TESTS },
      innerRoots: 'apart',
      environment: ['MAVEN_OPTS', 'MAVEN_ARGS', 'JAVA_TOOL_OPTIONS'],
    },
    {
      id: 'gradle',
      // Its words name tests only where `testLogging` asks for it, so that what they prove hangs on each project's build.
      proof: 'exit',
      markers: GRADLE,
      command: 'gradle test',
      // https://kotlinlang.org/docs/multiplatform/multiplatform-run-tests.html: each platform has a task, and none is called `test`.
      commandWhere: {
        files: ['build.gradle.kts', 'build.gradle'],
        contains: ['kotlin("multiplatform")', "kotlin('multiplatform')", 'org.jetbrains.kotlin.multiplatform'],
        command: 'gradle check',
      },
      invocations: FRONTS.flatMap((front) =>
        GRADLE_TASKS.flatMap((tasks) =>
          ['gradle', 'gradlew', 'gradlew.bat'].map((program) => [program, ...`${front}${tasks}`.split(' ')]),
        ),
      ),
      selection: {
        // https://docs.gradle.org/current/userguide/command_line_interface.html
        valued: [
          '-p',
          '--project-dir',
          '-b',
          '--build-file',
          '-c',
          '--settings-file',
          '-I',
          '--init-script',
          '-g',
          '--gradle-user-home',
          '-x',
          '--exclude-task',
          '--tests',
          '--max-workers',
          '--console',
          '--priority',
          '--warning-mode',
          '--include-build',
          '--project-cache-dir',
          '-F',
          '--dependency-verification',
        ],
        byName: ['--tests', '-Dtest.single', '-x', '--exclude-task', '-a', '--no-rebuild'],
        partial: [
          '-p',
          '--project-dir',
          '-b',
          '--build-file',
          '-c',
          '--settings-file',
          '-I',
          '--init-script',
          // Then it does not say whether a task ran, or only repeated what it had kept.
          '-q',
          '--quiet',
          '-w',
          '--warn',
        ],
        startsIn: { '-p': [], '--project-dir': [] },
        stops: { unless: ['--continue'] },
        nothing: [
          '-m',
          '--dry-run',
          '-t',
          '--continuous',
          '-h',
          '--help',
          '-v',
          '--version',
          '--test-dry-run',
          '--stop',
        ],
        everything: [],
        partBelow: '',
        positional: 'names',
      },
      units: { kind: 'file', tests: TESTS },
      innerRoots: 'apart',
      environment: ['GRADLE_OPTS', 'JAVA_OPTS', 'JAVA_TOOL_OPTIONS', 'ORG_GRADLE_PROJECT_*'],
    },
    {
      id: 'checkstyle',
      question: 'lint',
      proof: 'exit',
      command: 'mvn checkstyle:check',
      configured: [{ file: 'pom.xml', contains: ['<artifactId>maven-checkstyle-plugin<'] }],
      concerns: ['*.java', 'pom.xml', 'checkstyle*.xml'],
      invocations: ['mvn', 'mvnw', 'mvnw.cmd'].map((program) => [program, 'checkstyle:check']),
      selection: {
        valued: ['-pl', '--projects', '-f', '--file', '-P', '--activate-profiles', '-rf', '--resume-from'],
        byName: [],
        partial: [
          '-pl',
          '--projects',
          '-f',
          '--file',
          '-rf',
          '--resume-from',
          '-fn',
          '--fail-never',
          ...[
            'config.location',
            'skip',
            'excludes',
            'failOnViolation',
            'violationSeverity',
            'maxAllowedViolations',
          ].map((key) => `-Dcheckstyle.${key}`),
        ],
        nothing: ['-h', '--help', '-v', '--version'],
        everything: [],
        positional: 'names',
      },
      units: { kind: 'file', tests: ['*.java'] },
      innerRoots: 'covered',
      environment: ['MAVEN_OPTS', 'MAVEN_ARGS', 'JAVA_TOOL_OPTIONS'],
    },
    {
      id: 'detekt',
      question: 'lint',
      proof: 'exit',
      command: 'gradle detekt',
      configured: [{ file: 'detekt.yml' }],
      concerns: ['*.kt', '*.kts', 'detekt.yml'],
      invocations: ['gradle', 'gradlew', 'gradlew.bat'].map((program) => [program, 'detekt']),
      selection: {
        valued: ['-x', '--exclude-task', '-p', '--project-dir'],
        byName: ['-x', '--exclude-task'],
        partial: ['-p', '--project-dir', '-q', '--quiet'],
        nothing: ['-m', '--dry-run', '-h', '--help'],
        everything: [],
        positional: 'names',
      },
      units: { kind: 'file', tests: ['*.kt', '*.kts'] },
      innerRoots: 'covered',
      environment: ['GRADLE_OPTS', 'JAVA_OPTS', 'JAVA_TOOL_OPTIONS'],
    },
  ],
  coverage: { S: 70, M: 75, L: 80, XL: 85 },
  conventions,
});
