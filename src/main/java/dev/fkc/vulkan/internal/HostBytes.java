package dev.fkc.vulkan.internal;

import java.nio.ByteBuffer;

/** The host's side of a transfer, piece by piece. */
@FunctionalInterface
public interface HostBytes {
  /**
   * Fills a piece of an upload, or takes a piece of a download. Pieces come in order.
   *
   * @param position of the piece in the transfer, in bytes
   * @param piece from position 0 to its limit, native byte order; valid during the call
   */
  void transfer(long position, ByteBuffer piece);
}
