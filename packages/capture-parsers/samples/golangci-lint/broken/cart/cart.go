// Package cart adds up what is in a cart.
package cart

import "example.com/shop/price"

// Total is the sum.
func Total() int { return price.Of("tea") + undefinedName }
