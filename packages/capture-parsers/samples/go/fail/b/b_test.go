package b

import "testing"

func TestFine(t *testing.T) {}
