test('hangs', () => new Promise(() => {}), 60_000);
