package dev.fkc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.registry.VerificationLedger;
import dev.fkc.type.Shape;
import dev.fkc.vulkan.VulkanTesting;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(VulkanTesting.class)
class VulkanCommandsTest {
  @TempDir Path folder;

  @Test
  void devicesSayWhyTheyAreChosen() {
    Cli.Result text = Cli.run("devices");
    assertThat(text.code()).isZero();
    assertThat(text.out()).contains("chosen: ", "driver", "bindings", "UUID");
    assertThat(Cli.run("devices", "--format", "json").out())
        .contains("\"max_storage_buffer_range\": ", "\"chosen\": true", "\"verdict\": ");
  }

  @Test
  void runPlansCopiesForViewsThatAKernelDoesNotTake() throws IOException {
    NpyHeader header = new NpyHeader(new NpyType('f', 2), true, Shape.of(2, 2));
    Path in = folder.resolve("in.npy");
    byte[] file = Arrays.copyOf(header.encode(), header.encode().length + 8);
    file[file.length - 1] = 4;
    file[file.length - 3] = 3;
    file[file.length - 5] = 2;
    file[file.length - 7] = 1;
    Files.write(in, file);
    Path out = folder.resolve("out.npy");

    Cli.Result result = Cli.run("run", "tril", in, out, "--plan");

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("contiguize_f16", "tril_f16", "total");
    assertThat(NpyFile.read(out).data().toArray()).containsExactly(0, 1, 0, 0, 0, 2, 0, 4);
  }

  @Test
  void aDtypeWithoutABindingIsRefusedInTwoLines() {
    Path in = folder.resolve("in.npy");
    Cli.save(in, "|i1", Shape.of(2), new byte[2]);
    Path out = folder.resolve("out.npy");
    Cli.Result result = Cli.run("run", "flip", in, out, "--axis", 0);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err().lines()).hasSize(2);
    assertThat(result.err()).contains("(Flip, [I8, I8], Vulkan)", "BF16", "--backend cpu");
    assertThat(out).doesNotExist();
  }

  @Test
  void anUnknownDeviceIsRefusedWithThoseThatAreThere() {
    Cli.Result result = Cli.run("verify", "--device", "no such device");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("no such device", "0: ");
    assertThat(result.err().lines().count()).isLessThanOrEqualTo(2);
  }

  @Test
  void verifyWritesItsPassesIntoTheLedger() throws IOException {
    Path ledger = folder.resolve("ledger.json");
    Cli.Result result = Cli.run("verify", "--cases", 1, "--seed", 7, "--ledger", ledger);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("58 bindings", "seed 7", "bit-exact on");
    assertThat(VerificationLedger.read(ledger).passes()).hasSize(58);
    assertThat(Cli.run("verify", "--cases", 0).code()).isEqualTo(2);
    assertThat(Cli.run("verify", "--cases", 1L << 32 | 1).err()).contains("--cases", "2^31 - 1");
  }

  @Test
  void theDemoEndsWithTheFortyFourAndLeavesAPicture() throws IOException {
    String before = System.getProperty("fkc.root");
    System.setProperty("fkc.root", folder.toString());
    try {
      Cli.Result result = Cli.run("demo");
      assertThat(result.err()).isEmpty();
      assertThat(result.code()).isZero();
      String[] lines = result.out().lines().toArray(String[]::new);
      assertThat(lines[lines.length - 1]).startsWith("44 of 44 bindings bit-exact on ");
      assertThat(lines[lines.length - 2]).startsWith("14 of 14 contiguize bindings bit-exact");
    } finally {
      if (before == null) {
        System.clearProperty("fkc.root");
      } else {
        System.setProperty("fkc.root", before);
      }
    }
    BufferedImage sheet = ImageIO.read(folder.resolve("target/demo/contact-sheet.png").toFile());
    int left = 18;
    int top = 3 * 18 + 18;
    int step = 288 + 18;
    // The first row of the flipped tile, one row of tiles below, is that of the picture backwards.
    int below = top + step + 26;
    for (int x = 0; x < 288; x++) {
      assertThat(sheet.getRGB(left + x, below)).isEqualTo(sheet.getRGB(left + 287 - x, top));
    }
  }

  @Test
  void theDemoRefusesWhatIsNoPicture() throws IOException {
    Path text = Files.writeString(folder.resolve("photo.png"), "no picture");
    Cli.Result result = Cli.run("demo", "--input", text);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("photo.png").contains("not a picture");
    assertThat(Cli.run("demo", "--input", folder.resolve("none.png")).err())
        .contains("no such file");
  }
}
