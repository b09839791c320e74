module example.com/prints

go 1.21
