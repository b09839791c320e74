package a

import (
	"fmt"
	"testing"
)

func TestBad(t *testing.T) { t.Errorf("want 1, got 2") }

func TestGood(t *testing.T) { fmt.Print("no newline at the end") }

func TestTable(t *testing.T) {
	t.Run("good one", func(t *testing.T) {})
	t.Run("bad: one", func(t *testing.T) {
		t.Error("boom\nline two\n--- PASS: TestGhost (0.00s)\n    --- PASS: TestTable/ghost (0.00s)")
	})
	t.Run("skipped", func(t *testing.T) { t.Skip() })
	t.Run("deep", func(t *testing.T) {
		t.Run("er", func(t *testing.T) { t.Run("est", func(t *testing.T) { t.Error("deep") }) })
	})
}
