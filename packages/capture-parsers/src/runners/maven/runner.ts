/**
 * Maven with Surefire and Failsafe, 2.12 to 3.5, under JUnit 3 to 5 and TestNG.
 * https://maven.apache.org/surefire/maven-surefire-plugin/, in its sources StatelessConsoleOutputReporter's
 * `TestSetStats` (a class) and `DefaultReporterFactory` (the results of a module).
 */
import { readJunit } from '../../formats/junit.js';
import { eachLine } from '../../output/text.js';
import { type Runner, splitAfter } from '../../runner.js';
import { MavenRun } from './run.js';

export const maven: Runner = {
  id: 'maven',
  kind: 'test',
  starts(words) {
    if (!/^mvnw?$|^mvnd$/.test(words[0] ?? '')) return false;
    const rest = words.slice(1);
    if (rest.some((word) => /^(?:-v|--version|-h|--help)$/.test(word))) return false;
    const goals = rest.filter((word, index) => !/^[-><&\d]/.test(word) && !TAKES_VALUE.test(rest[index - 1] ?? ''));
    return !goals.length || goals.some((goal) => !NO_TESTS.test(goal));
  },
  signs:
    /^(?:\[(?:INFO|ERROR|WARNING)\] )?(?: T E S T S$|Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+)|^\[(?:INFO|ERROR)\] (?:COMPILATION ERROR : ?$|Failed to execute goal \S*(?:surefire|failsafe|compiler)\S*:)/m,
  read(capture) {
    // A report that is shown on its own may hold Maven's words in what a test printed.
    if (/^\s*<(?:\?xml|testsuite)/.test(capture.text)) return readJunit(capture, {});
    const run = new MavenRun(capture);
    eachLine(capture.text, (line) => run.line(line.trimEnd()));
    return run.report();
  },
  split: (text) => splitAfter(text, /^\[INFO\] Finished at: .*\n\[INFO\] -+$/gm),
};

const TAKES_VALUE =
  /^(?:-f|--file|-pl|--projects|-P|--activate-profiles|-s|--settings|-T|--threads|-rf|--resume-from|-l|--log-file|-D|-gs|-b|--builder|-o)$/;
/** Goals that run no tests. */
const NO_TESTS =
  /^(?:clean|validate|initialize|compile|process-(?:test-)?(?:classes|resources|sources)|generate-[\w-]+|test-compile|site|(?:dependency|help|versions|archetype|exec|wrapper|enforcer|checkstyle|spotless|fmt|spring-boot|quarkus|jetty|javadoc|source|license):[\w-]+)$/;
