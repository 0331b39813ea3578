package dev.symbolicator.testing;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The objects of this JVM that are reachable, counted by a walk over the heap after a collection.
 * What is only softly reachable counts too.
 */
public final class LiveObjects {
  /** Such as {@code 7: 1234 56789 java.lang.String (java.base@17)}. */
  private static final Pattern ROW = Pattern.compile("(?m)^ *\\d+: +(\\d+) +(\\d+) +(\\S+).*$");

  private static final Pattern NOT_COUNTED =
      Pattern.compile(
          "\\[*L?(java\\.|javax\\.|jdk\\.|sun\\.|com\\.sun\\.|io\\.netty\\.buffer\\.|"
              + "io\\.netty\\.util\\.Recycler|io\\.netty\\.channel\\.ChannelOutboundBuffer\\$Entry|"
              + "io\\.netty\\.handler\\.codec\\.http2\\.Hpack|io\\.netty\\.util\\.AsciiString)");

  private static final int SHOWN = 12;

  /** Shared by all counts, since ten thousand names would be live objects themselves. */
  private static final Map<String, Integer> NUMBERS = new HashMap<>();

  private static final List<String> NAMES = new ArrayList<>();

  /** By the number of the class. */
  private int[] instances = new int[0];

  private int[] bytes = new int[0];
  private long allBytes;

  private LiveObjects() {}

  /** Collects garbage, and counts what is left. */
  public static synchronized LiveObjects now() {
    try {
      Object histogram =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      LiveObjects live = new LiveObjects();
      Matcher row = ROW.matcher((String) histogram);
      while (row.find()) {
        live.add(row.group(3), Integer.parseInt(row.group(1)), Integer.parseInt(row.group(2)));
      }
      return live;
    } catch (JMException impossible) {
      throw new LinkageError("every HotSpot JVM tells", impossible);
    }
  }

  private void add(String type, int count, int size) {
    Integer number = NUMBERS.get(type);
    if (number == null) {
      number = NAMES.size();
      NUMBERS.put(type, number);
      NAMES.add(type);
    }
    if (number >= instances.length) {
      int length = Math.max(number + 1, NAMES.size() * 5 / 4);
      instances = Arrays.copyOf(instances, length);
      bytes = Arrays.copyOf(bytes, length);
    }
    instances[number] += count; // Several loaders may have a class of the name.
    bytes[number] += size;
    allBytes += size;
  }

  private static int at(int[] counts, int number) {
    return number < counts.length ? counts[number] : 0;
  }

  private int moreInstancesThan(LiveObjects before, int number) {
    return at(instances, number) - at(before.instances, number);
  }

  private int moreBytesThan(LiveObjects before, int number) {
    return at(bytes, number) - at(before.bytes, number);
  }

  public long moreBytesThan(LiveObjects before) {
    return allBytes - before.allBytes;
  }

  /**
   * Returns the classes with at least so many more instances than before, and how many more. Leaves
   * out the JDK's own classes, of which every part of the JVM makes some at any time, and those
   * that Netty pools or keeps in a connection's table of header fields, which has a fixed size.
   */
  public Map<String, Integer> classesWithMoreThan(LiveObjects before, int many) {
    Map<String, Integer> more = new TreeMap<>();
    for (int i = 0; i < NAMES.size(); i++) {
      int count = moreInstancesThan(before, i);
      if (count >= many && isCounted(NAMES.get(i))) {
        more.put(NAMES.get(i), count);
      }
    }
    return more;
  }

  /** Returns the classes of most of the bytes that there are more than before, for people. */
  public String mostBytesMoreThan(LiveObjects before) {
    return IntStream.range(0, NAMES.size())
        .boxed()
        .sorted((one, other) -> moreBytesThan(before, other) - moreBytesThan(before, one))
        .limit(SHOWN)
        .map(
            i ->
                "%s %+d (%+,d bytes)"
                    .formatted(
                        NAMES.get(i), moreInstancesThan(before, i), moreBytesThan(before, i)))
        .collect(Collectors.joining(", "));
  }

  private static boolean isCounted(String type) {
    return type.indexOf('.') > 0 && !NOT_COUNTED.matcher(type).lookingAt();
  }
}
