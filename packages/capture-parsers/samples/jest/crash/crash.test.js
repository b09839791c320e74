test('dies', () => {
  process.kill(process.pid, 'SIGKILL');
});
