module example.com/outspoken

go 1.18
