package dev.fkc.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fkc.registry.Precision.Standing;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PrecisionFloorTest {
  private static final double NONE = Double.POSITIVE_INFINITY;
  private static final Precision EXACT = new Precision(true, 0, 0, 0, true, Set.of("cpu"), "");
  private static final Precision CLAIMED = new Precision(true, 2, NONE, 1e-3, false, Set.of(), "");

  @Test
  void auditCountsOnlyWithAPass() {
    assertThat(EXACT.standing()).isEqualTo(Standing.AUDITED);
    assertThat(EXACT.standingOn("cpu")).isEqualTo(Standing.AUDITED);
    assertThat(EXACT.standingOn("discrete")).isEqualTo(Standing.UNAUDITED);
    assertThat(EXACT.withVerifiedOn(Set.of()).standing()).isEqualTo(Standing.UNAUDITED);
  }

  @Test
  void standingsTellBoundsAndAuditsApart() {
    assertThat(CLAIMED.standing()).isEqualTo(Standing.CLAIMED);
    assertThat(new Precision(false, NONE, NONE, NONE, false, Set.of(), "").standing())
        .isEqualTo(Standing.UNAUDITED);
    assertThat(new Precision(false, NONE, NONE, NONE, true, Set.of("cpu"), "why").standing())
        .isEqualTo(Standing.AUDITED_NO_BOUND);
  }

  @Test
  void anyFloorTakesUnauditedKernels() {
    assertThat(PrecisionFloor.ANY.isMetBy(EXACT.withVerifiedOn(Set.of()))).isTrue();
  }

  @Test
  void boundsAreCompared() {
    assertThat(PrecisionFloor.EXACT.isMetBy(EXACT)).isTrue();
    assertThat(PrecisionFloor.EXACT.objection(EXACT, "discrete"))
        .hasValue("its precision is unaudited");
    assertThat(PrecisionFloor.EXACT.objection(CLAIMED, "cpu"))
        .hasValue("its max_ulp is 2.0 and 0.0 is asked for");
    assertThat(new PrecisionFloor(4, NONE, NONE, false).isMetBy(CLAIMED)).isTrue();
    assertThat(new PrecisionFloor(4, 1e-5, NONE, false).objection(CLAIMED, "cpu"))
        .hasValue("it gives no max_relative and 1.0E-5 is asked for");
  }

  @Test
  void auditedFloorRefusesClaims() {
    PrecisionFloor audited = new PrecisionFloor(NONE, NONE, NONE, true);
    assertThat(audited.isMetBy(EXACT)).isTrue();
    assertThat(audited.objection(CLAIMED, "cpu")).hasValue("its precision is claimed, not audited");
  }
}
