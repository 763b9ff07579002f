package dev.fkc.vulkan.internal;

import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.internal.StagingRing.Chunk;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Uploads to and downloads from the buffers of a device, of any length at any offset, in pieces: in
 * place where the memory is mapped (and, for reading, cached), else through a staging ring with
 * several pieces in flight. Safe for use from any thread.
 *
 * <p>An upload comes after all work that was submitted before it and before all work that is
 * submitted after it returned. A download sees all writes that were submitted before it. Closing
 * the device ends a transfer between two pieces.
 */
final class Transfers implements AutoCloseable {
  private final DeviceContext context;
  private final StagingRing uploads;
  private final StagingRing downloads;
  private final CopyThreads threads;
  private final int pieceBytes;

  private record Piece(Chunk chunk, long position, int length, long value) {}

  Transfers(DeviceContext context, DeviceOptions options) {
    int chunkBytes = options.stagingChunkBytes();
    this.context = context;
    this.pieceBytes = chunkBytes;
    this.threads = new CopyThreads(options.copyThreads());
    this.uploads = new StagingRing(context, MemoryKind.UPLOAD, chunkBytes);
    this.downloads = new StagingRing(context, MemoryKind.DOWNLOAD, chunkBytes);
  }

  void upload(GpuBuffer target, long offset, long length, HostBytes source) {
    requireRange("upload to", target, offset, length);
    target.enter();
    try {
      if (length == 0) {
        return;
      }
      if (writesInPlace(target)) {
        uploadInPlace(target, offset, length, source);
      } else {
        uploadStaged(target, offset, length, source);
      }
    } finally {
      target.leave();
    }
  }

  /**
   * Memory that the host does not read is a card's own, and so little that a copy would take longer
   * than writing it; but waiting for the device would take longer still.
   */
  private boolean writesInPlace(GpuBuffer target) {
    return target.isMapped()
        && (target.isReadableByHost()
            || context.device().physical().sharesMemory()
            || context.queue().timeline().isReached(target.lastUse));
  }

  private void uploadInPlace(GpuBuffer target, long offset, long length, HostBytes source) {
    context.queue().timeline().await(target.lastUse, Long.MAX_VALUE);
    for (long done = 0; done < length; done += pieceBytes) {
      context.requireOpen();
      int piece = (int) Math.min(pieceBytes, length - done);
      threads.transfer(source, done, target.window(offset + done, piece));
    }
    context.allocator().flush(target, offset, length);
  }

  private void uploadStaged(GpuBuffer target, long offset, long length, HostBytes source) {
    for (long done = 0; done < length; done += pieceBytes) {
      context.requireOpen();
      int piece = (int) Math.min(pieceBytes, length - done);
      Chunk chunk = uploads.acquire();
      long value = 0;
      try {
        threads.transfer(source, done, chunk.buffer.window(0, piece));
        context.allocator().flush(chunk.buffer, 0, piece);
        value = copy(chunk.buffer, 0, target, offset + done, piece);
      } finally {
        uploads.release(chunk, value);
      }
    }
  }

  void download(GpuBuffer source, long offset, long length, HostBytes target) {
    requireRange("download from", source, offset, length);
    source.enter();
    try {
      if (length == 0) {
        return;
      }
      if (source.isReadableByHost()) {
        downloadInPlace(source, offset, length, target);
      } else {
        downloadStaged(source, offset, length, target);
      }
    } finally {
      source.leave();
    }
  }

  private void downloadInPlace(GpuBuffer source, long offset, long length, HostBytes target) {
    context.queue().timeline().await(source.lastWrite, Long.MAX_VALUE);
    context.allocator().invalidate(source, offset, length);
    for (long done = 0; done < length; done += pieceBytes) {
      context.requireOpen();
      int piece = (int) Math.min(pieceBytes, length - done);
      threads.transfer(target, done, readOnly(source, offset + done, piece));
    }
  }

  /** A read-only view of a buffer is big-endian unless it is told otherwise. */
  private static ByteBuffer readOnly(GpuBuffer source, long offset, int length) {
    return source.window(offset, length).asReadOnlyBuffer().order(ByteOrder.nativeOrder());
  }

  private void downloadStaged(GpuBuffer source, long offset, long length, HostBytes target) {
    Deque<Piece> inFlight = new ArrayDeque<>();
    try {
      long requested = 0;
      while (requested < length || !inFlight.isEmpty()) {
        context.requireOpen();
        Chunk chunk = requested < length ? nextChunk(inFlight.isEmpty()) : null;
        if (chunk != null) {
          int piece = (int) Math.min(pieceBytes, length - requested);
          inFlight.addLast(request(chunk, source, offset + requested, requested, piece));
          requested += piece;
        } else {
          receive(inFlight.removeFirst(), target);
        }
      }
    } finally {
      inFlight.forEach(piece -> downloads.release(piece.chunk(), piece.value()));
    }
  }

  private @Nullable Chunk nextChunk(boolean holdsNone) {
    return holdsNone ? downloads.acquire() : downloads.tryAcquire();
  }

  private Piece request(Chunk chunk, GpuBuffer source, long offset, long position, int length) {
    try {
      return new Piece(chunk, position, length, copy(source, offset, chunk.buffer, 0, length));
    } catch (RuntimeException e) {
      downloads.release(chunk, 0);
      throw e;
    }
  }

  private void receive(Piece piece, HostBytes target) {
    try {
      context.queue().timeline().await(piece.value(), Long.MAX_VALUE);
      context.allocator().invalidate(piece.chunk().buffer, 0, piece.length());
      threads.transfer(target, piece.position(), readOnly(piece.chunk().buffer, 0, piece.length()));
    } finally {
      downloads.release(piece.chunk(), piece.value());
    }
  }

  /** Copies between two buffers, which must not be the same memory; returns when it is done. */
  void copyAndWait(GpuBuffer from, long fromOffset, GpuBuffer to, long toOffset, long length) {
    requireRange("copy from", from, fromOffset, length);
    requireRange("copy to", to, toOffset, length);
    if (from.context() != to.context()) {
      throw new IllegalArgumentException(from + " and " + to + " belong to different devices");
    }
    if (length > 0) {
      context
          .queue()
          .timeline()
          .await(copy(from, fromOffset, to, toOffset, length), Long.MAX_VALUE);
    }
  }

  private long copy(GpuBuffer from, long fromOffset, GpuBuffer to, long toOffset, long length) {
    String object = "copy from " + from + " to " + to;
    CommandBuffer commands = context.commandBuffers().acquire();
    BufferUses uses = new BufferUses();
    long value = 0;
    try {
      uses.add(from, false);
      uses.add(to, true);
      commands.begin(object);
      commands.copy(from, fromOffset, to, toOffset, length);
      commands.end(to.isReadableByHost(), object);
      value = context.queue().submit(commands.handle(), uses, object);
      return value;
    } finally {
      uses.clear();
      context.commandBuffers().release(commands, value);
    }
  }

  static void requireRange(String action, GpuBuffer buffer, long offset, long length) {
    buffer.requireOpen();
    if (offset < 0 || length < 0 || length > buffer.size() - offset) {
      throw new IndexOutOfBoundsException(
          action
              + " "
              + buffer
              + " of "
              + buffer.size()
              + " bytes: offset "
              + offset
              + ", length "
              + length);
    }
  }

  @Override
  public void close() {
    threads.close();
    uploads.close();
    downloads.close();
  }
}
