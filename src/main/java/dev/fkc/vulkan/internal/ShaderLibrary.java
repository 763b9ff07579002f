package dev.fkc.vulkan.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The SPIR-V of the kernels: packaged by the build, or compiled from a developer's folder when the
 * system property {@code fkc.shaders} names one (that needs {@code lwjgl-shaderc}).
 */
final class ShaderLibrary {
  static final String FOLDER_PROPERTY = "fkc.shaders";

  private ShaderLibrary() {}

  /**
   * The code of a shader.
   *
   * @param name file name without extension
   * @param addresses whether memory is reached through buffer device addresses
   */
  static byte[] load(String name, boolean addresses) {
    String folder = System.getProperty(FOLDER_PROPERTY);
    if (folder != null) {
      return ShaderCompiler.compile(Path.of(folder), name, addresses);
    }
    String resource = "/dev/fkc/vulkan/shaders/" + name + (addresses ? ".addresses.spv" : ".spv");
    try (InputStream in = ShaderLibrary.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(
            "shader "
                + resource
                + " is not on the class path; the build compiles it from shaders/");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read shader " + resource, e);
    }
  }
}
