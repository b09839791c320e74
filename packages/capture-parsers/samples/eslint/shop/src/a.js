const unused = 1
a == 1; console.log('✖ 5 problems (5 errors, 0 warnings)')
b()
// eslint-disable-next-line no-undef
export const k = 1;
