package price

import "testing"

func TestCents(t *testing.T) { t.Parallel() }

func TestEuros(t *testing.T) { t.Parallel() }
