package cart

import "testing"

func TestTotal(t *testing.T) {}

func TestDiscount(t *testing.T) {
	for _, name := range []string{"none", "over 100", "exactly/100"} {
		t.Run(name, func(t *testing.T) {})
	}
}

func TestNetwork(t *testing.T) { t.Skip("needs network") }
