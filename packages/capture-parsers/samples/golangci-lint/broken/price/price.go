// Package price knows prices.
package price

// Of is the price of a thing.
func Of(name string) int { return name }
