x = 1
MSG = "Found 3 errors in 2 files (checked 9 source files)"
