package dev.fkc.reference;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Bytes under 64-bit positions, on the Java heap: one array, or several when the size asks for it.
 * Mutable; not thread-safe while somebody writes.
 */
public final class ByteStore {
  private static final int PIECE_SHIFT = 30;
  private static final int WHOLE_SHIFT = 31;

  private final byte[][] pieces;
  private final int shift;
  private final long size;

  private ByteStore(byte[][] pieces, int shift, long size) {
    this.pieces = pieces;
    this.shift = shift;
    this.size = size;
  }

  /** A store over this very array: changes show on both sides. */
  public static ByteStore wrap(byte[] bytes) {
    return new ByteStore(new byte[][] {bytes}, WHOLE_SHIFT, bytes.length);
  }

  /**
   * A store of zero bytes.
   *
   * @throws IllegalArgumentException if the size is negative or more than the Java heap can ever
   *     hold
   */
  public static ByteStore allocate(long size) {
    return allocate(size, PIECE_SHIFT);
  }

  static ByteStore allocate(long size, int pieceShift) {
    long heap = Runtime.getRuntime().maxMemory();
    if (size < 0 || size > heap) {
      throw new IllegalArgumentException(
          size + " bytes are needed and the Java heap holds at most " + heap + " (java -Xmx)");
    }
    long pieceSize = 1L << pieceShift;
    byte[][] pieces = new byte[Math.toIntExact((size + pieceSize - 1) / pieceSize)][];
    for (int p = 0; p < pieces.length; p++) {
      pieces[p] = new byte[(int) Math.min(pieceSize, size - p * pieceSize)];
    }
    return new ByteStore(pieces, pieceShift, size);
  }

  /** Number of bytes. */
  public long size() {
    return size;
  }

  /** The byte at a position. */
  public byte get(long at) {
    return pieces[(int) (at >>> shift)][(int) (at & mask())];
  }

  /** Replaces the byte at a position. */
  public void set(long at, byte value) {
    pieces[(int) (at >>> shift)][(int) (at & mask())] = value;
  }

  /** The unsigned little-endian value of the four bytes from a position. */
  public long unsignedInt(long at) {
    long value = 0;
    for (int b = 3; b >= 0; b--) {
      value = value << 8 | get(at + b) & 0xFF;
    }
    return value;
  }

  /** Copies {@code count} bytes of another store to a position of this one, first to last. */
  public void copy(ByteStore from, long fromAt, long at, int count) {
    for (int b = 0; b < count; b++) {
      set(at + b, from.get(fromAt + b));
    }
  }

  /**
   * A writable window on the bytes from a position, as far as they lie in one array: never empty
   * unless {@code from} is the size. Walk a store with {@code from += window.remaining()}.
   */
  public ByteBuffer window(long from) {
    Objects.checkIndex(from, size + 1);
    if (from == size) {
      return ByteBuffer.allocate(0);
    }
    int start = (int) (from & mask());
    byte[] piece = pieces[(int) (from >>> shift)];
    return ByteBuffer.wrap(piece, start, piece.length - start).slice();
  }

  /**
   * All bytes as one array: the wrapped one, or a copy.
   *
   * @throws IllegalArgumentException if there are more than an array can hold
   */
  public byte[] toArray() {
    if (pieces.length == 1) {
      return pieces[0];
    }
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(size + " bytes do not fit one Java array");
    }
    byte[] all = new byte[(int) size];
    int at = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, all, at, piece.length);
      at += piece.length;
    }
    return all;
  }

  /**
   * The first position at which two stores of the same size differ, or -1.
   *
   * @throws IllegalArgumentException if the sizes differ
   */
  public long mismatch(ByteStore other) {
    if (size != other.size) {
      throw new IllegalArgumentException(size + " bytes against " + other.size);
    }
    long at = 0;
    while (at < size) {
      ByteBuffer mine = window(at);
      ByteBuffer theirs = other.window(at);
      int common = Math.min(mine.remaining(), theirs.remaining());
      int differs = mine.limit(common).mismatch(theirs.limit(common));
      if (differs >= 0) {
        return at + differs;
      }
      at += common;
    }
    return -1;
  }

  private long mask() {
    return (1L << shift) - 1;
  }

  /** Whether the other one is a store of the same bytes. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ByteStore store && size == store.size && mismatch(store) < 0;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (long at = 0; at < size; at++) {
      hash = 31 * hash + get(at);
    }
    return hash;
  }

  @Override
  public String toString() {
    return size <= 64 ? Arrays.toString(toArray()) : size + " bytes";
  }
}
