import type { Policy } from '@flow/core';

/** Minutes that a lease is given for where the policy does not say. */
const MINUTES = 30;

/** Minutes without activity after which a lease ends of which no process can be seen. */
export const leaseMinutes = ({ leases }: Pick<Policy, 'leases'>): number => leases?.minutes ?? MINUTES;
