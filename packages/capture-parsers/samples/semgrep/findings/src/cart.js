const foo = 1;
const cart = [foo];
