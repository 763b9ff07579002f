package dev.fkc.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * For tests that need a Vulkan device: one device for the whole JVM, with the validation layer on,
 * as a {@link VulkanDevice} parameter of tests. After each class the count of validation errors
 * must not have grown.
 *
 * <p>Without a usable device, or without the validation layer, the tests fail; with {@code
 * -Dfkc.vulkan=off} they are skipped.
 */
public final class VulkanTesting
    implements ExecutionCondition, BeforeAllCallback, AfterAllCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(VulkanTesting.class);

  /** The device and what leaked from it; closed after the last test of the JVM. */
  private static final class Shared implements AutoCloseable {
    private final List<String> leaks = new ArrayList<>();
    private final VulkanDevice device =
        VulkanDevice.open(
            DeviceSelector.preferred(), options("shared test device").withLeakListener(leaks::add));

    @Override
    public void close() {
      device.close();
      assertEquals(List.of(), leaks, "handles that tests left open on the shared device");
    }
  }

  /** Options for a device of a test's own, with validation on. */
  public static DeviceOptions options(String label) {
    return DeviceOptions.defaults().withLabel(label).withValidation(true);
  }

  /** Skips the calling test when Vulkan is switched off. */
  public static void assumeVulkan() {
    assumeFalse(
        "off".equals(System.getProperty("fkc.vulkan")), "Vulkan is off by -Dfkc.vulkan=off");
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return "off".equals(System.getProperty("fkc.vulkan"))
        ? ConditionEvaluationResult.disabled("Vulkan is off by -Dfkc.vulkan=off")
        : ConditionEvaluationResult.enabled("Vulkan is on");
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    shared(context);
    context.getStore(NAMESPACE).put("errors", ValidationLog.errors());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Long before = context.getStore(NAMESPACE).get("errors", Long.class);
    if (before != null) {
      assertEquals(
          before,
          ValidationLog.errors(),
          () -> "validation errors, the last of them:\n" + lastMessages());
    }
  }

  private static String lastMessages() {
    List<String> messages = ValidationLog.messages();
    return String.join("\n", messages.subList(Math.max(0, messages.size() - 5), messages.size()));
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == VulkanDevice.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return shared(context).device;
  }

  private static Shared shared(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Shared.class, key -> new Shared(), Shared.class);
  }
}
