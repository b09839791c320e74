import { namedFiles } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import type { Way } from '../publish/way.js';
import { inCode } from '../tasks/task-finders.js';
import { namedTask, type TaskTool } from '../tasks/task-tool.js';

const MAVEN: readonly Way[] = [
  {
    when: /(?:^|\s)(?:[\w.-]+:)*(?:release:(?:prepare|perform|branch|update-versions)|scm:checkin|scm-publish:publish-scm|(?:jgitflow|gitflow):\S*(?:finish|publish|start)\S*)\b/,
    unless: /-DdryRun(?:=true)?\b|-DpushChanges=false/,
  },
];

const GRADLE_RELEASES: readonly Way[] = [
  {
    when: /(?:^|\s):?(?:[\w-]+:)*(?:release|gitPublishPush|gitPublish|axion-release|pushRelease|gitPush|createRelease|markNextVersion|final|candidate)\b/,
  },
];

const GRADLE: TaskTool = { pick: namedTask, files: ['build.gradle', 'build.gradle.kts'], find: inCode };

/** Tools of Java, Kotlin and Scala build, format, release, and run tasks. */
export const java: ProgramFile = {
  javac: { writes: { into: '-d' } },
  jlink: { writes: { into: '--output' } },
  kotlinc: { writes: { into: '-d' }, sources: namedFiles },
  mvn: { writes: { out: '-l --log-file' }, publishes: MAVEN },
  ktlint: { writes: { targets: 'each', when: /^(?:-F|--format)$/, otherwise: '.' } },
  'google-java-format': { writes: { targets: 'each', when: /^(?:-i|-r|--replace)$/ } },
  scalafmt: { writes: { targets: 'each', unless: /^--(?:test|check|list)$/, otherwise: '.' } },
  mvnw: { publishes: MAVEN },
  'gradle, gradlew': { publishes: GRADLE_RELEASES, tasks: [GRADLE] },
  sbt: { publishes: [{ when: /(?:^|\s)(?:release|ci-release)\b/ }] },
  'groovy, jshell, scala': { sources: namedFiles },
  java: {
    sources: (words) => [
      ...namedFiles(words),
      ...words.filter((word) => /^[A-Z]\w*$/.test(word)).map((word) => `${word}.java`),
    ],
  },
  ant: { sources: () => ['build.xml'] },
};
