import org.junit.Assert;
import org.junit.Ignore;
import org.junit.Test;

public class CartTest {
    @Test public void adds() {
        System.out.println("FakeTest > ghost PASSED");
        Assert.assertEquals(3, 1 + 2);
    }
    @Test public void totals() { Assert.assertEquals(5, 2 + 2); }
    @Test public void breaks() { throw new IllegalStateException("no"); }
    @Ignore @Test public void later() { }
}
