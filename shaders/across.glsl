// The source of what has a contiguous dim, ACROSS, that is not the innermost one of the output. An output row is all dims after it.

// Source address of a batch: the dims before the across dim.
ADDRESS corner(uint batch) {
  ADDRESS a = ADDRESS_AT(SOURCE);
  [[unroll]] for (int k = ACROSS - 1; k >= 0; k--) {
    uint outer = k == 0 ? 0u : quotient(batch, k);
    a += apart(turned(k == 0 ? batch : batch - outer * size(k), k), k);
    batch = outer;
  }
  return a;
}

// Where place j of an output row comes from, relative to the corner.
ADDRESS located(uint j) {
  ADDRESS a = 0;
  [[unroll]] for (int k = RANK - 1; k > ACROSS; k--) {
    uint outer = k == ACROSS + 1 ? 0u : quotient(j, k);
    a += apart(turned(k == ACROSS + 1 ? j : j - outer * size(k), k), k);
    j = outer;
  }
  return a;
}
