class Cart {}
