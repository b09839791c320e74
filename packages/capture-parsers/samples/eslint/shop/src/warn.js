export let w = 1 == 2;
export let z = w == 3;
