/**
 * From a script's URL to its symbol table, as an HTTP cache: known, recorded, locked, fetched,
 * compiled, remembered, and revalidated when stale. Failures are values with a lifetime of their
 * own; profiles and requests are not known here.
 *
 * <p>Tests: ScriptsTest, RevalidationTest and MissRevalidationTest for what is asked when,
 * SharedScriptsTest and LoadLocksTest for several instances, RestartTest, OverloadTest.
 */
@NullMarked
package dev.symbolicator.script;

import org.jspecify.annotations.NullMarked;
