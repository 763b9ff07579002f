package dev.fkc;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which package may know which other one, and what a user of the library gets to see. */
class ArchitectureTest {
  private static final Path CLASSES = Path.of("target", "classes");
  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPath(CLASSES);

  /** Each package with those that it may use. Packages only ever use what stands above them. */
  private static final Map<String, List<String>> ARROWS = new LinkedHashMap<>();

  static {
    ARROWS.put("source", List.of());
    ARROWS.put("type", List.of());
    ARROWS.put("document", List.of("source"));
    ARROWS.put("contract", List.of("source", "type", "document"));
    ARROWS.put("registry", List.of("source", "type", "contract"));
    ARROWS.put("op", List.of("type"));
    ARROWS.put("plan", List.of("source", "type", "contract", "registry", "op"));
    ARROWS.put("reference", List.of("type", "registry", "op"));
    ARROWS.put("vulkan", List.of("source", "type", "registry", "op", "plan"));
  }

  /** Each third-party library with the packages that may use it, and do. */
  private static final Map<String, List<String>> LIBRARIES =
      Map.of(
          "org.lwjgl", List.of("vulkan"),
          "org.commonmark", List.of("document"),
          "org.snakeyaml", List.of("document"),
          "com.fasterxml.jackson", List.of("registry", "plan", "cli"),
          "org.knowm.xchart", List.of("cli"),
          "picocli", List.of("cli"));

  private static String[] withSubpackages(String... names) {
    return Stream.of(names)
        .flatMap(name -> Stream.of("dev.fkc." + name, "dev.fkc." + name + ".."))
        .toArray(String[]::new);
  }

  private static ModuleDescriptor module() {
    try (InputStream in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
      return ModuleDescriptor.read(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> exportedPackages() {
    return module().exports().stream()
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void packagesUseOnlyThoseAboveThem() {
    ARROWS.forEach(
        (name, allowed) -> {
          List<String> packages = new ArrayList<>(List.of("dev.fkc." + name + ".."));
          allowed.forEach(other -> packages.add("dev.fkc." + other));
          classes()
              .that()
              .resideInAnyPackage(withSubpackages(name))
              .should()
              .onlyDependOnClassesThat(
                  resideInAnyPackage(packages.toArray(String[]::new))
                      .or(
                          describe(
                              "are not of this project",
                              type -> !type.getPackageName().startsWith("dev.fkc"))))
              .because("the arrows of the architecture point one way")
              .check(MAIN);
        });
  }

  @Test
  void frontDoorStandsBelowEverythingButTheCommandLine() {
    noClasses()
        .that()
        .resideInAPackage("dev.fkc")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.fkc.cli..", "dev.fkc.document..", "dev.fkc.vulkan.internal..")
        .check(MAIN);
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.fkc", "dev.fkc.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.fkc", "dev.fkc.cli..")
        .check(MAIN);
  }

  @Test
  void everyPackageHasItsPlaceInTheOrder() {
    Set<String> known = new TreeSet<>(ARROWS.keySet());
    known.add("cli");
    for (JavaClass type : MAIN) {
      String[] names = type.getPackageName().split("\\.");
      if (names.length > 2) {
        assertThat(known).contains(names[2]);
      }
    }
  }

  @Test
  void insidesOfTheVulkanPackageStayThere() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.fkc.vulkan..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.fkc.vulkan.internal..")
        .check(MAIN);
  }

  @Test
  void everyLibraryIsUsedByItsPackagesOnly() {
    LIBRARIES.forEach(
        (library, users) -> {
          noClasses()
              .that()
              .resideOutsideOfPackages(withSubpackages(users.toArray(String[]::new)))
              .should()
              .dependOnClassesThat()
              .resideInAPackage(library + "..")
              .check(MAIN);
          for (String user : users) {
            assertThat(
                    MAIN.stream()
                        .filter(resideInAnyPackage(withSubpackages(user)))
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream()))
                .as("uses of %s by %s", library, user)
                .anyMatch(use -> resideInAPackage(library + "..").test(use.getTargetClass()));
          }
        });
  }

  @Test
  void nothingElseIsUsed() {
    Set<String> others = new TreeSet<>();
    for (JavaClass type : MAIN) {
      for (Dependency use : type.getDirectDependenciesFromSelf()) {
        String target = use.getTargetClass().getBaseComponentType().getPackageName();
        boolean known =
            Stream.of("java", "javax", "dev.fkc", "org.jspecify").anyMatch(p -> under(p, target))
                || LIBRARIES.keySet().stream().anyMatch(p -> under(p, target));
        if (!known && !use.getTargetClass().getBaseComponentType().isPrimitive()) {
          others.add(target);
        }
      }
    }
    assertThat(others).isEmpty();
  }

  private static boolean under(String parent, String name) {
    return name.equals(parent) || name.startsWith(parent + ".");
  }

  @Test
  void onlyPublicPackagesAreExported() {
    assertThat(exportedPackages())
        .containsExactly(
            "dev.fkc",
            "dev.fkc.contract",
            "dev.fkc.op",
            "dev.fkc.plan",
            "dev.fkc.reference",
            "dev.fkc.registry",
            "dev.fkc.source",
            "dev.fkc.type",
            "dev.fkc.vulkan");
  }

  @Test
  void publicSignaturesShowOnlyJavaAndExportedTypes() {
    Set<String> exported = exportedPackages();
    classes()
        .that()
        .resideInAnyPackage(exported.toArray(String[]::new))
        .should(
            new ArchCondition<>("show only types of Java and of exported packages") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                if (!isVisible(type)) {
                  return;
                }
                type.getRawSuperclass().ifPresent(parent -> check(type, parent, events));
                type.getRawInterfaces().forEach(parent -> check(type, parent, events));
                for (JavaMember member : type.getMembers()) {
                  if (isVisible(member)) {
                    shown(member).forEach(used -> check(member, used, events));
                  }
                }
              }

              private void check(Object where, JavaClass used, ConditionEvents events) {
                JavaClass base = used.getBaseComponentType();
                String from = base.getPackageName();
                boolean fine =
                    base.isPrimitive()
                        || from.startsWith("java.")
                        || exported.contains(from) && isVisible(base);
                if (!fine) {
                  events.add(
                      SimpleConditionEvent.violated(where, where + " shows " + base.getName()));
                }
              }
            })
        .check(MAIN);
  }

  private static Set<JavaClass> shown(JavaMember member) {
    Set<JavaClass> types = new TreeSet<>((a, b) -> a.getName().compareTo(b.getName()));
    if (member instanceof JavaField field) {
      types.addAll(field.getType().getAllInvolvedRawTypes());
    } else if (member instanceof JavaCodeUnit unit) {
      types.addAll(unit.getReturnType().getAllInvolvedRawTypes());
      unit.getParameterTypes().forEach(type -> types.addAll(type.getAllInvolvedRawTypes()));
      types.addAll(unit.getExceptionTypes());
    }
    return types;
  }

  private static boolean isVisible(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(ArchitectureTest::isVisible).orElse(true);
  }

  private static boolean isVisible(JavaMember member) {
    Set<JavaModifier> modifiers = member.getModifiers();
    return modifiers.contains(JavaModifier.PUBLIC)
        || modifiers.contains(JavaModifier.PROTECTED)
            && !member.getOwner().getModifiers().contains(JavaModifier.FINAL);
  }

  @Test
  void onlyTheCommandLinePrints() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.fkc.cli..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .check(MAIN);
  }

  @Test
  void handlesThatAreClosedByHandDoNotWaitForTheCollector() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.ref.Cleaner")
        .check(MAIN);
  }

  @Test
  void namesSayWhatAThingIs() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Impl")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .check(MAIN);
  }

  @Test
  void everyPackageSaysWhatItIsAndWhatMayBeNull() throws IOException {
    Path sources = Path.of("src", "main", "java");
    try (Stream<Path> files = Files.walk(sources)) {
      List<Path> folders =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("module-info.java"))
              .map(Path::getParent)
              .distinct()
              .toList();
      assertThat(folders).hasSizeGreaterThan(ARROWS.size());
      for (Path folder : folders) {
        assertThat(folder.resolve("package-info.java"))
            .content()
            .startsWith("/**")
            .contains("@NullMarked");
      }
    }
  }
}
