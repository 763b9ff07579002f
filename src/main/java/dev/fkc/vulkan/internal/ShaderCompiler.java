package dev.fkc.vulkan.internal;

import static org.lwjgl.util.shaderc.Shaderc.*;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.shaderc.ShadercIncludeResolve;
import org.lwjgl.util.shaderc.ShadercIncludeResult;
import org.lwjgl.util.shaderc.ShadercIncludeResultRelease;

/**
 * GLSL to SPIR-V. The build runs {@link #main} over {@code shaders/}; at run time only developers
 * who ask for it compile anything, and only they need {@code lwjgl-shaderc}.
 *
 * <p>Each {@code NAME.comp} becomes {@code NAME.spv}, which reads memory through storage buffers,
 * and {@code NAME.addresses.spv}, which reads it through buffer device addresses.
 */
public final class ShaderCompiler {
  private ShaderCompiler() {}

  /**
   * Compiles a folder: {@code SOURCE_DIR TARGET_DIR}. Skips what is newer than all sources, and
   * deletes what has no source any more.
   *
   * @throws IllegalStateException with the compiler's messages if a shader does not compile
   */
  public static void main(String[] args) throws IOException {
    Path sources = Path.of(args[0]);
    Path target = Files.createDirectories(Path.of(args[1]));
    List<Path> files = list(sources);
    FileTime newest = FileTime.fromMillis(0);
    for (Path file : files) {
      FileTime changed = Files.getLastModifiedTime(file);
      newest = changed.compareTo(newest) > 0 ? changed : newest;
    }
    Set<Path> outputs = new HashSet<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (name.endsWith(".comp")) {
        for (boolean addresses : new boolean[] {false, true}) {
          String shader = name.substring(0, name.length() - ".comp".length());
          Path output = target.resolve(shader + (addresses ? ".addresses.spv" : ".spv"));
          outputs.add(output);
          if (!Files.exists(output) || Files.getLastModifiedTime(output).compareTo(newest) < 0) {
            Files.write(output, compile(sources, shader, addresses));
            validate(output);
          }
        }
      }
    }
    for (Path stale : list(target)) {
      if (!outputs.contains(stale)) {
        Files.delete(stale);
      }
    }
  }

  /** Runs {@code spirv-val} where it is installed. */
  private static void validate(Path spirv) throws IOException {
    Process process;
    try {
      process =
          new ProcessBuilder("spirv-val", "--target-env", "vulkan1.2", spirv.toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      return; // not installed: the driver's validation layer still checks it in tests
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      Files.delete(spirv);
      throw new IllegalStateException("spirv-val refuses " + spirv + ":\n" + output);
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /**
   * Compiles one shader.
   *
   * @param sources folder of the shader and what it includes
   * @param shader file name without {@code .comp}
   * @param addresses whether memory is reached through buffer device addresses
   * @return SPIR-V 1.5
   * @throws IllegalStateException with the compiler's messages if it does not compile
   */
  static byte[] compile(Path sources, String shader, boolean addresses) {
    VulkanLoader.chooseMemoryBackend();
    Path file = sources.resolve(shader + ".comp");
    long compiler = shaderc_compiler_initialize();
    long options = shaderc_compile_options_initialize();
    try (ShadercIncludeResolve resolve = includesFrom(sources);
        ShadercIncludeResultRelease release = releaseIncludes()) {
      shaderc_compile_options_set_target_env(
          options, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_2);
      shaderc_compile_options_set_optimization_level(
          options, shaderc_optimization_level_performance);
      shaderc_compile_options_set_warnings_as_errors(options);
      shaderc_compile_options_set_include_callbacks(options, resolve, release, 0);
      if (addresses) {
        shaderc_compile_options_add_macro_definition(options, "ADDRESSES", "1");
      }
      long result =
          shaderc_compile_into_spv(
              compiler,
              Files.readString(file),
              shaderc_glsl_compute_shader,
              file.toString(),
              "main",
              options);
      try {
        if (shaderc_result_get_compilation_status(result) != shaderc_compilation_status_success) {
          throw new IllegalStateException(
              "shader does not compile:\n" + shaderc_result_get_error_message(result));
        }
        ByteBuffer spirv = shaderc_result_get_bytes(result);
        byte[] bytes = new byte[spirv.remaining()];
        spirv.get(bytes);
        return bytes;
      } finally {
        shaderc_result_release(result);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    } finally {
      shaderc_compile_options_release(options);
      shaderc_compiler_release(compiler);
    }
  }

  private static ShadercIncludeResolve includesFrom(Path sources) {
    return ShadercIncludeResolve.create(
        (userData, requested, type, requesting, depth) -> {
          Path file = sources.resolve(MemoryUtil.memUTF8(requested));
          String content;
          String name = file.toString();
          try {
            content = Files.readString(file);
          } catch (IOException e) {
            // By shaderc's rule an empty name makes the content an error message.
            name = "";
            content = "cannot read " + file + ": " + e;
          }
          ShadercIncludeResult result = ShadercIncludeResult.calloc();
          result.source_name(utf8(name));
          result.content(utf8(content));
          return result.address();
        });
  }

  private static ShadercIncludeResultRelease releaseIncludes() {
    return ShadercIncludeResultRelease.create(
        (userData, address) -> {
          ShadercIncludeResult result = ShadercIncludeResult.create(address);
          MemoryUtil.memFree(result.source_name());
          MemoryUtil.memFree(result.content());
          result.free();
        });
  }

  private static ByteBuffer utf8(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return MemoryUtil.memAlloc(bytes.length).put(bytes).flip();
  }
}
