export const price: number = 1;
