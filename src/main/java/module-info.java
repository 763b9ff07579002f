/**
 * Vulkan compute kernels that move tensor data, described by contracts and found through a
 * registry.
 *
 * <p>What is not exported is free to change. The command line and the shader compiler need modules
 * that a library's user does without.
 */
@SuppressWarnings("requires-automatic")
module dev.fkc {
  requires static transitive org.jspecify;
  requires com.fasterxml.jackson.core;
  requires org.commonmark;
  requires org.lwjgl;
  requires org.lwjgl.vma;
  requires org.lwjgl.vulkan;
  requires org.snakeyaml.engine;
  requires static info.picocli;
  requires static java.desktop;
  requires static org.knowm.xchart;
  requires static org.lwjgl.shaderc;

  exports dev.fkc;
  exports dev.fkc.contract;
  exports dev.fkc.op;
  exports dev.fkc.plan;
  exports dev.fkc.reference;
  exports dev.fkc.registry;
  exports dev.fkc.source;
  exports dev.fkc.type;
  exports dev.fkc.vulkan;

  opens dev.fkc.cli to
      info.picocli;
}
