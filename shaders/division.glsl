// n / divisor for n below 2^31, as a multiplication; divisor 1 has none.
uint quotient(uint n, uint divisor, uint multiplier, uint shift) {
  if (divisor == 1u) {
    return n;
  }
  uint high, low;
  umulExtended(n, multiplier, high, low);
  return high >> shift;
}
