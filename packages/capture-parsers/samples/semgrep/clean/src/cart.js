const cart = [1];
