package dev.fkc.vulkan.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Copies large pieces between arrays and staging memory with several threads, since one thread
 * moves less than a bus does. The threads are daemons, start when they are needed, and end after a
 * second without work. Safe for use from any thread.
 */
final class CopyThreads implements AutoCloseable {
  /** Bytes that make a share of its own worthwhile. */
  private static final int LEAST_SHARE = 1 << 20;

  private static final int PAGE = 4096;

  private final int threads;
  private final ThreadPoolExecutor pool;

  /** With a number of threads that copy at once, the caller's included. */
  CopyThreads(int threads) {
    this.threads = threads;
    int helpers = Math.max(1, threads - 1);
    this.pool =
        new ThreadPoolExecutor(
            helpers,
            helpers,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "fkc-copy");
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
  }

  /** Transfers a piece; returns when all of it is done. */
  void transfer(HostBytes bytes, long position, ByteBuffer piece) {
    int shares = Math.min(threads, piece.remaining() / LEAST_SHARE);
    if (shares < 2 || !bytes.inAnyOrder()) {
      bytes.transfer(position, piece);
      return;
    }
    int share = (piece.remaining() / shares + PAGE - 1) & -PAGE;
    List<Future<?>> others = new ArrayList<>();
    for (int from = share; from < piece.limit(); from += share) {
      int start = from;
      ByteBuffer part =
          piece.slice(start, Math.min(share, piece.limit() - start)).order(ByteOrder.nativeOrder());
      others.add(pool.submit(() -> bytes.transfer(position + start, part)));
    }
    RuntimeException failure = null;
    try {
      bytes.transfer(position, piece.slice(0, share).order(ByteOrder.nativeOrder()));
    } catch (RuntimeException e) {
      failure = e;
    }
    for (Future<?> other : others) {
      failure = join(other, failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable RuntimeException join(
      Future<?> other, @Nullable RuntimeException failure) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          other.get();
          return failure;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          RuntimeException found =
              e.getCause() instanceof RuntimeException cause
                  ? cause
                  : new IllegalStateException(e.getCause());
          if (failure == null) {
            return found;
          }
          failure.addSuppressed(found);
          return failure;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
