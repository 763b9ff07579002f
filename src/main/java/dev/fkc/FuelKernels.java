package dev.fkc;

import dev.fkc.contract.ContractReader;
import dev.fkc.reference.ReferenceProvider;
import dev.fkc.registry.KernelRegistry;
import dev.fkc.registry.LinkRegistry;
import dev.fkc.registry.VerificationLedger;
import dev.fkc.source.SourceFile;
import dev.fkc.vulkan.DeviceOptions;
import dev.fkc.vulkan.DeviceSelector;
import dev.fkc.vulkan.VulkanDevice;
import dev.fkc.vulkan.VulkanExecutor;
import dev.fkc.vulkan.VulkanProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The front door: the bundled contracts as a registry, and a device to run their kernels on. Owns
 * the device; close it when everything made from it is closed. Thread-safe.
 */
public final class FuelKernels implements AutoCloseable {
  private static final List<String> CONTRACTS =
      List.of(
          "cpu/reference.fkc.md",
          "vulkan/contiguize.fkc.md",
          "vulkan/select.fkc.md",
          "vulkan/shape.fkc.md");

  /** Made when it is first asked for. */
  private static final class Bundled {
    static final List<SourceFile> FILES = CONTRACTS.stream().map(FuelKernels::contract).toList();
    static final KernelRegistry REGISTRY = registry(VerificationLedger.empty());
  }

  private final VulkanDevice device;
  private final VulkanExecutor executor;

  private FuelKernels(VulkanDevice device) {
    this.device = device;
    this.executor = new VulkanExecutor(device, registry());
  }

  /** The texts of the bundled contracts, in import order. */
  public static List<SourceFile> contracts() {
    return Bundled.FILES;
  }

  /** What the symbols of the bundled contracts resolve to. */
  public static List<LinkRegistry> linkRegistries() {
    return List.of(ReferenceProvider.linkRegistry(), VulkanProvider.linkRegistry());
  }

  /**
   * The bundled contracts, imported without a ledger: audited claims read UNAUDITED. Needs no
   * device and loads no native code.
   */
  public static KernelRegistry registry() {
    return Bundled.REGISTRY;
  }

  /**
   * The bundled contracts, imported with a ledger: an {@code audited: true} claim counts only with
   * a pass in it (format §10). {@code fkc verify --ledger FILE} writes one.
   *
   * @param ledger such as {@link VerificationLedger#read(java.nio.file.Path)} gives
   */
  public static KernelRegistry registry(VerificationLedger ledger) {
    KernelRegistry.Builder builder = KernelRegistry.builder();
    builder.importContracts(ContractReader.read(Bundled.FILES), linkRegistries(), ledger);
    return builder.build();
  }

  private static SourceFile contract(String name) {
    String resource = "/dev/fkc/contracts/" + name;
    try (InputStream in = FuelKernels.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(
            "bundled contract " + resource + " is not on the class path");
      }
      return SourceFile.of(
          "contracts/" + name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read bundled contract " + resource, e);
    }
  }

  /**
   * Opens the preferred device.
   *
   * @throws dev.fkc.vulkan.VulkanUnavailableException if there is none; says what to install
   */
  public static FuelKernels open() {
    return open(DeviceSelector.preferred(), DeviceOptions.defaults());
  }

  /**
   * Opens a device.
   *
   * @throws dev.fkc.vulkan.VulkanUnavailableException if none fits; says what to do
   */
  public static FuelKernels open(DeviceSelector selector, DeviceOptions options) {
    return new FuelKernels(VulkanDevice.open(selector, options));
  }

  /** The device, for callers that own their memory and their plan. */
  public VulkanDevice device() {
    return device;
  }

  /** Calls ops on views and returns tensors. */
  public VulkanExecutor executor() {
    return executor;
  }

  @Override
  public void close() {
    device.close();
  }
}
