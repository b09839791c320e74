package shop

import (
	"os"
	"testing"
)

func TestTotal(t *testing.T) {
	if Total(1, 2) != 3 {
		t.Fatal("wrong")
	}
}

func TestBreaks(t *testing.T) {
	if os.Getenv("GO_FAILS") != "" {
		t.Fatal("broken")
	}
}
