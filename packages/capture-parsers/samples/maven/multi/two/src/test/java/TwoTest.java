import org.junit.*;
public class TwoTest {
  @Test public void same() { Assert.fail("two fails"); }
  @Test public void ok() {}
}
