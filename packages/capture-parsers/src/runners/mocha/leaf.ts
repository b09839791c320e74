/**
 * `LEAF` matches a test of the spec reporter: 1 indent, 2 mark of one that passed, 3 of one that was skipped, 4 number of
 * one that failed, 5 title.
 */
export const LEAF = /^( +)(?:([✓✔√])|(-)|(\d+)\)) (\S.*)$/;
