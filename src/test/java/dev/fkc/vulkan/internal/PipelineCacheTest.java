package dev.fkc.vulkan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.plan.Canonicalizer;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.DeviceAccess;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanTesting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(VulkanTesting.class)
class PipelineCacheTest {
  private static final String MINE = "library 1\ndriver 2";

  @TempDir Path folder;

  /**
   * Makes the pipeline of one of four widths through a cache, and says how much of it came from
   * disk.
   */
  private static int use(VulkanDevice device, String identity, @Nullable Path place, int width) {
    DeviceContext context = DeviceAccess.context(device);
    try (PipelineCache cache = new PipelineCache(context.device(), identity, place);
        Pipelines pipelines = new Pipelines(context.device(), context.layouts(), cache)) {
      pipelines.of(variant(context, width));
      return cache.loadedBytes();
    }
  }

  private static ShaderVariant variant(DeviceContext context, int width) {
    DType dtype = new DType[] {DType.U8, DType.F16, DType.F32, DType.I64}[width];
    OpCall call = OpCall.flip(Operand.contiguous(dtype, Shape.of(5, 7)), 1);
    return new DispatchEncoder(KernelRuntime.limits(context.device()))
        .encode(Canonicalizer.form(call, new long[2]).orElseThrow(), new long[2], false)
        .get(0)
        .shader();
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found = files.toList();
      assertThat(found).hasSize(1);
      assertThat(found.get(0).getFileName().toString()).matches("pipelines-[0-9a-f]{16}\\.bin");
      return found.get(0);
    }
  }

  @Test
  void whatOneRunMadeTheNextOneLoads(VulkanDevice device) throws IOException {
    Path place = folder.resolve("not/there/yet");
    assertThat(use(device, MINE, place, 1)).isZero();
    assertThat(use(device, MINE, place, 1)).isPositive();
    folder = place;
    assertThat(Files.readString(onlyFile(), StandardCharsets.ISO_8859_1))
        .startsWith("fuel-vulkan-kernels pipeline cache 1\n" + MINE);
  }

  @Test
  void nothingNewIsNotWrittenAgain(VulkanDevice device) throws IOException {
    use(device, MINE, folder, 1);
    FileTime old = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(onlyFile(), old);
    try (PipelineCache cache =
        new PipelineCache(DeviceAccess.context(device).device(), MINE, folder)) {
      assertThat(cache.loadedBytes()).isPositive();
    }
    assertThat(Files.getLastModifiedTime(onlyFile())).isEqualTo(old);
  }

  @Test
  void cachesOfOthersAreIgnored(VulkanDevice device) throws IOException {
    use(device, MINE, folder, 1);
    Path mine = onlyFile();
    assertThat(use(device, "library 1\ndriver 3", folder, 1)).isZero();
    Path others = new CacheFile(folder, "library 1\ndriver 3").path();
    assertThat(others).exists().isNotEqualTo(mine);
    Files.copy(others, mine, StandardCopyOption.REPLACE_EXISTING);
    assertThat(use(device, MINE, folder, 1)).as("another header under this name").isZero();
    assertThat(use(device, MINE, folder, 1)).as("replaced since").isPositive();
  }

  @Test
  void shortAndDamagedFilesAreIgnored(VulkanDevice device) throws IOException {
    use(device, MINE, folder, 1);
    Path file = onlyFile();
    byte[] whole = Files.readAllBytes(file);
    CacheFile cache = new CacheFile(folder, MINE);
    byte[] data = cache.read();
    assertThat(data.length).isBetween(1, whole.length - 32);
    int headerBytes = whole.length - data.length;
    for (int length : new int[] {0, 1, headerBytes - 1, headerBytes, whole.length - 1}) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(cache.read()).as("cut to %d bytes", length).isEmpty();
    }
    for (int at : new int[] {0, 40, headerBytes - 1, headerBytes, whole.length - 1}) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 4;
      Files.write(file, damaged);
      assertThat(cache.read()).as("damaged at byte %d", at).isEmpty();
      assertThat(use(device, MINE, folder, 1)).isZero();
      assertThat(cache.read()).as("mended").isNotEmpty();
    }
  }

  @Test
  void foldersThatCannotBeWrittenCostNothingButTime(VulkanDevice device) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "not a folder");
    assertThatCode(() -> use(device, MINE, file, 1)).doesNotThrowAnyException();
    assertThatCode(() -> use(device, MINE, file.resolve("below"), 1)).doesNotThrowAnyException();
    assertThat(file).hasContent("not a folder");
    Files.createDirectories(new CacheFile(folder, MINE).path().resolve("occupied"));
    assertThatCode(() -> use(device, MINE, folder, 1)).doesNotThrowAnyException();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.filter(path -> path.toString().endsWith(".tmp"))).isEmpty();
    }
  }

  @Test
  void switchedOffNothingIsKept(VulkanDevice device) {
    String before = System.getProperty(PipelineCache.PROPERTY);
    System.setProperty(PipelineCache.PROPERTY, "off");
    try (PipelineCache cache = new PipelineCache(DeviceAccess.context(device).device(), MINE)) {
      cache.grown();
      assertThat(cache.loadedBytes()).isZero();
    } finally {
      if (before == null) {
        System.clearProperty(PipelineCache.PROPERTY);
      } else {
        System.setProperty(PipelineCache.PROPERTY, before);
      }
    }
    assertThat(use(device, MINE, null, 1)).isZero();
    assertThat(use(device, MINE, null, 1)).isZero();
  }

  @Test
  void writersAtTheSameTimeLeaveAWholeFile(VulkanDevice device) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> runs = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        int width = i % 4;
        runs.add(pool.submit((Callable<Integer>) () -> use(device, MINE, folder, width)));
      }
      for (Future<Integer> run : runs) {
        run.get();
      }
    } finally {
      pool.shutdown();
    }
    assertThat(new CacheFile(folder, MINE).read()).isNotEmpty();
    assertThat(onlyFile()).isEqualTo(new CacheFile(folder, MINE).path());
  }

  @Test
  void identityNamesLibraryDriverAndDeviceOnly(VulkanDevice device) {
    assertThat(KernelRuntime.identity(device.info()).lines())
        .extracting(line -> line.split(" ")[0])
        .containsExactly(
            "library", "driver", "driver", "Vulkan", "device", "vendor", "model", "uuid");
  }
}
