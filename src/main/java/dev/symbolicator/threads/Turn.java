package dev.symbolicator.threads;

/**
 * Names the queue in which a job waits. Groups share the slots evenly, and the keys of a group take
 * turns.
 *
 * @param group such as a tenant
 * @param key such as an origin; a key's own limit counts the jobs of all groups
 */
public record Turn(String group, String key) {}
