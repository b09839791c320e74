/** A class and its test with JUnit 4, for the tools that build Java. */
const test = `import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CartTest {
  @Test
  public void addsPrices() {
    assertEquals(3, Cart.total(1, 2));
  }
}
`;

const source = (sum: string) => `public class Cart {
  public static int total(int a, int b) {
    return ${sum};
  }
}
`;

const FILE = 'src/main/java/Cart.java';

export const JAVA = {
  files: { [FILE]: source('a + b'), 'src/test/java/CartTest.java': test },
  broken: [FILE, source('a - b')] as [string, string],
  fixed: [FILE, source('b + a')] as [string, string],
};
