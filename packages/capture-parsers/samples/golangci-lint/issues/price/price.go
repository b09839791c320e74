// Package price knows prices.
package price

import "fmt"

const unusedConst = 3

func total(prices []int) int {
	sum := 0
	sum = 1
	for _, price := range prices {
		sum += price
	}
	fmt.Printf("%d\n", "x")
	return sum
}
