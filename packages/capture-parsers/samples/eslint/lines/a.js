foo();
var b = 1;
var c = 2;
var d = 2;
