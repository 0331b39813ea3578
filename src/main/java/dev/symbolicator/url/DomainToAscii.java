package dev.symbolicator.url;

import com.ibm.icu.text.IDNA;
import com.ibm.icu.util.ICUInputTooLongException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts a domain to ASCII by UTS #46: "domain to ASCII" of the URL Standard, section 3.3, with
 * beStrict false.
 */
final class DomainToAscii {
  /**
   * The longest name that UTS #46 is applied to, in UTF-16 units, before and after the conversion.
   * A longer name is a failure, since Punycode takes quadratic time. Names that can be looked up
   * are shorter: at most 253 octets in ASCII.
   */
  static final int MAX_UNICODE_LENGTH = 512;

  private static final String FORBIDDEN = "\u007f #/:<>?@[\\]^|%";

  private DomainToAscii() {}

  /** Returns the domain in lower-case ASCII; null if the result is empty or not valid. */
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

    /** The errors that CheckHyphens=false and VerifyDnsLength=false allow. */
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
        // ICU limits a label's length, and mapping can make a label several times as long.
        return null;
      }
    }
  }
}
