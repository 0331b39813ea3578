package dev.symbolicator.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.large.LargeRunner.LargeLimits;
import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.testing.OutsideProgram;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesManifestsTest {
  private static final Path K8S = Path.of("k8s");
  private static final Path MONITORING = K8S.resolve("monitoring");
  private static final Path WRONG = Path.of("src/test/resources/kubernetes");

  static List<Path> manifests() throws IOException {
    return Manifests.manifests(K8S);
  }

  static List<Path> kustomizations() throws IOException {
    return Manifests.kustomizations(K8S);
  }

  static Stream<Deployment> deployments() throws IOException {
    List<Deployment> deployments = new ArrayList<>();
    for (Path manifest : manifests()) {
      if (!isPatch(manifest) && Manifests.load(manifest) instanceof Deployment deployment) {
        deployments.add(deployment);
      }
    }
    return deployments.stream();
  }

  /** A patch holds only the fields that it sets. */
  private static boolean isPatch(Path manifest) {
    return manifest.getFileName().toString().endsWith("-patch.yaml");
  }

  static Stream<Container> containers() throws IOException {
    return deployments().map(KubernetesManifestsTest::pod).flatMap(KubernetesManifestsTest::all);
  }

  static Stream<Container> symbolicators() throws IOException {
    return containers().filter(container -> container.getName().equals("symbolicator"));
  }

  /** Returns the manifests whose kinds are Kubernetes' own, and not the Prometheus operator's. */
  static List<Path> manifestsOfKubernetes() throws IOException {
    return manifests().stream().filter(file -> !file.startsWith(MONITORING)).toList();
  }

  @ParameterizedTest
  @MethodSource("manifestsOfKubernetes")
  void kubernetesKnowsEveryField(Path manifest) throws Exception {
    HasMetadata object = Manifests.load(manifest);
    assertFalse(object instanceof GenericKubernetesResource, "unknown kind " + object.getKind());
    assertEquals(List.of(), AdditionalProperties.of(object));
  }

  @Test
  void misspeltFieldIsFoundAtEveryLevel() throws Exception {
    List<String> found = AdditionalProperties.of(Manifests.load(WRONG.resolve("misspelt.yaml")));
    String container = ".spec.template.spec.containers[0]";
    assertEquals(
        Set.of(
            ".metadata.label",
            container + ".securityContext.readOnlyRootFileSystem",
            container + ".readinessProbe.httpGet.schema"),
        Set.copyOf(found));
  }

  @ParameterizedTest
  @MethodSource("kustomizations")
  void kustomizationNamesFilesThatExist(Path kustomization) throws IOException {
    assertEquals(List.of(), Manifests.problems(kustomization));
  }

  @Test
  void kustomizationOfAnAbsentFileIsFound() throws IOException {
    Path wrong = WRONG.resolve("dangling/kustomization.yaml");
    assertEquals(
        Set.of("no such file: absent.yaml", "unknown key: resource"),
        Set.copyOf(Manifests.problems(wrong)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"base", "sidecar", "example", "bucket", "volume", "kafka", "door", "production"})
  void kubectlBuildsTheKustomization(String name) throws Exception {
    String output = built(name);
    assertTrue(output.contains("kind: Deployment"), output);
    assertEquals(!name.matches("sidecar|kafka"), output.contains("kind: Service\n"));
    boolean isScaled = output.contains("kind: HorizontalPodAutoscaler\n");
    assertEquals(name.matches("kafka|door|production"), isScaled);
    assertNotEquals(isScaled, output.contains("  replicas: "), "who sets the number of pods");
  }

  @Test
  void kubectlPutsImageAndNamespaceIntoATeamsOverlay() throws Exception {
    String output = built("production");
    assertTrue(output.contains("image: registry.example/profile-symbolicator:"), output);
    assertFalse(output.contains("image: profile-symbolicator:"), output);
    int objects = output.split("(?m)^kind: ", -1).length - 1;
    int namespaces = output.split("(?m)^  namespace: profile-symbolicator$", -1).length - 1;
    assertEquals(objects - 1, namespaces, "every object but the namespace itself is in it");
  }

  @Test
  void teamsOverlayReplacesTheImageOfTheBase() throws IOException {
    Map<?, ?> kustomization = Manifests.kustomization(K8S.resolve("production/kustomization.yaml"));
    Map<?, ?> image = (Map<?, ?>) ((List<?>) kustomization.get("images")).get(0);
    assertEquals(
        pod(base()).getContainers().get(0).getImage(),
        image.get("name") + ":" + image.get("newTag"));
    HasMetadata namespace = Manifests.load(K8S.resolve("production/namespace.yaml"));
    assertEquals(namespace.getMetadata().getName(), kustomization.get("namespace"));
  }

  @Test
  void kubectlBuildsTheMonitoring() throws Exception {
    String output = built("monitoring");
    for (String kind : List.of("PodMonitor", "PrometheusRule", "ConfigMap")) {
      assertTrue(output.contains("kind: " + kind + "\n"), output);
    }
  }

  @Test
  void monitorSelectsTheDeploymentsPodsAndTheirPort() throws IOException {
    GenericKubernetesResource monitor =
        load(GenericKubernetesResource.class, "monitoring/pod-monitor.yaml");
    assertEquals("monitoring.coreos.com/v1", monitor.getApiVersion());
    assertEquals("PodMonitor", monitor.getKind());
    assertEquals(selector(base()), monitor.get("spec", "selector", "matchLabels"));
    assertEquals("/q/metrics", monitor.get("spec", "podMetricsEndpoints", 0, "path"));
    assertEquals(
        pod(base()).getContainers().get(0).getPorts().get(0).getName(),
        monitor.<String>get("spec", "podMetricsEndpoints", 0, "port"));
    String jobLabel = monitor.get("spec", "jobLabel");
    assertEquals("profile-symbolicator", selector(base()).get(jobLabel));
  }

  @Test
  void operationsPageHasASectionForEachAlert() throws IOException {
    GenericKubernetesResource rule =
        load(GenericKubernetesResource.class, "monitoring/prometheus-rule.yaml");
    assertEquals("monitoring.coreos.com/v1", rule.getApiVersion());
    assertEquals("PrometheusRule", rule.getKind());
    List<Map<String, ?>> rules = rule.get("spec", "groups", 0, "rules");
    List<String> alerts = new ArrayList<>();
    for (Map<String, ?> each : rules) {
      Map<?, ?> annotations = (Map<?, ?>) each.get("annotations");
      assertEquals(Set.of("summary", "description", "runbook"), annotations.keySet());
      String alert = (String) each.get("alert");
      assertEquals(
          "docs/operations.md#" + alert.toLowerCase(Locale.ROOT), annotations.get("runbook"));
      alerts.add(alert);
    }
    List<String> sections =
        Files.readAllLines(Path.of("docs/operations.md")).stream()
            .filter(line -> line.startsWith("### "))
            .map(line -> line.substring(4))
            .toList();
    assertEquals(alerts, sections);
  }

  private static String built(String kustomization) throws Exception {
    Path kubectl = OutsideProgram.findOrSkip("kubectl");
    Process process =
        new ProcessBuilder(kubectl.toString(), "kustomize", K8S.resolve(kustomization).toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void podRunsWithoutRootAndWithoutAToken(Deployment deployment) {
    PodSpec pod = pod(deployment);
    assertTrue(pod.getSecurityContext().getRunAsNonRoot());
    assertNotEquals(0L, pod.getSecurityContext().getRunAsUser());
    assertEquals("RuntimeDefault", pod.getSecurityContext().getSeccompProfile().getType());
    assertFalse(pod.getAutomountServiceAccountToken());
  }

  @ParameterizedTest
  @MethodSource("containers")
  void containerCanNeitherGainPrivilegesNorWriteToItsRoot(Container container) {
    SecurityContext context = container.getSecurityContext();
    assertFalse(context.getAllowPrivilegeEscalation());
    assertTrue(context.getReadOnlyRootFilesystem());
    assertEquals(List.of("ALL"), context.getCapabilities().getDrop());
    assertEquals(List.of(), context.getCapabilities().getAdd());
  }

  @ParameterizedTest
  @MethodSource("containers")
  void memoryIsRequestedAsItIsLimited(Container container) {
    Map<String, Quantity> requests = container.getResources().getRequests();
    assertEquals(requests.get("memory"), container.getResources().getLimits().get("memory"));
    assertTrue(requests.containsKey("cpu"));
  }

  @ParameterizedTest
  @MethodSource("symbolicators")
  void probesAskForHealth(Container container) {
    assertProbe("/q/health/started", container.getStartupProbe(), container);
    assertProbe("/q/health/ready", container.getReadinessProbe(), container);
    assertProbe("/q/health/live", container.getLivenessProbe(), container);
  }

  private static void assertProbe(String path, Probe probe, Container container) {
    assertEquals(path, probe.getHttpGet().getPath());
    String port = probe.getHttpGet().getPort().getStrVal();
    List<String> named =
        container.getPorts().stream()
            .filter(candidate -> candidate.getContainerPort() == 8080)
            .map(ContainerPort::getName)
            .toList();
    assertEquals(List.of(port), named);
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void temporaryFolderIsABoundedEmptyDir(Deployment deployment) {
    PodSpec pod = pod(deployment);
    List<Container> symbolicators =
        all(pod).filter(container -> container.getName().equals("symbolicator")).toList();
    assertEquals(1, symbolicators.size());
    VolumeMount mount = symbolicators.get(0).getVolumeMounts().get(0);
    assertEquals("/tmp", mount.getMountPath());
    Volume volume =
        pod.getVolumes().stream()
            .filter(candidate -> candidate.getName().equals(mount.getName()))
            .findFirst()
            .orElseThrow();
    assertEquals(
        (1280L << 20) + largeBodies(symbolicators.get(0)),
        Quantity.getAmountInBytes(volume.getEmptyDir().getSizeLimit()).longValueExact());
  }

  /** Returns the bytes that large bodies take on disk at most. */
  private static long largeBodies(Container container) {
    String size = variable(container, "SYMBOLICATOR_HTTP_MAX_LARGE_BODY_SIZE").orElseThrow();
    return LargeLimits.DEFAULT.atOnce() * new MemorySizeConverter().convert(size).asLongValue();
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void podMayRunUntilTheServiceHasStopped(Deployment deployment) {
    PodSpec pod = pod(deployment);
    Container symbolicator =
        all(pod).filter(each -> each.getName().equals("symbolicator")).findFirst().orElseThrow();
    Duration stop =
        duration(symbolicator, "QUARKUS_SHUTDOWN_DELAY", "2S")
            .plus(duration(symbolicator, "QUARKUS_SHUTDOWN_TIMEOUT", "6S"));
    Long grace = pod.getTerminationGracePeriodSeconds();
    assertTrue(stop.toSeconds() + 5 <= (grace == null ? 30 : grace), stop::toString);
    assertNull(symbolicator.getLifecycle());
  }

  private static Duration duration(Container container, String variable, String byDefault) {
    String value = variable(container, variable).orElse(byDefault);
    return DurationConverter.parseDuration(value);
  }

  @Test
  void sidecarStartsBeforeThePipelineAndStaysBesideIt() throws IOException {
    Deployment deployment = load(Deployment.class, "sidecar/deployment.yaml");
    Container sidecar = pod(deployment).getInitContainers().get(0);
    assertEquals("symbolicator", sidecar.getName());
    assertEquals("Always", sidecar.getRestartPolicy());
  }

  @Test
  void serviceReachesTheDeploymentsPods() throws IOException {
    Service service = load(Service.class, "base/service.yaml");
    Deployment deployment = base();
    Map<String, String> labels = deployment.getSpec().getTemplate().getMetadata().getLabels();
    assertTrue(labels.entrySet().containsAll(service.getSpec().getSelector().entrySet()));
    assertTrue(labels.entrySet().containsAll(selector(deployment).entrySet()));
    ServicePort port = service.getSpec().getPorts().get(0);
    Container container = pod(deployment).getContainers().get(0);
    assertEquals(container.getPorts().get(0).getName(), port.getTargetPort().getStrVal());
  }

  @Test
  void podUsesTheServiceAccountWithoutAToken() throws IOException {
    ServiceAccount account = load(ServiceAccount.class, "base/service-account.yaml");
    Deployment deployment = base();
    assertFalse(account.getAutomountServiceAccountToken());
    assertEquals(account.getMetadata().getName(), pod(deployment).getServiceAccountName());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "base/network-policy.yaml",
        "example/network-policy.yaml",
        "bucket/network-policy.yaml",
        "kafka/network-policy.yaml"
      })
  void egressPolicySelectsTheDeploymentsPods(String file) throws IOException {
    NetworkPolicy policy = load(NetworkPolicy.class, file);
    Deployment deployment = base();
    assertEquals(List.of("Egress"), policy.getSpec().getPolicyTypes());
    assertEquals(selector(deployment), policy.getSpec().getPodSelector().getMatchLabels());
  }

  @Test
  void everyEgressRuleNamesDestinationAndPorts() throws IOException {
    for (Path file : manifests()) {
      if (!(Manifests.load(file) instanceof NetworkPolicy policy)) {
        continue;
      }
      for (NetworkPolicyEgressRule rule : policy.getSpec().getEgress()) {
        assertFalse(rule.getTo().isEmpty(), "an empty list is every destination: " + file);
        assertFalse(rule.getPorts().isEmpty(), "an empty list is every port: " + file);
      }
    }
  }

  @Test
  void ingressPolicyNamesCallersOfThePodsPort() throws IOException {
    NetworkPolicy policy = load(NetworkPolicy.class, "ingress/network-policy.yaml");
    assertEquals(List.of("Ingress"), policy.getSpec().getPolicyTypes());
    assertEquals(selector(base()), policy.getSpec().getPodSelector().getMatchLabels());
    for (NetworkPolicyIngressRule rule : policy.getSpec().getIngress()) {
      assertFalse(rule.getFrom().isEmpty(), "an empty list is every caller");
      assertEquals(
          List.of(pod(base()).getContainers().get(0).getPorts().get(0).getName()),
          rule.getPorts().stream().map(port -> port.getPort().getStrVal()).toList());
    }
  }

  @Test
  void replicasSpreadOverZonesAndNodesIfTheyCan() throws IOException {
    List<TopologySpreadConstraint> constraints = pod(base()).getTopologySpreadConstraints();
    assertEquals(
        List.of("topology.kubernetes.io/zone", "kubernetes.io/hostname"),
        constraints.stream().map(TopologySpreadConstraint::getTopologyKey).toList());
    for (TopologySpreadConstraint constraint : constraints) {
      assertEquals("ScheduleAnyway", constraint.getWhenUnsatisfiable());
      assertEquals(selector(base()), constraint.getLabelSelector().getMatchLabels());
    }
  }

  @Test
  void disruptionBudgetAllowsOneUnavailableReplica() throws IOException {
    PodDisruptionBudget budget = load(PodDisruptionBudget.class, "base/pod-disruption-budget.yaml");
    assertEquals(selector(base()), budget.getSpec().getSelector().getMatchLabels());
    assertEquals(1, budget.getSpec().getMaxUnavailable().getIntVal());
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "bucket", "volume", "kafka"})
  void patchNamesTheContainerOfTheBase(String folder) throws IOException {
    Deployment patch = patch(folder);
    Deployment deployment = base();
    assertEquals(deployment.getMetadata().getName(), patch.getMetadata().getName());
    assertEquals(
        pod(deployment).getContainers().get(0).getName(),
        pod(patch).getContainers().get(0).getName());
  }

  @ParameterizedTest
  @ValueSource(strings = {"bucket", "volume"})
  void tokensAreMountedFilesOfASecret(String folder) throws IOException {
    PodSpec pod = pod(patch(folder));
    Container container = pod.getContainers().get(0);
    String mount = mountPath(container, "tokens");
    assertEquals(
        List.of(mount + "/ci", mount + "/pipeline"),
        container.getEnv().stream()
            .filter(variable -> variable.getName().endsWith("_VALUE_FILE"))
            .map(EnvVar::getValue)
            .toList());
    assertTrue(
        container.getEnv().stream().noneMatch(variable -> variable.getName().endsWith("_VALUE")));
    assertEquals("profile-symbolicator-tokens", volume(pod, "tokens").getSecret().getSecretName());
    assertEquals(0440, volume(pod, "tokens").getSecret().getDefaultMode());
  }

  @Test
  void volumeHoldsTheSourceMapsOfOneReplica() throws IOException {
    Deployment patch = patch("volume");
    assertEquals(1, patch.getSpec().getReplicas());
    assertEquals("Recreate", patch.getSpec().getStrategy().getType());
    Container container = pod(patch).getContainers().get(0);
    String directory = variable(container, "SYMBOLICATOR_MAPS_DIRECTORY").orElseThrow();
    assertTrue(directory.startsWith(mountPath(container, "source-maps") + "/"));
    PersistentVolumeClaim claim = load(PersistentVolumeClaim.class, "volume/volume-claim.yaml");
    assertEquals(
        claim.getMetadata().getName(),
        volume(pod(patch), "source-maps").getPersistentVolumeClaim().getClaimName());
  }

  @Test
  void autoscalerSetsTheNumberOfConsumersByTheirLag() throws IOException {
    HorizontalPodAutoscaler autoscaler =
        load(HorizontalPodAutoscaler.class, "kafka/autoscaler.yaml");
    assertEquals(
        base().getMetadata().getName(), autoscaler.getSpec().getScaleTargetRef().getName());
    assertEquals(
        "symbolicator_kafka_lag_seconds",
        autoscaler.getSpec().getMetrics().get(0).getPods().getMetric().getName());
    assertTrue(autoscaler.getSpec().getMinReplicas() >= base().getSpec().getReplicas());
  }

  @Test
  void autoscalerAddsPodsBeforeTheLimitOfTheirProcessors() throws IOException {
    HorizontalPodAutoscaler autoscaler =
        load(HorizontalPodAutoscaler.class, "autoscaler/autoscaler.yaml");
    assertEquals(
        base().getMetadata().getName(), autoscaler.getSpec().getScaleTargetRef().getName());
    assertTrue(autoscaler.getSpec().getMinReplicas() >= base().getSpec().getReplicas());
    Quantity target =
        autoscaler.getSpec().getMetrics().get(0).getResource().getTarget().getAverageValue();
    Quantity limit = pod(base()).getContainers().get(0).getResources().getLimits().get("cpu");
    assertTrue(target.getNumericalAmount().compareTo(limit.getNumericalAmount()) < 0);
  }

  @Test
  void credentialsOfKafkaAreAMountedFileOfASecret() throws IOException {
    PodSpec pod = pod(patch("kafka"));
    Container container = pod.getContainers().get(0);
    assertTrue(
        variable(container, "SMALLRYE_CONFIG_LOCATIONS")
            .orElseThrow()
            .startsWith(mountPath(container, "kafka") + "/"));
    assertEquals("profile-symbolicator-kafka", volume(pod, "kafka").getSecret().getSecretName());
    assertEquals(0440, volume(pod, "kafka").getSecret().getDefaultMode());
  }

  @Test
  void temporaryFolderHasRoomForUploadsToTheBucket() throws IOException {
    long room =
        Quantity.getAmountInBytes(volume(pod(patch("bucket")), "tmp").getEmptyDir().getSizeLimit())
            .longValueExact();
    Container base = symbolicators().findFirst().orElseThrow();
    assertTrue(room >= (1L << 30) + ObjectLimits.DEFAULT.spoolBytes() + largeBodies(base));
  }

  @Test
  void bucketsRoleIsAnAnnotationOfTheServiceAccount() throws IOException {
    ServiceAccount patch = load(ServiceAccount.class, "bucket/service-account-patch.yaml");
    ServiceAccount account = load(ServiceAccount.class, "base/service-account.yaml");
    assertEquals(account.getMetadata().getName(), patch.getMetadata().getName());
    assertTrue(patch.getMetadata().getAnnotations().containsKey("eks.amazonaws.com/role-arn"));
  }

  private static <T> T load(Class<T> kind, String file) throws IOException {
    return assertInstanceOf(kind, Manifests.load(K8S.resolve(file)));
  }

  private static Deployment base() throws IOException {
    return load(Deployment.class, "base/deployment.yaml");
  }

  private static Optional<String> variable(Container container, String name) {
    return container.getEnv().stream()
        .filter(variable -> variable.getName().equals(name))
        .map(EnvVar::getValue)
        .findFirst();
  }

  private static Deployment patch(String folder) throws IOException {
    return load(Deployment.class, folder + "/deployment-patch.yaml");
  }

  private static String mountPath(Container container, String volume) {
    return container.getVolumeMounts().stream()
        .filter(mount -> mount.getName().equals(volume))
        .map(VolumeMount::getMountPath)
        .findFirst()
        .orElseThrow();
  }

  private static Volume volume(PodSpec pod, String name) {
    return pod.getVolumes().stream()
        .filter(volume -> volume.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, String> selector(Deployment deployment) {
    return deployment.getSpec().getSelector().getMatchLabels();
  }

  private static PodSpec pod(Deployment deployment) {
    return deployment.getSpec().getTemplate().getSpec();
  }

  private static Stream<Container> all(PodSpec pod) {
    return Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream());
  }
}
