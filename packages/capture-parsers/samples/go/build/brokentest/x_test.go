package brokentest

import (
	"os"
	"testing"
)

func TestUnused(t *testing.T) {}
