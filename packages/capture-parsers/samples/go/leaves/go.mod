module example.com/leaves

go 1.18
