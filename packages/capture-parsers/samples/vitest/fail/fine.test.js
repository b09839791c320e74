import { it } from 'vitest';

it('fine', () => {});
