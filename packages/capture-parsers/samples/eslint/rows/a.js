foo();
var b = 1;
