package routine

import "testing"

func TestRoutine(t *testing.T) {
	done := make(chan bool)
	go func() { panic("from a goroutine") }()
	<-done
}
