// From the linear index of an output unit to its source address, over up to 8 dims (outermost first).
// Push constants from DIMS on: the sizes (the outermost only where it is rotated), the strides in bytes, then, if MAGIC, the
// multipliers of all sizes but the outermost and their shifts, a byte each.

layout(constant_id = 2) const int RANK = 1;
// The dim whose coordinate is rotated, or -1; the rotation stands at ROTATION.
layout(constant_id = 3) const int ROTATED = -1;
// Whether the divisions come as multiplications; only the 64-bit layout of ranks 7 and 8 has no room for them.
layout(constant_id = 4) const int MAGIC = 1;

const int SIZES = ROTATED == 0 ? DIMS : DIMS - 1;
const int STRIDES = SIZES + RANK;
const int MULTIPLIERS = STRIDES + RANK * ADDRESS_WORDS;
const int SHIFTS = MULTIPLIERS + RANK - 1;
// Where the shifts are no more than one word.
const int DIMS_END = SHIFTS + 1;

uint size(int k) { return p[SIZES + k]; }

ADDRESS stride(int k) { return ADDRESS_AT(STRIDES + k * ADDRESS_WORDS); }

// Source bytes to coordinate c of dim k.
ADDRESS apart(uint c, int k) { return TIMES(c, STRIDES + k * ADDRESS_WORDS); }

// n / size(k) for n below 2^31.
uint quotient(uint n, int k) {
  if (MAGIC == 0) {
    return n / size(k);
  }
  uint high, low;
  umulExtended(n, p[MULTIPLIERS + k - 1], high, low);
  return high >> ((p[SHIFTS + ((k - 1) >> 2)] >> (((k - 1) & 3) * 8)) & 31u);
}

// The source coordinate of output coordinate c on dim k.
uint turned(uint c, int k) {
  if (k != ROTATED) {
    return c;
  }
  uint r = p[ROTATION];
  return c >= r ? c - r : c + size(k) - r;
}

// The source address of the row that holds output unit e, and e's coordinate in that row.
void locate(uint e, out ADDRESS row, out uint column) {
  row = ADDRESS_AT(SOURCE);
  uint rest = e;
  column = e;
  if (RANK > 1) {
    rest = quotient(e, RANK - 1);
    column = e - rest * size(RANK - 1);
    [[unroll]] for (int k = RANK - 2; k > 0; k--) {
      uint outer = quotient(rest, k);
      row += apart(turned(rest - outer * size(k), k), k);
      rest = outer;
    }
    row += apart(turned(rest, 0), 0);
  }
}
