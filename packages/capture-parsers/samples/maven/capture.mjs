import fs from 'node:fs';
import path from 'node:path';
import { failing, none } from '../../scripts/shared.mjs';

/** Names that the sample prints. */
const decoys = ['FakeTest.ghost'];
const fail = {
  project: 'fail',
  ...failing,
  decoys,
  names: 'failed',
  counts: { passed: 4, failed: 6, errors: 5, skipped: 2, total: 17 },
};
const pass = { project: 'pass', outcome: 'passed', names: 'none' };
const unnamed = { names: 'none', counts: {} };
const build = { outcome: 'build-error', names: 'none', truth: {}, counts: { passed: 0, failed: 0 } };
/** The results name the method that broke, which may be a hook, and no parameters. */
const results = {
  also: { 'BeforeTest.each': 'fail', 'SetupTest.all': 'fail', 'ParamTest.small': 'fail' },
};

export default {
  version: 'mvn -v | grep -o "Apache Maven [0-9.]*"',
  /** Surefire in the version of the case, in every module. */
  prepare({ folder, entry }) {
    for (const file of fs
      .readdirSync(folder, { recursive: true })
      .filter((name) => path.basename(name) === 'pom.xml')) {
      const pom = path.join(folder, file);
      const version = `<surefire.version>${entry.with ?? '3.5.2'}<`;
      fs.writeFileSync(pom, fs.readFileSync(pom, 'utf8').replace(/<surefire\.version>[^<]*</, version));
    }
  },
  /** The reports that the run itself wrote. */
  truth({ folder, merge }) {
    const tests = {};
    const reports = fs
      .readdirSync(folder, { recursive: true })
      .filter((name) => /-reports\/TEST-[^/]*\.xml$/.test(name));
    for (const report of reports) {
      const text = fs.readFileSync(path.join(folder, report), 'utf8');
      for (const [, attributes, inner = ''] of text.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)) {
        const owner = /classname="([^"]*)"/.exec(attributes)[1];
        const method = /(?:^| )name="([^"]*)"/.exec(attributes)?.[1] ?? '';
        const name = method && method !== owner ? `${owner.split('.').at(-1)}.${method}` : owner;
        const broken = /<(?:failure|error)\b/.test(inner);
        merge(tests, name.replace(/&#10;/g, '\n'), broken ? 'fail' : /<skipped/.test(inner) ? 'skip' : 'pass');
      }
    }
    return tests;
  },
  cases: [
    { name: 'pass', ...pass, command: 'mvn -B test' },
    { name: 'pass-2.22.2', ...pass, with: '2.22.2', command: 'mvn -B test' },
    { name: 'pass-2.12.4', ...pass, with: '2.12.4', command: 'mvn -B test' },
    { name: 'pass-color', ...pass, command: 'mvn -Dstyle.color=always test' },
    { name: 'pass-ci', ...pass, command: 'CI=true mvn -B -ntp --fail-at-end test' },
    { name: 'pass-quiet', ...pass, outcome: 'unknown', ...unnamed, command: 'mvn -q test' },
    {
      name: 'pass-plain',
      ...pass,
      names: 'all',
      command: 'mvn -B test -Dsurefire.reportFormat=plain -Dsurefire.useFile=false',
    },
    { name: 'pass-tail', ...pass, command: 'mvn -B test | tail -12' },
    { name: 'pass-head', ...pass, outcome: 'truncated', ...unnamed, command: 'mvn -B test | head -25' },
    { name: 'pass-grep', ...pass, outcome: 'unknown', ...unnamed, command: 'mvn -B test | grep "Tests run"' },
    { name: 'pass-or-true', ...pass, command: 'mvn -B test || true' },
    { name: 'pass-class', ...pass, command: 'mvn -B test -Dtest=ATest', counts: { passed: 2, failed: 0, skipped: 1 } },
    { name: 'pass-jupiter', ...pass, project: 'jupiter-pass', command: 'mvn -B test' },
    { name: 'pass-jupiter-2.22.2', ...pass, project: 'jupiter-pass', with: '2.22.2', command: 'mvn -B test' },
    {
      name: 'flaky-pass',
      ...pass,
      project: 'flaky-pass',
      command: 'mvn -B test -Dsurefire.rerunFailingTestsCount=2',
      counts: { passed: 2, failed: 0 },
      truth: { 'FlakyTest.flaky': 'pass', 'FlakyTest.fine': 'pass' },
    },
    {
      name: 'flaky-fail',
      project: 'flaky',
      ...failing,
      names: 'failed',
      command: 'mvn -B test -Dsurefire.rerunFailingTestsCount=2',
      counts: { passed: 2, failed: 1 },
      truth: { 'FlakyTest.flaky': 'pass', 'FlakyTest.never': 'fail' },
    },
    { name: 'fail', ...fail, command: 'mvn -B test' },
    { name: 'fail-3.0.0', ...fail, with: '3.0.0', command: 'mvn -B test' },
    { name: 'fail-2.22.2', ...fail, with: '2.22.2', command: 'mvn -B test' },
    { name: 'fail-2.12.4', ...fail, with: '2.12.4', command: 'mvn -B test' },
    { name: 'fail-quiet', ...fail, command: 'mvn -q test' },
    { name: 'fail-color', ...fail, command: 'mvn -Dstyle.color=always test' },
    { name: 'fail-ignored', ...fail, command: 'mvn -B test -Dmaven.test.failure.ignore=true' },
    { name: 'fail-plain', ...fail, names: 'all', command: 'mvn -B test -Dsurefire.reportFormat=plain', also: {} },
    { name: 'fail-or-true', ...fail, command: 'mvn -B test || true' },
    { name: 'fail-tail', ...fail, ...results, names: 'none', command: 'mvn -B test 2>&1 | tail -35' },
    {
      name: 'fail-grep',
      ...fail,
      ...results,
      ...unnamed,
      decoys: [],
      also: { ...results.also, 'FakeTest.ghost': 'fail' },
      command: 'mvn -B test | grep -E "ERROR|BUILD"',
    },
    {
      name: 'jupiter',
      ...failing,
      project: 'jupiter',
      names: 'failed',
      command: 'mvn -B test',
      counts: { passed: 8, failed: 8, errors: 3, skipped: 2, total: 21 },
    },
    {
      name: 'jupiter-2.22.2',
      ...failing,
      project: 'jupiter',
      with: '2.22.2',
      names: 'failed',
      command: 'mvn -B test',
      counts: { passed: 8, failed: 8, errors: 3, skipped: 2, total: 21 },
    },
    {
      name: 'testng',
      ...failing,
      project: 'testng',
      names: 'failed',
      command: 'mvn -B test',
      counts: { passed: 2, failed: 3, skipped: 3 },
    },
    {
      name: 'multi',
      ...failing,
      project: 'multi',
      names: 'failed',
      command: 'mvn -B test',
      counts: { passed: 3, failed: 1, total: 4 },
    },
    {
      name: 'multi-parallel',
      ...failing,
      project: 'multi',
      names: 'failed',
      command: 'mvn -B -T 2 -fae test',
      counts: { passed: 5, failed: 1, total: 6 },
    },
    {
      name: 'integration',
      ...failing,
      project: 'integration',
      names: 'failed',
      command: 'mvn -B verify',
      counts: { passed: 2, failed: 1, total: 3 },
    },
    { name: 'compile', project: 'compile', ...build, command: 'mvn test', problem: 'src/main/java/com/ex/Cart.java:3' },
    {
      name: 'test-compile',
      project: 'testcompile',
      ...build,
      command: 'mvn -B test',
      problem: 'src/test/java/com/ex/CartTest.java:4',
    },
    {
      name: 'kotlin',
      ...failing,
      project: 'kotlin',
      names: 'failed',
      command: 'mvn -B -ntp test',
      counts: { passed: 1, failed: 2, errors: 1, skipped: 1, total: 5 },
    },
    {
      name: 'kotlin-tail',
      ...failing,
      project: 'kotlin',
      names: 'failed',
      command: 'mvn -B -ntp test 2>&1 | tail -30',
      counts: { passed: 1, failed: 2, errors: 1, skipped: 1, total: 5 },
    },
    {
      name: 'kotlin-compile',
      project: 'kotlin',
      ...build,
      command: 'sed -i s/plus/minus/ src/main/kotlin/com/ex/Cart.kt && mvn -B -ntp test',
      problem: 'src/main/kotlin/com/ex/Cart.kt:4',
    },
    { name: 'wrong-goal', project: 'none', ...build, command: 'mvn -B tset' },
    { name: 'no-pom', project: 'none', ...build, command: 'rm pom.xml && mvn -B test' },
    { name: 'none', project: 'none', ...none, command: 'mvn -B test' },
    { name: 'none-in-class', project: 'empty', ...none, command: 'mvn -B test' },
    { name: 'none-match', project: 'pass', ...none, command: 'mvn -B test -Dtest=NoSuch' },
    { name: 'none-skipped', project: 'pass', ...none, command: 'mvn -B test -DskipTests' },
    { name: 'skip', project: 'skip', outcome: 'no-tests', names: 'none', command: 'mvn -B test' },
    { name: 'crash', project: 'crash', outcome: 'crashed', ...unnamed, truth: {}, command: 'mvn -B test' },
    {
      name: 'crash-2.22.2',
      project: 'crash',
      with: '2.22.2',
      outcome: 'crashed',
      ...unnamed,
      truth: {},
      command: 'mvn -B test',
    },
    { name: 'timeout', project: 'timeout', outcome: 'timed-out', ...unnamed, truth: {}, command: 'mvn -B test' },
    {
      name: 'killed',
      project: 'timeout',
      outcome: 'timed-out',
      ...unnamed,
      truth: {},
      command: 'timeout 8 mvn -B test',
    },
    {
      name: 'imitation',
      project: 'pass',
      outcome: 'unknown',
      ...unnamed,
      truth: {},
      command:
        'echo "[INFO] Results:"; echo "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0"; echo "[INFO] BUILD SUCCESS"',
    },
  ],
};
