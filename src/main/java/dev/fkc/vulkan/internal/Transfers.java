package dev.fkc.vulkan.internal;

import static org.lwjgl.vulkan.VK12.vkCmdCopyBuffer;

import dev.fkc.vulkan.internal.StagingRing.Chunk;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkBufferCopy;

/**
 * Uploads to and downloads from the buffers of a device, of any length at any offset, in pieces: in
 * place where the memory is mapped (and, for reading, cached), else through a staging ring with
 * several pieces in flight. Safe for use from any thread.
 *
 * <p>An upload comes after all work that was submitted before it and before all work that is
 * submitted after it returned. A download sees all writes that were submitted before it.
 */
final class Transfers implements AutoCloseable {
  private final DeviceContext context;
  private final StagingRing uploads;
  private final StagingRing downloads;
  private final int pieceBytes;

  private record Piece(Chunk chunk, long position, int length, long value) {}

  Transfers(DeviceContext context, int chunkBytes) {
    this.context = context;
    this.pieceBytes = chunkBytes;
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
      if (target.isMapped()) {
        uploadInPlace(target, offset, length, source);
      } else {
        uploadStaged(target, offset, length, source);
      }
    } finally {
      target.leave();
    }
  }

  private void uploadInPlace(GpuBuffer target, long offset, long length, HostBytes source) {
    context.queue().timeline().await(target.lastUse, Long.MAX_VALUE);
    for (long done = 0; done < length; done += pieceBytes) {
      int piece = (int) Math.min(pieceBytes, length - done);
      source.transfer(done, target.window(offset + done, piece));
    }
    context.allocator().flush(target, offset, length);
  }

  private void uploadStaged(GpuBuffer target, long offset, long length, HostBytes source) {
    for (long done = 0; done < length; done += pieceBytes) {
      int piece = (int) Math.min(pieceBytes, length - done);
      Chunk chunk = uploads.acquire();
      long value = 0;
      try {
        source.transfer(done, chunk.buffer.window(0, piece));
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
      int piece = (int) Math.min(pieceBytes, length - done);
      target.transfer(done, readOnly(source, offset + done, piece));
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
      target.transfer(piece.position(), readOnly(piece.chunk().buffer, 0, piece.length()));
    } finally {
      downloads.release(piece.chunk(), piece.value());
    }
  }

  private long copy(GpuBuffer from, long fromOffset, GpuBuffer to, long toOffset, long length) {
    String object = "copy from " + from + " to " + to;
    CommandBuffer commands = context.commandBuffers().acquire();
    BufferUses uses = new BufferUses();
    long value = 0;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      commands.begin(object);
      vkCmdCopyBuffer(
          commands.handle(),
          from.handle(),
          to.handle(),
          VkBufferCopy.calloc(1, stack).srcOffset(fromOffset).dstOffset(toOffset).size(length));
      commands.end(to.isMapped(), object);
      uses.add(from, false);
      uses.add(to, true);
      value = context.queue().submit(commands.handle(), uses, object);
      return value;
    } finally {
      uses.clear();
      context.commandBuffers().release(commands, value);
    }
  }

  private static void requireRange(String action, GpuBuffer buffer, long offset, long length) {
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
    uploads.close();
    downloads.close();
  }
}
