import org.junit.*;
public class ThreeTest {
  @Test public void same() {  }
  @Test public void ok() {}
}
