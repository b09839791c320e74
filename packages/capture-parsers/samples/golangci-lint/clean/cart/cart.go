// Package cart adds up what is in a cart.
package cart

// Total is the sum.
func Total(prices []int) int {
	sum := 0
	for _, price := range prices {
		sum += price
	}
	return sum
}
