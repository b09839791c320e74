package skip

import "testing"

func TestOnly(t *testing.T) { t.Skip("not today") }
