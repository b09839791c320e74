/** A setting of git's configuration that a line makes or a file holds. */
export type Setting = readonly [name: string, value: string];
