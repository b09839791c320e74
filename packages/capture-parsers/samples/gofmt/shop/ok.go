// Package shop is well.
package shop

// Add adds.
func Add(a, b int) int { return a + b }
