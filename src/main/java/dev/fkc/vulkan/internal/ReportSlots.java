package dev.fkc.vulkan.internal;

import static org.lwjgl.system.MemoryUtil.memGetLong;
import static org.lwjgl.system.MemoryUtil.memPutLong;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slots in which the kernels of one batch report to the host: 512 bytes each in host-visible
 * memory, word 0 all ones and word 1 zero when handed out, the rest left as it is. A report says
 * what was found; a kernel that finds nothing leaves its slot alone, so that it is fresh for the
 * next batch and handing it out touches no memory. Pages are added as slots are asked for and kept
 * for the next batch. Not safe for use from several threads.
 */
public final class ReportSlots {
  /** Bytes of a slot. */
  public static final int SLOT_BYTES = 512;

  private static final int SLOTS_PER_PAGE = 256;
  private static final long FIRST_LONG = 0xFFFFFFFFL;

  private final DeviceContext context;
  private final int stride;
  private final List<GpuBuffer> pages = new ArrayList<>();
  private final List<SlotCheck> checks = new ArrayList<>();
  private boolean inspected;

  ReportSlots(DeviceContext context) {
    this.context = context;
    this.stride =
        (int)
            Math.max(
                SLOT_BYTES, context.device().info().limits().minStorageBufferOffsetAlignment());
  }

  /**
   * Hands out a slot.
   *
   * @param check told about the slot after the batch is done, if its kernel wrote to it
   * @return its number, from 0
   */
  public int next(SlotCheck check) {
    int slot = checks.size();
    if (slot == pages.size() * SLOTS_PER_PAGE) {
      addPage();
    }
    checks.add(check);
    return slot;
  }

  private void addPage() {
    int first = pages.size() * SLOTS_PER_PAGE;
    pages.add(
        context
            .allocator()
            .allocate("report page", (long) SLOTS_PER_PAGE * stride, MemoryKind.DOWNLOAD));
    for (int slot = first; slot < first + SLOTS_PER_PAGE; slot++) {
      memPutLong(address(slot), FIRST_LONG);
    }
  }

  /** The buffer that a slot lies in. */
  public GpuBuffer buffer(int slot) {
    return pages.get(slot / SLOTS_PER_PAGE);
  }

  /** Where in its buffer a slot begins, in bytes; fit for a binding. */
  public long slotOffset(int slot) {
    return (long) (slot % SLOTS_PER_PAGE) * stride;
  }

  private long address(int slot) {
    return buffer(slot).mappedAddress() + slotOffset(slot);
  }

  /** How many slots are handed out. */
  int size() {
    return checks.size();
  }

  /** Makes the fresh slots visible to the device. */
  void flush() {
    for (int page = 0; page * SLOTS_PER_PAGE < checks.size(); page++) {
      context.allocator().flush(pages.get(page), 0, pages.get(page).paddedSize());
    }
  }

  /**
   * Runs the checks of the slots that were written to; the batch is done.
   *
   * @return the first failure, in the order of the slots, with the others suppressed in it
   */
  @Nullable RuntimeException inspect() {
    RuntimeException failure = null;
    inspected = true;
    for (int slot = 0; slot < checks.size(); slot++) {
      if (slot % SLOTS_PER_PAGE == 0) {
        context.allocator().invalidate(buffer(slot), 0, buffer(slot).paddedSize());
      }
      if (isUntouched(address(slot))) {
        continue;
      }
      try {
        checks.get(slot).check(buffer(slot).window(slotOffset(slot), SLOT_BYTES));
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else if (failure != e) {
          failure.addSuppressed(e);
        }
      } finally {
        memPutLong(address(slot), FIRST_LONG);
      }
    }
    return failure;
  }

  private static boolean isUntouched(long address) {
    return memGetLong(address) == FIRST_LONG;
  }

  /** Takes the slots back; pages stay for the next batch. The device is done with them. */
  void clear() {
    for (int slot = 0; slot < checks.size() && !inspected; slot++) {
      memPutLong(address(slot), FIRST_LONG);
    }
    inspected = false;
    checks.clear();
  }

  void destroy() {
    pages.forEach(context.allocator()::destroy);
    pages.clear();
  }
}
