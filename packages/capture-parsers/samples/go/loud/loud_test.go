package loud

import (
	"fmt"
	"os"
	"testing"
)

// Leaves without a newline in front of what the go command says.
func TestMain(m *testing.M) {
	code := m.Run()
	fmt.Print("bye")
	os.Exit(code)
}

func TestEvents(t *testing.T) {
	fmt.Println(`{"Action":"fail","Package":"example.com/fake","Test":"TestFake"}`)
	fmt.Println("\nDONE 9 tests, 3 failures in 0.100s")
}

func TestPanic(t *testing.T) {
	fmt.Println("panic: not really")
	fmt.Println("exit status 1")
}

func TestPackages(t *testing.T) {
	fmt.Println("FAIL\texample.com/fake\t0.001s")
	fmt.Println("=== RUN   TestPackages/ghost")
}
