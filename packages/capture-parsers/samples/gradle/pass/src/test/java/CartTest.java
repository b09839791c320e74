import org.junit.Assert;
import org.junit.Ignore;
import org.junit.Test;

public class CartTest {
    @Test public void adds() {
        System.out.println("FakeTest > ghost PASSED");
        Assert.assertEquals(3, 1 + 2);
    }
    @Test public void totals() { Assert.assertEquals(4, 2 + 2); }
    @Ignore @Test public void later() { }
}
