// Writes elements that come from elsewhere; from() says where.
void main() {
  uint i = ownWord();
  if (i >= words) {
    return;
  }
  target[i] = HALVES == 1 ? element(from(2u * i)) | element(from(2u * i + 1u)) << 16 : element(from(i));
}
