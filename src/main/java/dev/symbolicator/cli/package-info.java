/**
 * The main program: the service, or a command that symbolicates one file and opens no port.
 *
 * <p>{@code SymbolicateCommandTest} runs it.
 */
@NullMarked
package dev.symbolicator.cli;

import org.jspecify.annotations.NullMarked;
