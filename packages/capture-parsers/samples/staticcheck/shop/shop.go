// Package shop has what staticcheck complains of, and a text that looks like it.
package shop

import (
	"errors"
	"fmt"
)

const said = "fake.go:3:5: not one (SA4006)"

var errBad = errors.New("Bad thing.")

func total(prices []int) int {
	sum := 0
	for _, price := range prices {
		price = price * 2
	}
	fmt.Printf("%d\n", said)
	if errBad != nil == true {
		return sum
	}
	return sum
}
