package dev.fkc.vulkan;

import java.nio.ByteBuffer;

/** Supplies an upload piece by piece. */
@FunctionalInterface
public interface ChunkWriter {
  /**
   * Fills a piece completely. Pieces come in order.
   *
   * @param position of the piece in the upload, in bytes
   * @param piece from position 0 to its limit, native byte order; valid during the call
   */
  void write(long position, ByteBuffer piece);
}
