package dev.symbolicator.web;

import jakarta.ws.rs.NotFoundException;
import java.util.Map;

/**
 * Files that are served unless the page is switched off.
 *
 * <p>A path is a key of a fixed map and never becomes a file name, so no other file can be reached.
 */
record ServedFiles(WebConfig config, Map<String, WebFile> files) {

  /**
   * Refuses all requests if the page is switched off.
   *
   * @throws NotFoundException if it is
   */
  void requireEnabled() {
    if (!config.enabled()) {
      throw new NotFoundException();
    }
  }

  /**
   * Returns a file by its name.
   *
   * @throws NotFoundException if there is none, or the page is switched off
   */
  WebFile named(String name) {
    requireEnabled();
    WebFile file = files.get(name);
    if (file == null) {
      throw new NotFoundException();
    }
    return file;
  }
}
