import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { FETCHED, must, needs } from './fetched.js';
import { JAVA } from './java.js';
import { walks } from './walk.js';

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>cart</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>junit</groupId>
      <artifactId>junit</artifactId>
      <version>4.13.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
`;

/** The wrapper as its own plugin writes it, and what it and Maven download for a first run. */
const WRAPPER = path.join(FETCHED, 'maven');

walks({
  name: "U3 Maven's own wrapper, the packed package through npx",
  way: 'npx',
  flags: '--config',
  files: { ...JAVA.files, 'pom.xml': POM, '.gitignore': 'target\n' },
  test: './mvnw test',
  broken: JAVA.broken,
  fixed: JAVA.fixed,
  failing: 'addsPrices',
  runner: ['.mvn/jvm.config', '-Xmx512m\n'],
  fetch() {
    needs('mvn --version', 'javac -version');
    if (existsSync(path.join(WRAPPER, 'done'))) return [];
    for (const [file, text] of Object.entries({ ...JAVA.files, 'pom.xml': POM }))
      must(WRAPPER, `mkdir -p "$(dirname ${file})" && cat > ${file} <<'END'\n${text}END`);
    must(
      WRAPPER,
      'mvn -q -B org.apache.maven.plugins:maven-wrapper-plugin:3.3.4:wrapper -Dtype=only-script -Dmaven=3.9.11',
    );
    must(WRAPPER, './mvnw -q -B test && touch done');
    return [];
  },
  arrange(repo, person) {
    for (const name of ['mvnw', '.mvn']) cpSync(path.join(WRAPPER, name), repo.path(name), { recursive: true });
    symlinkSync(path.join(homedir(), '.m2'), path.join(repo.home, '.m2'));
    person("mkdir -p .mvn && printf '%s\\n' -Xmx256m > .mvn/jvm.config");
  },
});
