package outspoken

import (
	"fmt"
	"testing"
)

func TestBad(t *testing.T) { t.Error("want 1, got 2") }

func TestPrints(t *testing.T) {
	fmt.Println("ok  \texample.com/fake\t(cached)")
	fmt.Println("--- PASS: TestFake (0.00s)")
}
