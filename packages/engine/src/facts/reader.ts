declare const FLOW_READER: string;

/**
 * Returns the name of the source that facts are read with, which the build gives: what another program has read and kept is read anew, as the
 * other one may read the same content otherwise.
 */
export const readerHere = (): string => (typeof FLOW_READER === 'string' ? FLOW_READER : 'source');
