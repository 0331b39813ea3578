/**
 * Finds the symbol table of a script by its URL. Knows no profiles and no requests.
 *
 * <p>{@code Scripts} answers from memory if it can. If not, {@code ScriptPipeline} loads; the file
 * has the stages in this order:
 *
 * <ul>
 *   <li>known: expired symbols in memory are revalidated with their origin ({@code MemoryTier},
 *       {@code Revalidations})
 *   <li>recorded: disk or Redis have the URL's last answer and its table ({@code RecordStore})
 *   <li>locked: one instance continues, the others wait for its record, a few seconds at most
 *       ({@code LoadLocks})
 *   <li>fetched: the script, then the map that the script names ({@code FileLoader}, {@code
 *       MapLink})
 *   <li>compiled: script and map become a table, unless the store has one by content ({@code
 *       TableStore} and {@code TableCompiler} of {@code tables})
 *   <li>remembered: disk and Redis store table and record, memory keeps the outcome ({@code
 *       ScriptLoads})
 * </ul>
 *
 * <p>A load belongs to no caller: {@code ScriptLoads} lets all callers of a script share one load,
 * and no caller's deadline ends it. Failures are values, and {@code ScriptFailures} gives each a
 * {@code ScriptStatus} for the report; an exception is a bug. {@code OriginCheck} asks an origin
 * whether its files changed; {@code Revalidations} decides what the answer means. A changed script
 * passes through the pipeline again from <i>fetched</i> on, and no file is fetched twice.
 *
 * <p>{@code ScriptsTest} speaks for loads, {@code RevalidationTest} and {@code
 * MissRevalidationTest} for changes, {@code RestartTest} and {@code SharedScriptsTest} for stored
 * symbols, {@code OverloadTest} for too little memory.
 */
@NullMarked
package dev.symbolicator.script;

import org.jspecify.annotations.NullMarked;
