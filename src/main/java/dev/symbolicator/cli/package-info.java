/**
 * The main program: the service, or a command that symbolicates one file and opens no port.
 *
 * <p>{@code SymbolicateCommandTest} speaks for the command, {@code PrintableTest} for what a
 * terminal gets.
 */
@NullMarked
package dev.symbolicator.cli;

import org.jspecify.annotations.NullMarked;
