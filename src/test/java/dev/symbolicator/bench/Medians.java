package dev.symbolicator.bench;

import java.util.Arrays;

/** Computes medians over rounds, so that a round disturbed by other work does not count. */
final class Medians {
  private Medians() {}

  static double of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  static double ofRatios(double[] dividends, double[] divisors) {
    double[] ratios = new double[dividends.length];
    Arrays.setAll(ratios, round -> dividends[round] / divisors[round]);
    return of(ratios);
  }
}
