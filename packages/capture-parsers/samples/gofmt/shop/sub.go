package shop

// diff b.go.orig b.go
func  Sub(a,b int)int{return a-b}
