package a

import "fmt"

func Print() { fmt.Printf("%d\n", "words") }
