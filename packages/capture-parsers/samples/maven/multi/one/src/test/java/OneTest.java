import org.junit.*;
public class OneTest {
  @Test public void same() {  }
  @Test public void ok() {}
}
