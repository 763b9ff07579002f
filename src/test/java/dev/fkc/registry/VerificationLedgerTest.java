package dev.fkc.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fkc.registry.VerificationLedger.Pass;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerificationLedgerTest {
  private static final Pass FLIP =
      new Pass(
          BackendId.VULKAN,
          List.of(DType.BF16, DType.BF16),
          0xfab9fbf275e49de2L,
          "bit_stable=true max_ulp=0.0 max_relative=0.0 max_absolute=0.0",
          "discrete",
          "p::flip_bf16",
          "A \"quoted\" card",
          200);

  @Test
  void survivesItsOwnFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("ledger.json");
    VerificationLedger.empty().with(List.of(FLIP)).write(file);
    assertThat(VerificationLedger.read(file).passes()).containsExactly(FLIP);
    assertThat(Files.list(folder)).containsExactly(file);
  }

  @Test
  void writesHashesAsSixteenUnsignedHexDigits() {
    assertThat(VerificationLedger.empty().with(List.of(FLIP)).toJson())
        .contains("\"revision_hash\" : \"fab9fbf275e49de2\"");
  }

  @Test
  void findsPassesOnlyForTheSameDtypesHashAndClaim() {
    VerificationLedger ledger = VerificationLedger.empty().with(List.of(FLIP));
    BindingKey key = BindingKey.of(OpKind.FLIP, FLIP.dtypes(), BackendId.VULKAN);
    assertThat(ledger.deviceKinds(key, FLIP.revisionHash(), FLIP.claim()))
        .containsExactly("discrete");
    assertThat(ledger.deviceKinds(key, 1, FLIP.claim())).isEmpty();
    assertThat(ledger.deviceKinds(key, FLIP.revisionHash(), "bit_stable=false")).isEmpty();
    assertThat(
            ledger.deviceKinds(
                BindingKey.of(OpKind.FLIP, List.of(DType.F16, DType.F16), BackendId.VULKAN),
                FLIP.revisionHash(),
                FLIP.claim()))
        .isEmpty();
    assertThat(
            ledger.deviceKinds(
                BindingKey.of(OpKind.FLIP, FLIP.dtypes(), BackendId.CPU),
                FLIP.revisionHash(),
                FLIP.claim()))
        .isEmpty();
  }

  @Test
  void laterPassReplacesTheEarlierOne() {
    Pass again =
        new Pass(
            FLIP.backend(),
            FLIP.dtypes(),
            FLIP.revisionHash(),
            FLIP.claim(),
            FLIP.deviceKind(),
            FLIP.entryPoint(),
            FLIP.device(),
            1000);
    assertThat(VerificationLedger.empty().with(List.of(FLIP)).with(List.of(again)).passes())
        .containsExactly(again);
  }

  @Test
  void faultsNameFileLineAndColumn() {
    refuses("{\"fkc_ledger\": 2, \"passes\": []}", "l.json:1:16: ledger version 2; 1 is supported");
    refuses("{\"fkc_ledger\": 1,\n \"passes\": 7}", "l.json:2:12: expected a list of passes");
    refuses("{\"fkc_ledger\": 1}", "needs the fields fkc_ledger and passes");
    refuses("[]", "expected a ledger object");
    refuses("", "found the end");
    refuses("{\"fkc_ledger\": 1, \"passes\": [}", "l.json:1:");
    refuses("{\"fkc_ledger\": 1, \"passes\": [], \"passes\": []}", "Duplicate");
    refuses("{\"fkc_ledger\": 1, \"passes\": []} x", "l.json:1:");
    refuses("{\"fkc_ledger\": 1, \"passes\": [{\"cases\": 3}]}", "a pass without dtypes");
    String pass = VerificationLedger.empty().with(List.of(FLIP)).toJson();
    refuses(pass.replace("BF16", "BF17"), "no dtype BF17");
    refuses(pass.replace("fab9fbf275e49de2", "-5"), "\"-5\" is not 1 to 16 hex digits");
    refuses(pass.replace(": 200", ": 0"), "a pass of 0 cases");
    refuses(pass.replace("\"device_kind\"", "\"kind\""), "a pass without device_kind");
  }

  private static void refuses(String json, String message) {
    assertThatThrownBy(() -> VerificationLedger.read("l.json", json))
        .isInstanceOf(LedgerException.class)
        .hasMessageContaining("l.json:")
        .hasMessageContaining(message);
  }
}
