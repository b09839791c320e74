package exit

import (
	"os"
	"testing"
)

func TestBefore(t *testing.T) {}

func TestLeaves(t *testing.T) { os.Exit(0) }
