export function half(value) {
  if (value % 2) {
    return (value - 1) / 2;
  }
  return value / 2;
}
