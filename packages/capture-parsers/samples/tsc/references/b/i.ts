export const xb: number = 'y';
