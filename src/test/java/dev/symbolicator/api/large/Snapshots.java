package dev.symbolicator.api.large;

import java.nio.charset.StandardCharsets;

/** Makes heap snapshots of objects without scripts, so that they come back unchanged. */
final class Snapshots {
  private static final String META =
      "{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\",\"edge_count\",\"detachedness\"],"
          + "\"node_types\":[[\"hidden\",\"array\",\"string\",\"object\",\"code\",\"closure\"],"
          + "\"string\",\"number\",\"number\",\"number\",\"number\"],"
          + "\"edge_fields\":[\"type\",\"name_or_index\",\"to_node\"],"
          + "\"edge_types\":[[\"context\",\"element\",\"property\",\"internal\",\"hidden\"],"
          + "\"string_or_number\",\"node\"],"
          + "\"trace_function_info_fields\":[\"function_id\",\"name\",\"script_name\","
          + "\"script_id\",\"line\",\"column\"],"
          + "\"trace_node_fields\":[\"id\",\"function_info_index\",\"count\",\"size\",\"children\"],"
          + "\"sample_fields\":[\"timestamp_us\",\"last_assigned_id\"],"
          + "\"location_fields\":[\"object_index\",\"script_id\",\"line\",\"column\"]}";
  private static final String HEAD =
      "{\"snapshot\":{\"meta\":%s,\"node_count\":%d,\"edge_count\":0,\"trace_function_count\":0},\n\"nodes\":[";
  private static final String TAIL =
      "],\n\"edges\":[],\n\"trace_function_infos\":[],\n\"trace_tree\":[],\n\"samples\":[],\n"
          + "\"locations\":[],\n\"strings\":[\"Point\",\"%s\"]}";
  private static final int NODE = 30;

  private Snapshots() {}

  /** Returns a snapshot of so many bytes, at least 4 KiB. */
  static byte[] ofSize(int size) {
    int count = (size - 2048) / NODE;
    StringBuilder text = new StringBuilder(size).append(HEAD.formatted(META, count));
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "3,0," : ",3,0,").append(2 * i + 1).append(",16,0,0");
    }
    int left = size - text.length() - TAIL.length() + 2;
    text.append(TAIL.formatted("x".repeat(left)));
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
