package dev.symbolicator.redis;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import jakarta.inject.Singleton;

/**
 * Leaves out what the Redis client measures of itself. Every client does that under a random name,
 * and one is made anew whenever connections hang: its series would become more and more, and those
 * without a name of their own go on telling of the first client, with a warning in the log.
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
