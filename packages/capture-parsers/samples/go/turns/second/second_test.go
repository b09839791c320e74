package second

import (
	"testing"
	"time"
)

func TestSecond(t *testing.T) { time.Sleep(300 * time.Millisecond) }

func TestThird(t *testing.T) { time.Sleep(1500 * time.Millisecond) }
