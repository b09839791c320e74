package broken

import "testing"

func TestNumber(t *testing.T) {}
