package prints

import (
	"fmt"
	"testing"
)

func TestPrints(t *testing.T) {
	fmt.Println("--- FAIL: TestFake (0.00s)")
	fmt.Println("FAIL")
	fmt.Println("\x1b[31mFAIL\x1b[0m")
	fmt.Println("panic: only words")
	fmt.Println("--- PASS: TestOther (0.00s)")
	fmt.Println("ok  	example.com/fake	soon")
	fmt.Println("5 passed in 0.01s")
	fmt.Println("test result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out")
}
