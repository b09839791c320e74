import { expect, test } from '@playwright/test';

test('adds', () => expect(1 + 2).toBe(3));
test('in the end', ({}, { retry }) => expect(retry).toBe(1));
