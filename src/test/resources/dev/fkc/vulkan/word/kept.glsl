// Writes elements of the same place, or zero where keep() says no.
void main() {
  uint i = ownWord();
  if (i >= words) {
    return;
  }
  uint v = source[i];
  if (HALVES == 1) {
    target[i] = (keep(2u * i) ? v & 0xffffu : 0u) | (keep(2u * i + 1u) ? v & 0xffff0000u : 0u);
  } else {
    target[i] = keep(i) ? v : 0u;
  }
}
