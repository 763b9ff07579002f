package dev.fkc.vulkan.internal;

import java.nio.ByteBuffer;

/** The host's side of a transfer, piece by piece. */
@FunctionalInterface
public interface HostBytes {
  /**
   * Fills a piece of an upload, or takes a piece of a download. Pieces come in order, unless {@link
   * #inAnyOrder}.
   *
   * @param position of the piece in the transfer, in bytes
   * @param piece from position 0 to its limit, native byte order; valid during the call
   */
  void transfer(long position, ByteBuffer piece);

  /** Whether pieces may come in any order and from several threads at once. */
  default boolean inAnyOrder() {
    return false;
  }

  /** Bytes that can be copied in any order: those of an array or a buffer. */
  static HostBytes inAnyOrder(HostBytes bytes) {
    return new HostBytes() {
      @Override
      public void transfer(long position, ByteBuffer piece) {
        bytes.transfer(position, piece);
      }

      @Override
      public boolean inAnyOrder() {
        return true;
      }
    };
  }
}
