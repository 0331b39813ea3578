/**
 * Finds the symbol table of a script by its URL. Knows no profiles and no requests.
 *
 * <p>{@code Scripts} answers from memory if it can; if not, {@code ScriptPipeline} loads, in the
 * stages that its file describes. All callers of a script share one load ({@code ScriptLoads}), and
 * no caller's deadline ends it. The stages use {@code MemoryTier} (known), {@code RecordStore} and
 * {@code TableStore} (recorded), {@code LoadLocks} (locked), {@code FileLoader} and {@code MapLink}
 * (fetched), {@code TableCompiler} (compiled), and the stores again (remembered). Failures are
 * values, and {@code ScriptFailures} gives each a {@code ScriptStatus} for the report. {@code
 * OriginCheck} asks an origin whether its files changed; {@code Revalidations} decides what the
 * answer means. A changed script passes through the pipeline again from <i>fetched</i> on, and no
 * file is fetched twice.
 *
 * <p>{@code ScriptsTest} speaks for loads, {@code RevalidationTest} and {@code
 * MissRevalidationTest} for changes, {@code RestartTest} and {@code SharedScriptsTest} for stored
 * symbols, {@code OverloadTest} for too little memory.
 */
@NullMarked
package dev.symbolicator.script;

import org.jspecify.annotations.NullMarked;
