package first

import (
	"testing"
	"time"
)

func TestFirst(t *testing.T) { time.Sleep(900 * time.Millisecond) }
