class Cart {
