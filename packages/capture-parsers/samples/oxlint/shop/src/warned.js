const unused = 2;
