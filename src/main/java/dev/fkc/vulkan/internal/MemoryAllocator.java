package dev.fkc.vulkan.internal;

import static org.lwjgl.util.vma.Vma.*;
import static org.lwjgl.vulkan.VK12.*;

import dev.fkc.vulkan.DeviceFeature;
import dev.fkc.vulkan.DeviceLimits;
import dev.fkc.vulkan.MemoryHeap;
import dev.fkc.vulkan.OutOfDeviceMemoryException;
import java.nio.LongBuffer;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.util.vma.VmaAllocationCreateInfo;
import org.lwjgl.util.vma.VmaAllocationInfo;
import org.lwjgl.util.vma.VmaAllocatorCreateInfo;
import org.lwjgl.util.vma.VmaBudget;
import org.lwjgl.util.vma.VmaVulkanFunctions;
import org.lwjgl.vulkan.VkBufferCreateInfo;
import org.lwjgl.vulkan.VkBufferDeviceAddressInfo;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryProperties;

/**
 * The {@code VmaAllocator} of a device: makes and destroys buffers. Safe for use from any thread.
 */
final class MemoryAllocator implements AutoCloseable {
  private static final int BASE_ALIGNMENT = 256;

  /** Up to this size, writing in place is faster than a copy that must be submitted. */
  private static final long SMALL_BYTES = 256 << 10;

  private final DeviceContext context;
  private final LogicalDevice device;
  private final long handle;
  private final int[] typeFlags;
  private final int[] typeHeaps;
  private final BufferRecycler recycler;
  private final LongAdder created = new LongAdder();
  private boolean kept;

  MemoryAllocator(DeviceContext context, VulkanInstance instance, LogicalDevice device) {
    this.context = context;
    this.device = device;
    this.recycler = new BufferRecycler(context.options().keptBytes(device.info()), this::destroy);
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer pointer = stack.mallocPointer(1);
      VmaAllocatorCreateInfo info =
          VmaAllocatorCreateInfo.calloc(stack)
              .flags(
                  device.has(DeviceFeature.BUFFER_ADDRESSES)
                      ? VMA_ALLOCATOR_CREATE_BUFFER_DEVICE_ADDRESS_BIT
                      : 0)
              .physicalDevice(device.physical().handle())
              .device(device.handle())
              .pVulkanFunctions(
                  VmaVulkanFunctions.calloc(stack).set(instance.handle(), device.handle()))
              .instance(instance.handle())
              .vulkanApiVersion(VK_API_VERSION_1_2);
      device.check(
          vmaCreateAllocator(info, pointer),
          "vmaCreateAllocator",
          "device '" + device.label() + "'");
      this.handle = pointer.get(0);
      VkPhysicalDeviceMemoryProperties memory = VkPhysicalDeviceMemoryProperties.malloc(stack);
      vkGetPhysicalDeviceMemoryProperties(device.physical().handle(), memory);
      typeFlags = new int[memory.memoryTypeCount()];
      typeHeaps = new int[memory.memoryTypeCount()];
      for (int i = 0; i < typeFlags.length; i++) {
        typeFlags[i] = memory.memoryTypes(i).propertyFlags();
        typeHeaps[i] = memory.memoryTypes(i).heapIndex();
      }
    }
  }

  /**
   * A new buffer.
   *
   * @param size in bytes, 0 or more
   * @throws OutOfDeviceMemoryException if it exceeds a limit or what is left
   */
  GpuBuffer allocate(String label, long size, MemoryKind kind) {
    requirePossible(label, size, kind);
    return new GpuBuffer(
        context,
        label,
        size,
        size == 0 ? BufferMemory.NONE : create(label, size, GpuBuffer.padded(size), kind, false));
  }

  /** A buffer for data that is closed soon, of memory that may have been another one's before. */
  GpuBuffer allocateRecycled(String label, long size) {
    long capacity = recycler.capacity(size);
    MemoryKind kind = dataKind(capacity);
    if (capacity == 0) {
      return allocate(label, size, dataKind(size));
    }
    requirePossible(label, size, kind);
    BufferMemory memory = recycler.take(capacity, kind);
    if (memory == null) {
      memory = create(label, size, capacity, kind, true);
    } else {
      device.name(VK_OBJECT_TYPE_BUFFER, memory.handle(), label);
    }
    return new GpuBuffer(context, label, size, memory);
  }

  private void requirePossible(String label, long size, MemoryKind kind) {
    if (size < 0) {
      throw new IllegalArgumentException("buffer '" + label + "' of " + size + " bytes");
    }
    if (size > 0) {
      requireWithinLimits(label, size, kind);
    }
  }

  private BufferMemory create(
      String label, long size, long capacity, MemoryKind kind, boolean recycled) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      // Reports and host buffers too: kernels may reach any of them through its address.
      boolean addresses = device.has(DeviceFeature.BUFFER_ADDRESSES);
      VkBufferCreateInfo buffer =
          VkBufferCreateInfo.calloc(stack)
              .sType$Default()
              .size(capacity)
              .usage(
                  VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
                      | VK_BUFFER_USAGE_TRANSFER_SRC_BIT
                      | VK_BUFFER_USAGE_TRANSFER_DST_BIT
                      | (addresses ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0))
              .sharingMode(VK_SHARING_MODE_EXCLUSIVE);
      VmaAllocationCreateInfo memory = memory(kind, stack);
      LongBuffer bufferPointer = stack.mallocLong(1);
      PointerBuffer allocation = stack.mallocPointer(1);
      VmaAllocationInfo result = VmaAllocationInfo.malloc(stack);
      int code = vmaCreateBuffer(handle, buffer, memory, bufferPointer, allocation, result);
      if (code == VK_ERROR_OUT_OF_DEVICE_MEMORY && context.reclaim()) {
        code = vmaCreateBuffer(handle, buffer, memory, bufferPointer, allocation, result);
      }
      if (code != VK_SUCCESS && kind == MemoryKind.SMALL_DATA) {
        return create(label, size, capacity, MemoryKind.DATA, recycled);
      }
      if (code == VK_ERROR_OUT_OF_DEVICE_MEMORY || code == VK_ERROR_OUT_OF_HOST_MEMORY) {
        throw exhausted(label, size, kind);
      }
      device.check(code, "vmaCreateBuffer", "buffer '" + label + "'");
      created.increment();
      device.name(VK_OBJECT_TYPE_BUFFER, bufferPointer.get(0), label);
      return new BufferMemory(
          bufferPointer.get(0),
          allocation.get(0),
          kind,
          capacity,
          result.pMappedData(),
          isReadByHost(kind, result.pMappedData(), typeFlags[result.memoryType()]),
          addresses ? address(bufferPointer.get(0), stack) : 0,
          recycled);
    }
  }

  private static boolean isReadByHost(MemoryKind kind, long mapped, int flags) {
    return switch (kind) {
      case DATA -> mapped != 0 && (flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT) != 0;
      case SMALL_DATA, UPLOAD -> false;
      case DOWNLOAD, HOST -> true;
    };
  }

  /** The kind of memory for tensor data of a size. */
  MemoryKind dataKind(long size) {
    boolean writesInPlace =
        size <= SMALL_BYTES
            && device.has(DeviceFeature.DIRECT_TRANSFERS)
            && !device.physical().sharesMemory();
    return writesInPlace ? MemoryKind.SMALL_DATA : MemoryKind.DATA;
  }

  private VmaAllocationCreateInfo memory(MemoryKind kind, MemoryStack stack) {
    VmaAllocationCreateInfo info =
        VmaAllocationCreateInfo.calloc(stack).minAlignment(BASE_ALIGNMENT);
    return switch (kind) {
      case DATA ->
          device.has(DeviceFeature.DIRECT_TRANSFERS) && device.physical().sharesMemory()
              ? info.usage(VMA_MEMORY_USAGE_AUTO_PREFER_DEVICE)
                  .requiredFlags(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)
                  .flags(
                      VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT
                          | VMA_ALLOCATION_CREATE_MAPPED_BIT)
              : info.usage(VMA_MEMORY_USAGE_AUTO_PREFER_DEVICE)
                  .requiredFlags(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
      case SMALL_DATA ->
          info.usage(VMA_MEMORY_USAGE_AUTO_PREFER_DEVICE)
              .requiredFlags(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)
              .flags(
                  VMA_ALLOCATION_CREATE_HOST_ACCESS_SEQUENTIAL_WRITE_BIT
                      | VMA_ALLOCATION_CREATE_MAPPED_BIT);
      case UPLOAD ->
          info.usage(VMA_MEMORY_USAGE_AUTO_PREFER_HOST)
              .flags(
                  VMA_ALLOCATION_CREATE_HOST_ACCESS_SEQUENTIAL_WRITE_BIT
                      | VMA_ALLOCATION_CREATE_MAPPED_BIT);
      case DOWNLOAD ->
          info.usage(VMA_MEMORY_USAGE_AUTO_PREFER_HOST)
              .flags(
                  VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT | VMA_ALLOCATION_CREATE_MAPPED_BIT);
      case HOST ->
          info.usage(VMA_MEMORY_USAGE_AUTO_PREFER_HOST)
              .requiredFlags(VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)
              .flags(
                  VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT | VMA_ALLOCATION_CREATE_MAPPED_BIT);
    };
  }

  private long address(long buffer, MemoryStack stack) {
    return vkGetBufferDeviceAddress(
        device.handle(), VkBufferDeviceAddressInfo.calloc(stack).sType$Default().buffer(buffer));
  }

  private void requireWithinLimits(String label, long size, MemoryKind kind) {
    DeviceLimits limits = device.info().limits();
    long heap =
        device.info().heaps().stream()
            .filter(h -> kind.isData() ? h.deviceLocal() : h.hostVisible())
            .mapToLong(MemoryHeap::sizeBytes)
            .max()
            .orElse(0);
    if (size > heap) {
      throw tooLarge(label, size, "the memory heap", heap);
    }
    if (size > limits.maxBufferSize() - 15) {
      throw tooLarge(label, size, "maxBufferSize", limits.maxBufferSize());
    }
  }

  /** The driver refused: over the size that it promises, or over what the heap has left. */
  private OutOfDeviceMemoryException exhausted(String label, long size, MemoryKind kind) {
    long promised = device.info().limits().maxMemoryAllocationSize();
    if (size > promised) {
      return tooLarge(label, size, "maxMemoryAllocationSize", promised);
    }
    return tooLarge(label, size, "the memory that is left", left(kind));
  }

  private long left(MemoryKind kind) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      int heaps = device.info().heaps().size();
      VmaBudget.Buffer budgets = VmaBudget.calloc(heaps, stack);
      vmaGetHeapBudgets(handle, budgets);
      int wanted =
          kind.isData() ? VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT : VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
      long left = 0;
      for (int i = 0; i < typeFlags.length; i++) {
        if ((typeFlags[i] & wanted) != 0) {
          VmaBudget budget = budgets.get(typeHeaps[i]);
          left = Math.max(left, budget.budget() - budget.usage());
        }
      }
      return left;
    }
  }

  private OutOfDeviceMemoryException tooLarge(String label, long size, String limit, long bytes) {
    return new OutOfDeviceMemoryException(label, device.info().name(), limit, size, bytes);
  }

  /** Makes host writes visible to the device; the range is rounded as the memory needs it. */
  void flush(GpuBuffer buffer, long offset, long length) {
    vmaFlushAllocation(handle, buffer.memory().allocation(), offset, length);
  }

  /** Makes device writes visible to the host. */
  void invalidate(GpuBuffer buffer, long offset, long length) {
    vmaInvalidateAllocation(handle, buffer.memory().allocation(), offset, length);
  }

  /** Takes the memory of a buffer back that the device is done with. */
  void destroy(@Nullable GpuBuffer buffer) {
    if (buffer == null || buffer.handle() == 0) {
      return;
    }
    if (buffer.memory().recycled()) {
      recycler.give(buffer.memory());
    } else {
      destroy(buffer.memory());
    }
  }

  private void destroy(BufferMemory memory) {
    vmaDestroyBuffer(handle, memory.handle(), memory.allocation());
  }

  /** Destroys the buffers that are kept for others; says whether there were any. */
  boolean dropKept() {
    return recycler.clear();
  }

  BufferRecycler recycler() {
    return recycler;
  }

  /** How many Vulkan buffers were made. */
  long created() {
    return created.sum();
  }

  /** Leaves memory that is still allocated at close to the end of the process. */
  void keep() {
    kept = true;
  }

  @Override
  public void close() {
    recycler.clear();
    if (!kept) {
      vmaDestroyAllocator(handle);
    }
  }
}
