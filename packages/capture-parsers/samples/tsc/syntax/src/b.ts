export const b = (;
let = = 3
function {
