// Package cart adds up what is in a cart.
package cart

import "os"

// Save writes the cart. main.go:1:1: not an issue (errcheck)
func Save(name string) {
	f, _ := os.Create(name)
	f.Close()
	defer os.Remove("a (b)")
	_ = `
cart/fake.go:3:1: printed by nobody (govet)
0 issues.
`
}
