package dev.fkc.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.FuelKernels;
import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.plan.DispatchPlan;
import dev.fkc.plan.Planner;
import dev.fkc.reference.ByteStore;
import dev.fkc.reference.ReferenceKernel;
import dev.fkc.registry.BindingEntry;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.vulkan.BufferSlice;
import dev.fkc.vulkan.CommandBatch;
import dev.fkc.vulkan.Completion;
import dev.fkc.vulkan.DeviceBuffer;
import dev.fkc.vulkan.IndexCheck;
import dev.fkc.vulkan.PreparedCall;
import dev.fkc.vulkan.VulkanDevice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Runs cases of a binding the way a runtime does: operands lie in memory of its own, calls are
 * planned, prepared and recorded, and many go in one submission. Inputs, copies and outputs each
 * lie in one buffer, at any element, with random bytes between them; afterwards every byte of the
 * three buffers must be what the reference says, the bytes between included.
 */
final class GuardedRun {
  private static final int GUARD = 32;
  private static final int DISPATCHES_PER_SUBMISSION = 500;

  private final BindingEntry entry;
  private final Planner planner = new Planner(FuelKernels.registry(), BackendId.VULKAN);
  private final SplittableRandom random;
  private final Arena inputs = new Arena();
  private final Arena copies = new Arena();
  private final Arena outputs = new Arena();
  private final List<Step> steps = new ArrayList<>();
  private int recorded;

  /** A dispatch, and where its operands lie. */
  private record Step(BindingEntry entry, OpCall call, List<Place> from, Place to) {}

  private record Place(Arena arena, int start) {}

  /** A buffer in the making. */
  private final class Arena {
    private byte[] initial = new byte[1 << 16];
    private byte[] expected = new byte[1 << 16];
    private int size;

    Place put(DType dtype, byte[] before, byte[] after) {
      int width = dtype.byteSize();
      int start = (size + GUARD + width - 1) / width * width + random.nextInt(3) * width;
      int end = start + before.length + GUARD;
      if (end > initial.length) {
        initial = Arrays.copyOf(initial, Math.max(end, 2 * initial.length));
        expected = Arrays.copyOf(expected, initial.length);
      }
      for (int n = size; n < end; n++) {
        initial[n] = (byte) random.nextInt();
        expected[n] = initial[n];
      }
      System.arraycopy(before, 0, initial, start, before.length);
      System.arraycopy(after, 0, expected, start, after.length);
      size = end;
      return new Place(this, start);
    }
  }

  private GuardedRun(BindingEntry entry, long seed) {
    this.entry = entry;
    this.random = new SplittableRandom(seed);
  }

  /** Fails unless the binding does every case as the reference does. */
  static void check(VulkanDevice device, BindingEntry entry, List<Case> cases) {
    GuardedRun run = new GuardedRun(entry, cases.size());
    cases.forEach(run::add);
    run.execute(device);
  }

  /** What the registry's binding on the CPU makes of a case. */
  static byte[] expected(Case given) {
    OpCall call = given.call();
    return compute(call, given.inputs());
  }

  private static byte[] compute(OpCall call, List<byte[]> memory) {
    BindingEntry cpu =
        FuelKernels.registry().lookup(call.op(), call.dtypes(), BackendId.CPU).get(0);
    List<ByteStore> stores = memory.stream().map(ByteStore::wrap).toList();
    return ((ReferenceKernel) cpu.kernel()).run(call, stores).toArray();
  }

  private void add(Case given) {
    List<Place> from = new ArrayList<>();
    for (int k = 0; k < given.inputs().size(); k++) {
      byte[] bytes = given.inputs().get(k);
      from.add(inputs.put(given.call().inputs().get(k).dtype(), bytes, bytes));
    }
    OpCall call = given.call();
    DispatchPlan plan = planner.plan(call);
    if (plan.entry() == entry) {
      for (DispatchPlan.Fixup fixup : plan.fixups()) {
        int k = fixup.input();
        byte[] dense = compute(fixup.call(), List.of(given.inputs().get(k)));
        Place copy = copies.put(call.inputs().get(k).dtype(), noise(dense.length), dense);
        steps.add(new Step(fixup.entry(), fixup.call(), List.of(from.get(k)), copy));
        from.set(k, copy);
      }
      call = plan.call();
    } else {
      // A sibling that plans do not choose: what it may demand is done for it.
      for (int k = 0; k < from.size(); k++) {
        Operand operand = call.inputs().get(k);
        byte[] dense = compute(OpCall.contiguize(operand), List.of(given.inputs().get(k)));
        from.set(k, inputs.put(operand.dtype(), dense, dense));
        call = call.withInputLayout(k, Layout.contiguous(operand.shape()));
      }
    }
    byte[] result = expected(given);
    Place to = outputs.put(call.output().dtype(), noise(result.length), result);
    steps.add(new Step(entry, call, from, to));
  }

  private byte[] noise(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private void execute(VulkanDevice device) {
    try (DeviceBuffer in = buffer(device, "conformance inputs", inputs);
        DeviceBuffer between = buffer(device, "conformance copies", copies);
        DeviceBuffer out = buffer(device, "conformance outputs", outputs);
        CommandBatch batch = device.batch("conformance")) {
      List<Completion> submitted = new ArrayList<>();
      for (Step step : steps) {
        record(device, batch, step, in, between, out);
        if (batch.dispatches() >= DISPATCHES_PER_SUBMISSION) {
          submitted.add(batch.submit());
        }
      }
      submitted.add(batch.submit());
      submitted.forEach(Completion::await);
      compare(in, inputs);
      compare(between, copies);
      compare(out, outputs);
    }
  }

  private void record(
      VulkanDevice device,
      CommandBatch batch,
      Step step,
      DeviceBuffer in,
      DeviceBuffer between,
      DeviceBuffer out) {
    boolean unchecked = recorded++ % 4 == 3;
    PreparedCall call =
        device.prepare(
            step.entry(), step.call(), unchecked ? IndexCheck.UNCHECKED : IndexCheck.CHECKED);
    BufferSlice[] memory =
        Stream.concat(step.from().stream(), Stream.of(step.to()))
            .map(
                place ->
                    new BufferSlice(
                        place.arena() == inputs ? in : place.arena() == copies ? between : out,
                        place.start()))
            .toArray(BufferSlice[]::new);
    if (memory.length == 2) {
      batch.dispatch(call, memory[0], memory[1]);
    } else {
      batch.dispatch(call, memory[0], memory[1], memory[2]);
    }
  }

  private static DeviceBuffer buffer(VulkanDevice device, String label, Arena arena) {
    return device.allocate(label, Arrays.copyOf(arena.initial, arena.size));
  }

  private void compare(DeviceBuffer buffer, Arena arena) {
    byte[] actual = buffer.download();
    int at = Arrays.mismatch(actual, Arrays.copyOf(arena.expected, arena.size));
    if (at >= 0) {
      assertThat(actual[at])
          .as("byte %d of %s, %s", at, buffer.label(), nearest(arena, at))
          .isEqualTo(arena.expected[at]);
    }
  }

  private String nearest(Arena arena, int at) {
    for (Step step : steps) {
      List<Place> places = new ArrayList<>(step.from());
      places.add(step.to());
      for (int k = 0; k < places.size(); k++) {
        int start = places.get(k).start();
        if (places.get(k).arena() == arena && at >= start - GUARD) {
          int length = k < step.from().size() ? 0 : outputBytes(step.call());
          if (at < start + length + GUARD) {
            return "which is byte "
                + (at - start)
                + " of "
                + length
                + " of operand "
                + k
                + " of "
                + step.entry().entryPoint()
                + ", "
                + step.call();
          }
        }
      }
    }
    return "an input";
  }

  private static int outputBytes(OpCall call) {
    return (int) call.output().shape().elementCount() * call.output().dtype().byteSize();
  }

  /** The Vulkan bindings of the bundled contracts. */
  static Stream<BindingEntry> vulkanBindings() {
    return FuelKernels.registry().entries().stream()
        .filter(entry -> entry.key().backend().equals(BackendId.VULKAN));
  }
}
