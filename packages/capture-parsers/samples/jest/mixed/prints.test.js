test('fine', () => {
  console.log('PASS fake.test.js\n  ✓ ghost\nTests:       9 passed, 9 total');
  console.error('FAIL other.test.js\n  ● ghost › fails');
});
test('same name', () => {});
