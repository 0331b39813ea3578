package dev.symbolicator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

final class Manifests {
  private static final Set<String> KUSTOMIZATION_KEYS =
      Set.of(
          "apiVersion",
          "kind",
          "namespace",
          "resources",
          "components",
          "patches",
          "images",
          "configMapGenerator");

  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

  private Manifests() {}

  static List<Path> manifests(Path folder) throws IOException {
    return yamlFiles(folder).stream().filter(file -> !isKustomization(file)).toList();
  }

  static List<Path> kustomizations(Path folder) throws IOException {
    return yamlFiles(folder).stream().filter(Manifests::isKustomization).toList();
  }

  /** Reads the only object in a file, as the Kubernetes model's type for its kind. */
  static HasMetadata load(Path manifest) throws IOException {
    return SERIALIZATION.unmarshal(Files.readString(manifest));
  }

  static Map<?, ?> kustomization(Path file) throws IOException {
    return SERIALIZATION.unmarshal(Files.readString(file), Map.class);
  }

  static List<String> problems(Path kustomization) throws IOException {
    Map<?, ?> content = kustomization(kustomization);
    List<String> problems = new ArrayList<>();
    content.keySet().stream()
        .filter(key -> !KUSTOMIZATION_KEYS.contains(key))
        .forEach(key -> problems.add("unknown key: " + key));
    if (!(content.get("resources") instanceof List<?>)) {
      problems.add("no resources");
    }
    for (String key : List.of("resources", "components")) {
      if (content.get(key) instanceof List<?> files) {
        files.stream()
            .filter(file -> !Files.exists(kustomization.resolveSibling(file.toString())))
            .forEach(file -> problems.add("no such file: " + file));
      }
    }
    if (content.get("patches") instanceof List<?> patches) {
      patches.stream()
          .map(patch -> ((Map<?, ?>) patch).get("path"))
          .filter(Objects::nonNull) // A patch may be written in place.
          .filter(path -> !Files.exists(kustomization.resolveSibling(path.toString())))
          .forEach(path -> problems.add("no such file: " + path));
    }
    if (content.get("configMapGenerator") instanceof List<?> generated) {
      generated.stream()
          .flatMap(map -> ((List<?>) ((Map<?, ?>) map).get("files")).stream())
          .filter(file -> !Files.exists(kustomization.resolveSibling(file.toString())))
          .forEach(file -> problems.add("no such file: " + file));
    }
    return problems;
  }

  private static List<Path> yamlFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().matches(".*\\.ya?ml")).sorted().toList();
    }
  }

  private static boolean isKustomization(Path file) {
    return file.getFileName().toString().startsWith("kustomization.");
  }
}
