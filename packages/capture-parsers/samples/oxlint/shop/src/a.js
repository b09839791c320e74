debugger;
export const a = 1;
const unused = 2;
