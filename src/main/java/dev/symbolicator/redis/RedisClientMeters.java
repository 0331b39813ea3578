package dev.symbolicator.redis;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import jakarta.inject.Singleton;

/**
 * Leaves out the Redis client's own metrics. Each client gives its series random names, and every
 * failure replaces the client, so the series would become more and more. Series with fixed names
 * would go on showing the first client, with a warning in the log.
 */
@Singleton
class RedisClientMeters implements MeterFilter {

  @Override
  public MeterFilterReply accept(Meter.Id id) {
    return "redis".equals(id.getTag("pool.type")) || "redis".equals(id.getTag("clientType"))
        ? MeterFilterReply.DENY
        : MeterFilterReply.NEUTRAL;
  }
}
