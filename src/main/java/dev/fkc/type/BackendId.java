package dev.fkc.type;

import java.util.Objects;

/**
 * Where a kernel runs. An open set.
 *
 * @param name the contract's word, case-sensitive, such as {@code Vulkan}
 */
public record BackendId(String name) implements Comparable<BackendId> {
  public static final BackendId CPU = new BackendId("Cpu");
  public static final BackendId CUDA = new BackendId("Cuda");
  public static final BackendId VULKAN = new BackendId("Vulkan");
  public static final BackendId METAL = new BackendId("Metal");

  public BackendId {
    Objects.requireNonNull(name, "name");
  }

  @Override
  public int compareTo(BackendId other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
