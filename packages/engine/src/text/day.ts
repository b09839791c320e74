/** Returns the day of a time in milliseconds since 1970, as `YYYY-MM-DD` in UTC. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
