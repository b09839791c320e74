module example.com/loud

go 1.18
