package shop

func Add(a, b int) int { return "sum" + c }
