import { symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { FETCHED, must, needs } from '../fetched.js';
import { walks } from '../walk.js';

/* A project of Java and Kotlin: each `mvn test` compiles both, which takes Kotlin ten seconds, so that it is walked at night. */

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>cart</artifactId>
  <version>1</version>
  <properties>
    <kotlin.version>2.2.21</kotlin.version>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.jetbrains.kotlin</groupId>
      <artifactId>kotlin-stdlib</artifactId>
      <version>\${kotlin.version}</version>
    </dependency>
    <dependency>
      <groupId>junit</groupId>
      <artifactId>junit</artifactId>
      <version>4.13.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <groupId>org.jetbrains.kotlin</groupId>
        <artifactId>kotlin-maven-plugin</artifactId>
        <version>\${kotlin.version}</version>
        <extensions>true</extensions>
        <executions>
          <execution>
            <id>compile</id>
            <phase>process-sources</phase>
            <goals><goal>compile</goal></goals>
            <configuration>
              <sourceDirs><sourceDir>src/main/kotlin</sourceDir><sourceDir>src/main/java</sourceDir></sourceDirs>
            </configuration>
          </execution>
          <execution>
            <id>test-compile</id>
            <phase>process-test-sources</phase>
            <goals><goal>test-compile</goal></goals>
            <configuration><sourceDirs><sourceDir>src/test/kotlin</sourceDir></sourceDirs></configuration>
          </execution>
        </executions>
      </plugin>
    </plugins>
  </build>
</project>
`;

const TEST = `import org.junit.Assert.assertEquals
import org.junit.Test

class CartTest {
    @Test
    fun \`adds prices of a cart\`() {
        assertEquals(3, Cart.total(1, 2))
    }
}
`;

const FILES = {
  'src/main/java/Price.java':
    'public class Price {\n  public static int plus(int a, int b) {\n    return a + b;\n  }\n}\n',
  'src/main/kotlin/Cart.kt': 'object Cart {\n    fun total(a: Int, b: Int): Int = Price.plus(a, b)\n}\n',
  'src/test/kotlin/CartTest.kt': TEST,
  'pom.xml': POM,
};

const cart = (sum: string): [string, string] => [
  'src/main/kotlin/Cart.kt',
  `object Cart {\n    fun total(a: Int, b: Int): Int = ${sum}\n}\n`,
];

walks({
  name: '36.4 Java and Kotlin under Maven, the packed package through npx',
  way: 'npx',
  flags: '--config',
  files: { ...FILES, '.gitignore': 'target\n' },
  test: 'mvn test',
  broken: cart('Price.plus(a, -b)'),
  fixed: cart('Price.plus(b, a)'),
  failing: 'adds prices of a cart',
  seconds: 300,
  runner: ['.mvn/jvm.config', '-Xmx512m\n'],
  fetch() {
    needs('mvn --version', 'javac -version');
    const folder = path.join(FETCHED, 'kotlin');
    // What Maven downloads for a first run.
    for (const [file, text] of Object.entries(FILES))
      must(folder, `mkdir -p "$(dirname ${file})" && cat > ${file} <<'END'\n${text}END`);
    must(folder, '[ -f done ] || { mvn -q -B test && touch done; }');
    return [];
  },
  arrange(repo, person) {
    symlinkSync(path.join(homedir(), '.m2'), path.join(repo.home, '.m2'));
    person("mkdir -p .mvn && printf '%s\\n' -Xmx768m > .mvn/jvm.config");
  },
});
