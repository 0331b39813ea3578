package dev.symbolicator;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.TestRedis;
import dev.symbolicator.threads.Spans;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.config.ConfigMapping;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ArchitectureTest {
  private static final String ROOT = "dev.symbolicator.";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.symbolicator");

  /** The rooms, and the rooms that each may use. */
  static final Map<String, List<String>> ROOMS =
      """
      api: api.batch api.http api.large api.maps api.problem symbolication rows export access script symbols content memory threads config
      api.batch: api.http api.problem symbolication rows export access content vertx memory threads
      api.large: api.http api.problem symbolication profile.formats profile store access content vertx memory threads
      api.http: api.problem symbolication access content vertx url memory threads config
      api.problem: symbolication content memory threads
      api.maps: api.http api.problem access maps maps.objects maps.upload places script symbolication sourcemap.link vertx url memory threads
      api.vendors: api.maps api.http api.problem access maps maps.objects maps.upload sourcemap.link content memory threads
      kafka: api.http api.problem symbolication rows access content memory threads config
      ingest: api.http api.problem access kafka sink symbolication rows url memory threads config
      cli: symbolication rows export profile.formats profile.multipart profile maps content url memory
      web: memory config
      start: symbolication symbols sourcemap sourcemap.functions url memory
      symbolication: rows export profile.formats profile.multipart profile.json profile places script maps symbols sourcemap.link javascript json url memory threads config
      script: tables sources fetch freshness store symbols sourcemap.link maps url memory threads config
      tables: symbols identity sources store sourcemap sourcemap.functions url memory threads config
      redis: store memory threads config
      maps: maps.objects sourcemap.link url memory threads config
      maps.mounted: maps maps.objects sourcemap.link url threads config
      places: script maps maps.mounted url threads config
      maps.upload: maps maps.objects symbols sourcemap sourcemap.link content url memory threads config
      maps.objects: memory
      access: url
      sources: fetch sourcemap url memory threads config
      fetch: freshness content vertx url memory threads config
      store: memory threads
      sink: config
      symbols: identity sourcemap sourcemap.functions javascript memory
      identity: javascript url json memory
      sourcemap.functions: sourcemap memory
      sourcemap.link:
      sourcemap: url json memory
      javascript: json memory
      profile.formats: profile.heap profile.envelope profile.multipart profile.selfprofile profile.v8 profile.stacktext profile.speedscope profile.trace profile.json profile json memory
      profile.multipart: profile.selfprofile profile.json profile json memory
      profile.envelope: profile.json profile json memory
      profile.heap: profile.v8 profile.json profile json memory
      profile.v8: profile.json profile timeline json memory
      profile.stacktext: profile.json profile json memory
      profile.speedscope: profile.json profile json memory
      profile.selfprofile: profile.json profile timeline json memory
      profile.trace: profile.v8 profile.json profile json memory
      profile.json: profile json memory
      profile: timeline json memory
      rows: export profile timeline identity json memory
      export: profile.json profile timeline memory
      timeline: memory
      freshness: url memory
      content: memory
      vertx:
      json: memory
      url:
      memory:
      threads:
      config:
      """
          .lines()
          .map(row -> row.split(": ?", 2))
          .collect(
              Collectors.toMap(
                  row -> row[0],
                  row ->
                      Stream.of(row[1].split(" ", -1)).filter(used -> !used.isEmpty()).toList()));

  private static final JavaClasses TESTS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
          .importPackages("dev.symbolicator");

  private static final List<String> CORE =
      List.of(
          """
          json url content freshness sourcemap sourcemap.functions sourcemap.link javascript \
          profile.formats profile.envelope profile.multipart profile.selfprofile profile.stacktext \
          profile.speedscope profile.v8 profile.heap profile.trace profile.json profile timeline \
          export rows symbols identity"""
              .split(" ", -1));

  @TestFactory
  Stream<DynamicTest> roomUsesOnlyTheRoomsOfItsRow() {
    return ROOMS.entrySet().stream()
        .map(
            room ->
                DynamicTest.dynamicTest(
                    room.getKey(),
                    () ->
                        classes()
                            .that(resideInAPackage(ROOT + room.getKey()))
                            .should()
                            .onlyDependOnClassesThat(
                                resideOutsideOfPackage("dev.symbolicator..")
                                    .or(
                                        resideInAnyPackage(
                                            Stream.concat(
                                                    Stream.of(room.getKey()),
                                                    room.getValue().stream())
                                                .map(ROOT::concat)
                                                .toArray(String[]::new))))
                            .check(CLASSES)));
  }

  @Test
  void everyClassLivesInARoom() {
    assertEquals(
        new TreeSet<>(ROOMS.keySet()),
        CLASSES.stream()
            .map(JavaClass::getPackageName)
            .map(name -> name.substring(ROOT.length()))
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void coreDependsOnNoFrameworkAndNoIo() {
    noClasses()
        .that(resideInAnyPackage(CORE.stream().map(ROOT::concat).toArray(String[]::new)))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.quarkus..",
            "io.smallrye..",
            "io.vertx..",
            "io.netty..",
            "io.micrometer..",
            "jakarta..",
            "org.eclipse.microprofile..",
            "java.net.http..",
            "java.nio.file..")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.symbolicator.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  /** An upgrade of Vert.x has one place to check. */
  @Test
  void internalTypesOfVertxAreUsedInOneRoom() {
    noClasses()
        .that(resideOutsideOfPackage(ROOT + "vertx"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.vertx..impl..", "io.vertx..spi..")
        .check(CLASSES);
  }

  @Test
  void dependenciesComeThroughConstructors() {
    noFields().should().beAnnotatedWith(Inject.class).check(CLASSES);
  }

  /** Settings of several rooms are in one that all may use. */
  @Test
  void roomHasAtMostOneConfigurationInterface() {
    Map<String, List<String>> mappings =
        CLASSES.stream()
            .filter(type -> type.isAnnotatedWith(ConfigMapping.class))
            .filter(type -> !type.getPackageName().equals(ROOT + "config"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getPackageName,
                    TreeMap::new,
                    Collectors.mapping(JavaClass::getSimpleName, Collectors.toList())));
    assertTrue(mappings.values().stream().allMatch(names -> names.size() == 1), mappings::toString);
  }

  /** A second budget would let requests exceed the configured limit. */
  @Test
  void oneByteBudgetIsMadeForTheWholeProcess() {
    Set<String> makers =
        CLASSES.get(ByteBudget.class).getConstructorCallsToSelf().stream()
            .map(call -> call.getOriginOwner().getSimpleName())
            .collect(Collectors.toSet());
    assertEquals(Set.of("ByteBudgetProducer"), makers);
  }

  @Test
  void onlyFetchOpensHttpConnections() {
    noClasses()
        .that(resideOutsideOfPackage(ROOT + "fetch"))
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.vertx.core.http.HttpClient")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.net.URL")
        .check(CLASSES);
  }

  /** Spans may hold data of profiles, so one class starts them and names what they hold. */
  @Test
  void spansAreStartedInOneClass() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(Spans.class)
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.opentelemetry.api.GlobalOpenTelemetry")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.opentelemetry.api.trace.SpanBuilder")
        .check(CLASSES);
  }

  /** The build runs tagged tests in one JVM, and all other tests in two. */
  @Test
  void testsOfTheServiceAreTagged() {
    classes()
        .that()
        .areAnnotatedWith(QuarkusTest.class)
        .should(
            new ArchCondition<>("carry the tag \"service\"") {
              @Override
              public void check(JavaClass test, ConditionEvents events) {
                Tag tag = test.reflect().getAnnotation(Tag.class);
                events.add(
                    new SimpleConditionEvent(
                        test, tag != null && tag.value().equals("service"), test.getName()));
              }
            })
        .check(TESTS);
  }

  /**
   * A test that is skipped in {@code @BeforeEach} still runs {@code @AfterEach}, without a server.
   */
  @Test
  void redisServersAreStartedWhereTheirTestIsMade() {
    fields().that().haveRawType(TestRedis.class).should().beFinal().check(TESTS);
  }
}
