package dev.fkc.vulkan.internal;

import dev.fkc.plan.Form.ByteRange;
import dev.fkc.vulkan.internal.EncodedDispatch.Address;
import dev.fkc.vulkan.internal.EncodedDispatch.Binding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The push constants of one dispatch while they are laid out, with the bindings that go with them.
 */
final class PushWords {
  /** 128 bytes: what every device has. */
  static final int LIMIT = 32;

  private static final int BINDINGS = 4;

  // Words of every shader, before its own.
  private static final int HEAD = 0;
  private static final int COUNT = 1;
  private static final int DESTINATION = 2;

  private final EncodingLimits limits;
  private final boolean usesAddresses;
  private final long[] starts;
  private final int[] words = new int[LIMIT];
  private final List<Address> addresses = new ArrayList<>();
  private final @Nullable Binding[] bindings = new Binding[BINDINGS];
  private int size;
  private int reportWord = -1;
  private boolean near = true;
  private long firstWord;

  PushWords(EncodingLimits limits, boolean usesAddresses, long[] starts) {
    this.limits = limits;
    this.usesAddresses = usesAddresses;
    this.starts = starts;
  }

  boolean usesAddresses() {
    return usesAddresses;
  }

  /** Whether so many words, addresses, and dims of a size and a stride each have room. */
  static boolean fits(boolean usesAddresses, int plainWords, int addressCount, int dims) {
    int perAddress = usesAddresses ? 2 : 1;
    return plainWords + addressCount * perAddress + dims * (1 + perAddress) <= LIMIT;
  }

  void put(int... values) {
    for (int value : values) {
      words[size++] = value;
    }
  }

  /** Where an operand's unit 0 is read: an offset into the bound range, or an address. */
  void operand(int binding, int operand, long start, ByteRange reach) {
    if (usesAddresses) {
      address(operand, start);
    } else {
      long bound = bind(binding, operand, reach.start(), reach.end());
      put((int) (start - bound));
    }
  }

  /** The 16-byte word in which the output begins: its index in the bound range, or its address. */
  void destination(int binding, int operand, long start, long bytes) {
    long absolute = starts[operand] + start;
    long firstWord = start - absolute % 16;
    if (usesAddresses) {
      address(operand, firstWord);
    } else {
      long bound = bind(binding, operand, start, start + bytes);
      put((int) ((firstWord - bound) / 16));
    }
  }

  /**
   * Limits what {@link #words} and {@link #addresses} say to a part of the output.
   *
   * @param head units that its first word holds before it begins; negative for those of the output
   *     before a part that begins with a word
   * @param count units of the output up to the end of the part
   * @param firstWord which 16-byte word of the output is the part's first
   */
  void part(int head, int count, long firstWord) {
    words[HEAD] = head;
    words[COUNT] = count;
    this.firstWord = firstWord;
  }

  private void address(int operand, long delta) {
    addresses.add(new Address(size, operand, delta));
    size += 2;
  }

  private long bind(int binding, int operand, long from, long to) {
    long align = limits.offsetAlignment();
    long first = starts[operand] + from;
    long bound = first - first % align - starts[operand];
    long end = (starts[operand] + to + 15) / 16 * 16 - starts[operand];
    bindings[binding] = new Binding(operand, bound, end - bound);
    return bound;
  }

  /** Room for the slot in which bad indices are reported. */
  void report(boolean checked) {
    if (checked) {
      reportWord = size;
    }
    size += usesAddresses ? 2 : 1;
  }

  /** A distance in source bytes. */
  void stride(long bytes) {
    near &= bytes == (int) bytes;
    put((int) bytes);
    if (usesAddresses) {
      put((int) (bytes >> 32));
    }
  }

  /**
   * The dims as {@code dims.glsl} reads them.
   *
   * @param outermostSize whether the size of dim 0 is needed
   * @return 1 with multipliers for the divisions, 0 without, -1 if there is no room either way
   */
  int dims(long[] sizes, long[] strides, boolean outermostSize) {
    int rank = sizes.length;
    int plain = (outermostSize ? rank : rank - 1) + rank * (usesAddresses ? 2 : 1);
    int magic = rank - 1 + (rank - 1 + 3) / 4;
    if (size + plain > LIMIT) {
      return -1;
    }
    boolean fits = size + plain + magic <= LIMIT;
    for (int k = outermostSize ? 0 : 1; k < rank; k++) {
      put((int) sizes[k]);
    }
    for (long stride : strides) {
      stride(stride);
    }
    if (!fits) {
      return 0;
    }
    int[] shifts = new int[(rank - 1 + 3) / 4];
    for (int k = 1; k < rank; k++) {
      Divisor divisor = Divisor.of(sizes[k]);
      put(divisor.multiplier());
      shifts[(k - 1) / 4] |= divisor.shift() << (8 * ((k - 1) % 4));
    }
    put(shifts);
    return 1;
  }

  /** 1 if every stride fits 32 bits. */
  int near() {
    return near ? 1 : 0;
  }

  int reportWord() {
    return reportWord;
  }

  int[] words() {
    int[] copy = Arrays.copyOf(words, size);
    if (!usesAddresses) {
      copy[DESTINATION] += (int) firstWord;
    }
    return copy;
  }

  Address[] addresses() {
    Address[] all = addresses.toArray(Address[]::new);
    if (usesAddresses) {
      Address output = all[0];
      all[0] = new Address(output.word(), output.operand(), output.delta() + 16 * firstWord);
    }
    return all;
  }

  @Nullable Binding[] bindings() {
    return usesAddresses ? new Binding[0] : bindings;
  }
}
