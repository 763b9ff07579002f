package dev.fkc.cli;

import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.reference.ByteStore;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.Shape;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/**
 * A picture of what each op does to a picture. Pixels go through the kernels as the bits of F32
 * elements, one per pixel, so that a lost bit would be seen as a wrong colour.
 */
final class ContactSheet {
  private static final int TILE = 288;
  private static final int MARGIN = 18;
  private static final int LABEL = 26;
  private static final int COLUMNS = 3;
  private static final int BACKGROUND = 0xFF14181D;
  private static final int CHECKER = 0xFF1E242B;
  private static final int TEXT = 0xFFE6EDF3;
  private static final int FILL = 0xFFF2B134;

  private final Backend backend;
  private final int width;
  private final int height;
  private final ByteStore pixels;
  private final BufferedImage sheet;
  private int tiles;

  private ContactSheet(Backend backend, int[][] picture) {
    this.backend = backend;
    this.height = picture.length;
    this.width = picture[0].length;
    ByteBuffer bytes = ints(width * height);
    for (int[] row : picture) {
      for (int pixel : row) {
        bytes.putInt(pixel);
      }
    }
    this.pixels = ByteStore.wrap(bytes.array());
    int step = TILE + MARGIN;
    this.sheet =
        new BufferedImage(
            COLUMNS * step + MARGIN, 3 * (step + LABEL) + 2 * MARGIN, BufferedImage.TYPE_INT_RGB);
  }

  private static ByteBuffer ints(int count) {
    return ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Runs the ops and writes the sheet as PNG.
   *
   * @param input a picture, or null for the test card
   * @throws Failure if the picture cannot be read or the sheet not written
   */
  static void write(Backend backend, @Nullable Path input, Path file) {
    new ContactSheet(backend, input == null ? TestCard.draw(TILE) : read(input)).write(file);
  }

  private void write(Path file) {
    fill(0, 0, sheet.getWidth(), sheet.getHeight());
    PixelFont.draw(sheet, "on " + backend.name(), MARGIN, MARGIN, TEXT);
    Operand picture = new Operand(DType.F32, Layout.contiguous(Shape.of(height, width)));
    Shape shape = picture.shape();
    tile("the picture", shape, pixels);
    run("triu, diagonal 0", OpCall.triu(picture, 0));
    run("tril, diagonal 40", OpCall.tril(picture, 40));
    run("flip, axis 1", OpCall.flip(picture, 1));
    run("roll, axis 1, shift " + width / 3, OpCall.roll(picture, 1, width / 3));
    run("index_select, axis 0", OpCall.indexSelect(picture, 0, u32(height)), blinds());
    run("gather, axis 1", OpCall.gather(picture, 1, u32(height, width)), waves());
    byte[] fill = ints(1).putInt(FILL).array();
    Operand mask = new Operand(DType.BOOL, Layout.contiguous(shape));
    run("masked_fill", OpCall.maskedFill(picture, mask, fill), outsideOfEllipse());
    Operand turned = new Operand(DType.F32, picture.layout().transpose(0, 1));
    run("contiguize, transposed", OpCall.contiguize(turned));
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      ByteArrayOutputStream png = new ByteArrayOutputStream();
      ImageIO.write(sheet, "png", png);
      AtomicFile.write(
          file, channel -> AtomicFile.drain(channel, ByteBuffer.wrap(png.toByteArray())));
    } catch (IOException e) {
      throw new Failure("cannot write " + file + ": " + AtomicFile.reason(e), e);
    }
  }

  private static Operand u32(long... dims) {
    return Operand.contiguous(DType.U32, Shape.of(dims));
  }

  /** Strips of 16 rows, each upside down. */
  private ByteStore blinds() {
    ByteBuffer rows = ints(height);
    for (int y = 0; y < height; y++) {
      rows.putInt((y ^ 15) < height ? y ^ 15 : y);
    }
    return ByteStore.wrap(rows.array());
  }

  /** Each row pushed aside by a sine. */
  private ByteStore waves() {
    ByteBuffer columns = ints(width * height);
    for (int y = 0; y < height; y++) {
      int push = (int) Math.round(14 * Math.sin(y / 14.0));
      for (int x = 0; x < width; x++) {
        columns.putInt(Math.floorMod(x + push, width));
      }
    }
    return ByteStore.wrap(columns.array());
  }

  private ByteStore outsideOfEllipse() {
    byte[] mask = new byte[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        double dx = (2.0 * x - width) / width;
        double dy = (2.0 * y - height) / height;
        mask[y * width + x] = (byte) (dx * dx + dy * dy > 0.85 ? 0xFF : 0);
      }
    }
    return ByteStore.wrap(mask);
  }

  private void run(String label, OpCall call, ByteStore... second) {
    List<ByteStore> inputs = second.length == 0 ? List.of(pixels) : List.of(pixels, second[0]);
    tile(label, call.output().shape(), backend.execute(call, inputs));
  }

  private void tile(String label, Shape shape, ByteStore result) {
    int left = MARGIN + tiles % COLUMNS * (TILE + MARGIN);
    int top = 3 * MARGIN + tiles / COLUMNS * (TILE + MARGIN + LABEL);
    tiles++;
    PixelFont.draw(sheet, label, left, top, TEXT);
    int rows = (int) shape.dim(0);
    int columns = (int) shape.dim(1);
    int x0 = left + (TILE - columns) / 2;
    int y0 = top + LABEL - 8 + (TILE - rows) / 2;
    checker(x0, y0, columns, rows);
    for (int y = 0; y < rows; y++) {
      for (int x = 0; x < columns; x++) {
        int pixel = (int) result.unsignedInt(4L * (y * columns + x));
        if (pixel >>> 24 != 0) {
          sheet.setRGB(x0 + x, y0 + y, pixel);
        }
      }
    }
  }

  private void fill(int left, int top, int columns, int rows) {
    for (int y = top; y < top + rows; y++) {
      for (int x = left; x < left + columns; x++) {
        sheet.setRGB(x, y, BACKGROUND);
      }
    }
  }

  /** What shows through where an op wrote zero bytes. */
  private void checker(int left, int top, int columns, int rows) {
    for (int y = 0; y < rows; y++) {
      for (int x = 0; x < columns; x++) {
        sheet.setRGB(left + x, top + y, (x / 8 + y / 8) % 2 == 0 ? CHECKER : BACKGROUND);
      }
    }
  }

  /** A picture, scaled to fit a tile, opaque. */
  private static int[][] read(Path file) {
    BufferedImage image;
    try {
      if (!Files.isReadable(file)) {
        throw new Failure("cannot read " + file + ": there is no such file");
      }
      image = ImageIO.read(file.toFile());
    } catch (IOException e) {
      throw new Failure("cannot read " + file + ": " + AtomicFile.reason(e), e);
    }
    if (image == null) {
      throw new Failure(file + " is not a picture that can be read: PNG, JPEG, GIF or BMP");
    }
    double scale = (double) TILE / Math.max(image.getWidth(), image.getHeight());
    int columns = (int) Math.max(1, Math.round(image.getWidth() * scale));
    int rows = (int) Math.max(1, Math.round(image.getHeight() * scale));
    BufferedImage scaled = new BufferedImage(columns, rows, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = scaled.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    graphics.drawImage(image, 0, 0, columns, rows, null);
    graphics.dispose();
    int[][] pixels = new int[rows][columns];
    for (int y = 0; y < rows; y++) {
      for (int x = 0; x < columns; x++) {
        pixels[y][x] = 0xFF000000 | scaled.getRGB(x, y);
      }
    }
    return pixels;
  }
}
