import { definePreset } from '@flow/core';

/** In a Maven build a suite is the outermost `pom.xml`, a unit is one test class. */
export const java = definePreset({
  id: 'java',
  title: 'Java',
  markers: [{ file: 'pom.xml' }],
  takesIn: '<modules>',
  classes: {
    generated: ['target/**', '**/target/**'],
    test: ['src/test/**', '**/src/test/**', 'src/it/**', '**/src/it/**'],
    build: ['pom.xml', '.mvn/**', 'mvnw', 'mvnw.cmd'],
    source: ['*.java', '*.kt', '*.scala', '*.groovy', 'src/main/**', '**/src/main/**'],
    document: ['*.md', '*.adoc', 'LICENSE*', 'NOTICE*', 'AUTHORS*', 'CODEOWNERS', 'docs/**', '.gitignore'],
  },
  launchers: [{ file: 'mvnw', insteadOf: 'mvn' }],
  runners: [
    {
      id: 'maven',
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
      units: { kind: 'file', tests: ['*Test.java', '*Tests.java', 'Test*.java', '*TestCase.java', '*IT.java'] },
      innerRoots: 'apart',
      environment: ['MAVEN_OPTS', 'MAVEN_ARGS', 'JAVA_TOOL_OPTIONS'],
    },
  ],
});
