package dev.fkc.vulkan.internal;

/** Lets measurements drop what they recorded. */
public final class Recordings {
  private Recordings() {}

  /** Empties a recorder without submitting. */
  public static void drop(BatchRecorder recorder) {
    recorder.discard();
  }
}
