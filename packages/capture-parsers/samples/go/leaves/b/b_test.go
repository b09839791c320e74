package b

import "testing"

func TestAfter(t *testing.T) {}
