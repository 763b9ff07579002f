package dev.fkc.vulkan.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The handles of a device that callers have open, and where they made them. Thread-safe. */
final class OpenHandles {
  private record Entry(long order, String description, CreationSite site) {}

  private final Map<Object, Entry> open = new ConcurrentHashMap<>();
  private final AtomicLong order = new AtomicLong();

  void register(Object handle, String description) {
    open.put(handle, new Entry(order.incrementAndGet(), description, CreationSite.here()));
  }

  void unregister(Object handle) {
    open.remove(handle);
  }

  /** One line for each handle that is open, oldest first. */
  List<String> describe() {
    List<Entry> entries = new ArrayList<>(open.values());
    entries.sort(Comparator.comparingLong(Entry::order));
    return entries.stream().map(e -> e.description() + ", made " + e.site()).toList();
  }

  /** The handles that are open. */
  List<Object> handles() {
    return new ArrayList<>(open.keySet());
  }
}
