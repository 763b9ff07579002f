package dev.fkc.vulkan;

import java.nio.ByteBuffer;

/** Takes a download piece by piece. */
@FunctionalInterface
public interface ChunkReader {
  /**
   * Takes a piece. Pieces come in order.
   *
   * @param position of the piece in the download, in bytes
   * @param piece read-only, from position 0 to its limit, native byte order; valid during the call
   */
  void read(long position, ByteBuffer piece);
}
