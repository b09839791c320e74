package mid

import "testing"

func TestFirst(t *testing.T) {}

func TestSecond(t *testing.T) {
	var counts map[string]int
	counts["a"] = 1
}

func TestNever(t *testing.T) {}
