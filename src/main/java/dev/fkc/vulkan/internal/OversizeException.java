package dev.fkc.vulkan.internal;

/** A part reads more bytes than a bound range may have, and the device has no buffer addresses. */
final class OversizeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long bytes;
  private final long limit;

  OversizeException(long bytes, long limit) {
    super(
        "a kernel reads a range of "
            + bytes
            + " bytes; this device binds at most "
            + limit
            + " (maxStorageBufferRange) and has no buffer device addresses");
    this.bytes = bytes;
    this.limit = limit;
  }

  long bytes() {
    return bytes;
  }

  long limit() {
    return limit;
  }
}
