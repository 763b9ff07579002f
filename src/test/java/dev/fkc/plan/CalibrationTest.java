package dev.fkc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.fkc.FuelKernels;
import dev.fkc.op.OpCall;
import dev.fkc.op.Operand;
import dev.fkc.plan.Calibration.Series;
import dev.fkc.plan.TimeTable.Point;
import dev.fkc.registry.PrecisionFloor;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.Shape;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private static final Calibration CALIBRATION =
      new Calibration(
          "Some \"card\"",
          new UUID(1, 2),
          "driver 1.2",
          LocalDate.of(2026, 1, 31),
          List.of(
              new Series(
                  KernelClass.INNER_REVERSED,
                  4,
                  4096,
                  new TimeTable(
                      1500, 4000, List.of(new Point(1024, 1500), new Point(1 << 20, 3000)))),
              new Series(
                  KernelClass.TILED_TRANSPOSE,
                  2,
                  2,
                  new TimeTable(1700, 2000, List.of(new Point(1024, 1700)))),
              new Series(
                  KernelClass.TRIANGLE,
                  2,
                  64,
                  new TimeTable(1800.5, 3000, List.of(new Point(1024, 1800.5)))),
              new Series(
                  KernelClass.INNER_REVERSED,
                  4,
                  64,
                  new TimeTable(1600, 400, List.of(new Point(1024, 1600))))));

  private static final Planner PLANNER =
      new Planner(FuelKernels.registry(), BackendId.VULKAN, PrecisionFloor.ANY, CALIBRATION);

  @Test
  void fileHoldsAllOfIt() {
    String json = CALIBRATION.json();
    assertThat(json).contains("\"class\" : \"inner_reversed\"", "\"overhead_ns\" : 1800.5");
    assertThat(Calibration.read("file", json)).isEqualTo(CALIBRATION);
    String more = json.replace("\"date\"", "\"later\" : [1], \"date\"");
    assertThat(Calibration.read("file", more)).isEqualTo(CALIBRATION);
  }

  @Test
  void measuredEntriesTakeOverheadAndTimeFromIt() {
    OpCall flip = OpCall.flip(Operand.contiguous(DType.F32, Shape.of(128, 1024)), 1);
    DispatchPlan plan = PLANNER.plan(flip);
    assertThat(plan.kernelCost().overheadNanos()).isEqualTo(1500);
    assertThat(plan.kernelCost().bytesMoved()).isEqualTo(1 << 20);
    assertThat(PLANNER.nanos(plan)).isEqualTo(3000);
  }

  @Test
  void theSeriesWithTheNearestRowsCounts() {
    OpCall flip = OpCall.flip(Operand.contiguous(DType.F32, Shape.of(1024, 31)), 1);
    assertThat(PLANNER.plan(flip).kernelCost().overheadNanos()).isEqualTo(1600);
    OpCall longer = OpCall.flip(Operand.contiguous(DType.F32, Shape.of(1024, 257)), 1);
    assertThat(PLANNER.plan(longer).kernelCost().overheadNanos()).isEqualTo(1500);
    TimeTable times = new TimeTable(1, 1, List.of(new Point(1, 1)));
    OpCall rows =
        OpCall.indexSelect(
            Operand.contiguous(DType.F16, Shape.of(9, 24)),
            0,
            Operand.contiguous(DType.U32, Shape.of(5)));
    assertThat(Series.of(rows, times))
        .isEqualTo(new Series(KernelClass.ROWS_BY_INDEX, 2, 48, times));
    OpCall picks =
        OpCall.gather(
            Operand.contiguous(DType.F32, Shape.of(9, 24)),
            1,
            Operand.contiguous(DType.U32, Shape.of(5, 24)));
    assertThat(Series.of(picks, times))
        .isEqualTo(new Series(KernelClass.ELEMENT_GATHER, 4, 96, times));
  }

  @Test
  void copiesAreAddedWithTheTimeOfTheirOwnClass() {
    Operand turned =
        new Operand(
            DType.F16, Operand.contiguous(DType.F16, Shape.of(32, 32)).layout().transpose(0, 1));
    DispatchPlan plan = PLANNER.plan(OpCall.triu(turned, 0));
    assertThat(plan.fixups()).hasSize(1);
    assertThat(plan.totalCost().overheadNanos()).isEqualTo(1700 + 1801);
    double beyond = 2.0 * 32 * 32 * 2 - 1024;
    assertThat(PLANNER.nanos(plan))
        .isCloseTo(1700 + beyond / 2000 + 1800.5 + beyond / 3000, within(1e-6));
  }

  @Test
  void whatWasNotMeasuredHasTypicalRates() {
    OpCall flip = OpCall.flip(Operand.contiguous(DType.F64, Shape.of(128, 1024)), 1);
    DispatchPlan plan = PLANNER.plan(flip);
    assertThat(PLANNER.nanos(plan)).isEqualTo(CostRates.TYPICAL.nanos(plan.totalCost()));
    Planner cpu =
        new Planner(FuelKernels.registry(), BackendId.CPU, PrecisionFloor.ANY, CALIBRATION);
    OpCall known = OpCall.flip(Operand.contiguous(DType.F32, Shape.of(128, 1024)), 1);
    DispatchPlan onCpu = cpu.plan(known);
    assertThat(cpu.nanos(onCpu)).isEqualTo(CostRates.TYPICAL.nanos(onCpu.totalCost()));
  }

  @Test
  void anEmptyCallIsJudgedByTypicalRates() {
    DispatchPlan plan = PLANNER.plan(OpCall.flip(Operand.contiguous(DType.F32, Shape.of(0, 4)), 1));
    assertThat(PLANNER.nanos(plan)).isEqualTo(CostRates.TYPICAL.nanos(plan.totalCost()));
  }

  @Test
  void mistakesAreNamedWithTheirPlace() {
    assertRefused("[]", "file:1:1: expected a calibration object");
    assertRefused("{\"fkc_calibration\": 2}", "version 2; 1 is supported");
    assertRefused("{}", "needs the fields fkc_calibration and series");
    String json = CALIBRATION.json();
    assertRefused(json.replace("inner_reversed", "inner"), "no kernel class \"inner\"");
    assertRefused(json.replace("[ 1024, 1500 ]", "[ 1024 ]"), "expected a number for nanoseconds");
    assertRefused(json.replace("[ 1024, 1500 ]", "[ 9999999, 4000 ]"), "bytes must grow");
    assertRefused(json.replace("2026-01-31", "yesterday"), "yesterday");
    assertRefused(json.replace("\"width\" : 2", "\"width\" : 9"), "elements of 9 bytes");
    assertRefused(
        json.replace("\"row_bytes\" : 64,", "\"row_bytes\" : 4096,"),
        "two series of INNER_REVERSED for elements of 4 bytes in rows of 4096");
    assertRefused(
        json.replace("\"row_bytes\" : 64,", ""), "a series needs class, width, row_bytes");
    assertRefused(json.replace("\"uuid\"", "\"id\""), "a calibration without uuid");
    assertRefused(json + "{}", "text after the calibration");
  }

  private static void assertRefused(String json, String message) {
    assertThatThrownBy(() -> Calibration.read("file", json))
        .isInstanceOf(CalibrationException.class)
        .hasMessageStartingWith("file")
        .hasMessageContaining(message);
  }
}
