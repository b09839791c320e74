import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FETCHED, must, needs } from './fetched.js';
import { JAVA } from './java.js';
import { walks } from './walk.js';

const BUILD = `apply plugin: 'java'

dependencies {
    testCompile files('/usr/share/java/junit4.jar', '/usr/share/java/hamcrest-core.jar')
}
`;

/** The wrapper as Gradle itself writes it: script, jar and properties. */
const WRAPPER = path.join(FETCHED, 'gradle');
/** Where Debian's package has the distribution that the wrapper would download. */
const DISTRIBUTION = '/usr/share/gradle';

/** Puts the distribution where the wrapper keeps what it downloaded: a folder named by the address's digest. */
function placeDistribution(gradleHome: string): void {
  const properties = readFileSync(path.join(WRAPPER, 'gradle/wrapper/gradle-wrapper.properties'), 'utf8');
  const address = /^distributionUrl=(.*)$/m.exec(properties)?.[1]?.replaceAll('\\', '') ?? '';
  const archive = path.basename(address);
  const digest = BigInt(`0x${createHash('md5').update(address).digest('hex')}`).toString(36);
  const folder = path.join(gradleHome, 'wrapper/dists', archive.replace(/\.zip$/, ''), digest);
  mkdirSync(folder, { recursive: true });
  symlinkSync(DISTRIBUTION, path.join(folder, archive.replace(/-bin\.zip$/, '')));
  writeFileSync(path.join(folder, `${archive}.ok`), '');
}

walks({
  name: "U3 36.4 Gradle's own wrapper, without a word in the configuration, the packed package through npx",
  way: 'npx',
  files: { ...JAVA.files, 'build.gradle': BUILD, '.gitignore': '.gradle\nbuild\n' },
  test: './gradlew test',
  again: './gradlew test --rerun-tasks',
  broken: JAVA.broken,
  fixed: JAVA.fixed,
  runner: ['gradle/wrapper/gradle-wrapper.properties', (before) => `# As Gradle wrote it.\n${before}`],
  fetch() {
    needs('gradle --version', 'javac -version', 'ls /usr/share/java/junit4.jar');
    must(WRAPPER, '[ -x gradlew ] || { touch build.gradle && gradle --no-daemon --offline -q wrapper; }');
    return [];
  },
  arrange(repo) {
    for (const name of ['gradlew', 'gradle']) cpSync(path.join(WRAPPER, name), repo.path(name), { recursive: true });
    // Java asks the system, not HOME, where the user's files lie.
    repo.environment.GRADLE_USER_HOME = path.join(repo.home, '.gradle');
    placeDistribution(repo.environment.GRADLE_USER_HOME);
  },
  end(_repo, person) {
    person('./gradlew --stop || true');
  },
});
