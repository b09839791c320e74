import { test } from 'node:test';
import { lost } from './missing.js';

test('never', () => lost());
