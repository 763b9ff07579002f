package dev.fkc.registry;

import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was verified on real devices: the passes that make an {@code audited: true} count (format
 * §10). A JSON file, written by {@code fkc verify}. Immutable.
 *
 * <p>A pass holds for exactly one claim of one revision of one kernel. Whatever changes the
 * contract changes its revision hash, and so takes the pass away.
 */
public final class VerificationLedger {
  private static final VerificationLedger EMPTY = new VerificationLedger(List.of());

  private final List<Pass> passes;

  private VerificationLedger(List<Pass> passes) {
    this.passes = List.copyOf(passes);
  }

  /**
   * One binding that was compared with the reference on a device, and agreed.
   *
   * @param backend of the binding
   * @param dtypes of the binding's key
   * @param revisionHash of the contract section
   * @param claim as {@link Precision#claim()} words it
   * @param deviceKind such as {@code discrete}, {@code integrated}, {@code virtual} or {@code cpu}
   * @param entryPoint the binding's symbol, for people
   * @param device name of the device, for people
   * @param cases how many cases agreed
   */
  public record Pass(
      BackendId backend,
      List<DType> dtypes,
      long revisionHash,
      String claim,
      String deviceKind,
      String entryPoint,
      String device,
      long cases) {
    public Pass {
      Objects.requireNonNull(backend, "backend");
      dtypes = List.copyOf(dtypes);
      Objects.requireNonNull(claim, "claim");
      Objects.requireNonNull(deviceKind, "deviceKind");
      Objects.requireNonNull(entryPoint, "entryPoint");
      Objects.requireNonNull(device, "device");
      if (cases < 1) {
        throw new IllegalArgumentException("a pass of " + cases + " cases");
      }
    }

    private Subject subject() {
      return new Subject(backend, dtypes, revisionHash, claim, deviceKind);
    }
  }

  private record Subject(
      BackendId backend, List<DType> dtypes, long revisionHash, String claim, String deviceKind) {}

  /** A ledger without passes. */
  public static VerificationLedger empty() {
    return EMPTY;
  }

  /**
   * Reads a ledger.
   *
   * @param name what messages call the text
   * @param json the text
   * @throws LedgerException if it is not a ledger of a supported version
   */
  public static VerificationLedger read(String name, String json) {
    return new VerificationLedger(LedgerFormat.read(name, json));
  }

  /**
   * Reads a ledger file, UTF-8.
   *
   * @throws IOException if the file cannot be read
   * @throws LedgerException if it is not a ledger of a supported version
   */
  public static VerificationLedger read(Path file) throws IOException {
    return read(file.toString(), Files.readString(file));
  }

  /** The passes, in the order in which they were added. */
  public List<Pass> passes() {
    return passes;
  }

  /** This ledger with more passes; a later pass replaces one for the same claim and device kind. */
  public VerificationLedger with(List<Pass> added) {
    Map<Subject, Pass> bySubject = new LinkedHashMap<>();
    passes.forEach(pass -> bySubject.put(pass.subject(), pass));
    added.forEach(pass -> bySubject.put(pass.subject(), pass));
    return new VerificationLedger(List.copyOf(bySubject.values()));
  }

  /**
   * The kinds of device on which a claim was verified; empty when there is no pass.
   *
   * @param key of the binding
   * @param revisionHash of its contract section
   * @param claim as {@link Precision#claim()} words it
   */
  public Set<String> deviceKinds(BindingKey key, long revisionHash, String claim) {
    Set<String> kinds = new TreeSet<>();
    for (Pass pass : passes) {
      if (pass.revisionHash == revisionHash
          && pass.backend.equals(key.backend())
          && pass.dtypes.equals(key.dtypes())
          && pass.claim.equals(claim)) {
        kinds.add(pass.deviceKind);
      }
    }
    return kinds;
  }

  /** The ledger as JSON text that {@link #read(String, String)} takes. */
  public String toJson() {
    return LedgerFormat.write(passes);
  }

  /**
   * Writes the ledger, UTF-8. The file is replaced as a whole or not at all.
   *
   * @throws IOException if the file or its folder cannot be written
   */
  public void write(Path file) throws IOException {
    Path draft = file.resolveSibling("." + file.getFileName() + ".draft");
    try {
      Files.writeString(draft, toJson());
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
