package dev.fkc.registry;

import dev.fkc.source.DidYouMean;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A provider's table from entry-point symbols to kernels: the one place where the text of a
 * contract meets code (format §5). Immutable; keeps the order in which symbols were bound.
 */
public final class LinkRegistry {
  private final String name;
  private final Map<String, Kernel> kernels;

  private LinkRegistry(String name, Map<String, Kernel> kernels) {
    this.name = name;
    this.kernels = Collections.unmodifiableMap(new LinkedHashMap<>(kernels));
  }

  /**
   * A registry under construction.
   *
   * @param name what contracts call it in {@code provider.link_registry}, such as {@code
   *     fuel_vulkan_backend::fkc::ENTRY_POINTS}
   */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** What contracts call it. */
  public String name() {
    return name;
  }

  /** The kernel behind a symbol, if the symbol is bound. Case-sensitive, exact. */
  public Optional<Kernel> find(String symbol) {
    return Optional.ofNullable(kernels.get(symbol));
  }

  /** Every bound symbol, in the order of binding. */
  public Set<String> symbols() {
    return kernels.keySet();
  }

  /** The bound symbol that is spelled most like one that is not bound, if one comes close. */
  public Optional<String> closest(String symbol) {
    return Optional.ofNullable(DidYouMean.nearest(symbol, kernels.keySet()));
  }

  @Override
  public String toString() {
    return name + " (" + kernels.size() + " symbols)";
  }

  /** Collects the symbols of a {@link LinkRegistry}. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final Map<String, Kernel> kernels = new LinkedHashMap<>();

    private Builder(String name) {
      this.name = Objects.requireNonNull(name, "name");
    }

    /**
     * Binds a symbol.
     *
     * @throws IllegalArgumentException if it is bound already
     */
    public Builder bind(String symbol, Kernel kernel) {
      Objects.requireNonNull(symbol, "symbol");
      Objects.requireNonNull(kernel, "kernel");
      Kernel first = kernels.putIfAbsent(symbol, kernel);
      if (first != null) {
        throw new IllegalArgumentException(
            "symbol "
                + symbol
                + " of link registry "
                + name
                + " is bound to "
                + first.name()
                + " already, and now to "
                + kernel.name());
      }
      return this;
    }

    /** The registry. The builder may be used further without effect on it. */
    public LinkRegistry build() {
      return new LinkRegistry(name, kernels);
    }
  }
}
