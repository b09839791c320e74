import { test } from 'vitest';

test('before', () => {});

test('dies', () => process.kill(process.pid, 'SIGKILL'));
