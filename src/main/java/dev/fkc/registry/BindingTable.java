package dev.fkc.registry;

import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An immutable hash table from keys to siblings that can also be asked with the parts of a key, so
 * that no lookup allocates. Open addressing, at most half full.
 */
final class BindingTable {
  private record Row(BindingKey key, List<BindingEntry> siblings) {}

  private final @Nullable Row[] rows;

  BindingTable(Map<BindingKey, List<BindingEntry>> siblings) {
    int capacity = Integer.highestOneBit(Math.max(1, siblings.size())) * 4;
    rows = new Row[capacity];
    for (Map.Entry<BindingKey, List<BindingEntry>> entry : siblings.entrySet()) {
      int at = start(entry.getKey().hashCode());
      while (rows[at] != null) {
        at = next(at);
      }
      rows[at] = new Row(entry.getKey(), List.copyOf(entry.getValue()));
    }
  }

  /** The siblings under a key, in order; empty when there are none. */
  List<BindingEntry> find(BindingKey key) {
    Row row;
    for (int at = start(key.hashCode()); (row = rows[at]) != null; at = next(at)) {
      if (row.key.equals(key)) {
        return row.siblings;
      }
    }
    return List.of();
  }

  /** As {@link #find(BindingKey)}, without a key at hand. */
  List<BindingEntry> find(OpKind op, List<DType> dtypes, BackendId backend) {
    Row row;
    for (int at = start(BindingKey.hash(op, dtypes, backend));
        (row = rows[at]) != null;
        at = next(at)) {
      if (row.key.matches(op, dtypes, backend)) {
        return row.siblings;
      }
    }
    return List.of();
  }

  private int start(int hash) {
    return (hash ^ hash >>> 16) & rows.length - 1;
  }

  private int next(int at) {
    return at + 1 & rows.length - 1;
  }
}
