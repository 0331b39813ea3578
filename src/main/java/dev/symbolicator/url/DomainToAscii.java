package dev.symbolicator.url;

import com.ibm.icu.text.IDNA;
import com.ibm.icu.util.ICUInputTooLongException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The standard's "domain to ASCII" with beStrict false (URL Standard, section 3.3), which is UTS
 * #46.
 */
final class DomainToAscii {
  /**
   * Names that need UTS #46 and are longer than this many UTF-16 units, before or after it, are
   * failures. The 253 octets of a name that can be looked up stand for fewer, and Punycode takes
   * quadratic time.
   */
  static final int MAX_UNICODE_LENGTH = 512;

  private static final String FORBIDDEN = "\u007f #/:<>?@[\\]^|%";

  private DomainToAscii() {}

  /** The domain in lower-case ASCII, or null if it is empty or not valid. */
  static @Nullable String convert(String domain) {
    String ascii = needsUts46(domain) ? Uts46.toAscii(domain) : domain.toLowerCase(Locale.ROOT);
    return ascii == null || ascii.isEmpty() || hasForbiddenCodePoint(ascii) ? null : ascii;
  }

  private static boolean needsUts46(String domain) {
    boolean labelStart = true;
    for (int i = 0; i < domain.length(); i++) {
      char c = domain.charAt(i);
      if (c >= 0x80 || (labelStart && domain.regionMatches(true, i, "xn--", 0, 4))) {
        return true;
      }
      labelStart = c == '.';
    }
    return false;
  }

  private static boolean hasForbiddenCodePoint(String ascii) {
    return ascii.chars().anyMatch(c -> c < ' ' || FORBIDDEN.indexOf(c) >= 0);
  }

  /** Keeps ICU and its data unloaded until a name needs them. */
  private static final class Uts46 {
    private static final IDNA PROCESSOR =
        IDNA.getUTS46Instance(
            IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

    /** What CheckHyphens=false and VerifyDnsLength=false allow. */
    private static final Set<IDNA.Error> IGNORED =
        EnumSet.of(
            IDNA.Error.EMPTY_LABEL,
            IDNA.Error.LABEL_TOO_LONG,
            IDNA.Error.DOMAIN_NAME_TOO_LONG,
            IDNA.Error.LEADING_HYPHEN,
            IDNA.Error.TRAILING_HYPHEN,
            IDNA.Error.HYPHEN_3_4);

    static @Nullable String toAscii(String domain) {
      if (domain.length() > MAX_UNICODE_LENGTH) {
        return null;
      }
      IDNA.Info info = new IDNA.Info();
      try {
        String ascii = PROCESSOR.nameToASCII(domain, new StringBuilder(), info).toString();
        return IGNORED.containsAll(info.getErrors()) && ascii.length() <= MAX_UNICODE_LENGTH
            ? ascii
            : null;
      } catch (ICUInputTooLongException e) {
        // Mapping can make a label several times as long, and ICU has a limit of its own for one.
        return null;
      }
    }
  }
}
