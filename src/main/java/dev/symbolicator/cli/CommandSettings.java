package dev.symbolicator.cli;

import java.util.List;

/** Sets the configuration of a command, whatever the environment says. */
final class CommandSettings {
  private CommandSettings() {}

  /**
   * Configures this process as a command: no port, logs to standard error, nothing kept on disk.
   *
   * @param isWebAsked whether scripts and maps are fetched that the rules do not find
   */
  static void apply(List<MapFolder.Rule> rules, boolean isWebAsked) {
    set("quarkus.http.host-enabled", "false");
    set("quarkus.shutdown.delay", "0");
    set("quarkus.banner.enabled", "false");
    set("quarkus.log.level", "WARN");
    set("quarkus.log.console.stderr", "true");
    set("quarkus.log.console.json.enabled", "false");
    set("symbolicator.cache.max-disk-size", "0");
    set("symbolicator.symbolication.deadline", "10M");
    set("symbolicator.maps.places", isWebAsked ? "folder,web" : "folder");
    for (int i = 0; i < rules.size(); i++) {
      MapFolder.Rule rule = rules.get(i);
      String prefix = "symbolicator.maps.mounted.folder" + i;
      set(prefix + ".url", rule.url());
      set(prefix + ".location", rule.directory() + "/");
    }
  }

  private static void set(String key, String value) {
    System.setProperty(key, literal(value));
  }

  /** Returns a value in which no dollar sign begins an expression. */
  static String literal(String value) {
    return value.replace("$", "\\$");
  }
}
