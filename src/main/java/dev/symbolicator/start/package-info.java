/**
 * Makes a fresh process fast: the warm-up when the service starts, and the archive of classes that
 * the build makes.
 *
 * <p>{@code StartWarmUp} sends the demo's trace, from the class path, through {@code Symbolicator}
 * fifty times, and compiles the demo's script six times, on one thread. It begins before the port
 * opens, and readiness waits for it, 400 ms at most. Nothing is fetched, stored or counted, so a
 * round leaves nothing.
 *
 * <p>{@code ArchiveMaker} is a program that the build and the Dockerfile run. It starts the
 * packaged service with a folder of its own, serves copies of the demo's script on loopback, posts
 * traces of them, and ends the service; the JVM then writes {@code classes.jsa}: an archive of
 * class data sharing, from JDK 25 on an AOT cache with the profiles of methods. Both are named by
 * {@code -XX:SharedArchiveFile}. A JVM shares only classes on the class path, so Quarkus' own class
 * loader is not used, and all classes are in one jar ({@code uber-jar}), since a JVM that searches
 * two hundred jars for each class starts a third slower. An archive that is missing, or of another
 * JVM or jar, is not used.
 *
 * <p>{@code StartWarmUpTest} and {@code ArchiveMakerTest} speak for this package; {@code
 * src/test/load/start.mjs} measures.
 */
@NullMarked
package dev.symbolicator.start;

import org.jspecify.annotations.NullMarked;
