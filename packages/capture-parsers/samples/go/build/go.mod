module example.com/build

go 1.21
