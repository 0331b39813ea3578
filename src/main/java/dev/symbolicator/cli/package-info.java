/**
 * The main program: the service, or a command that symbolicates files and opens no port. The
 * command finds its files and the maps of all their scripts, then starts what it needs of the
 * service. {@code StartFault} says why either does not start.
 *
 * <p>{@code SymbolicateCommandTest} and {@code SymbolicateJarTest} speak for the command, {@code
 * ProfileFilesTest} for its files, {@code PrintableTest} and {@code TerminalTest} for what a
 * terminal gets, {@code StartFaultTest} and {@code StartJarTest} for starts.
 */
@NullMarked
package dev.symbolicator.cli;

import org.jspecify.annotations.NullMarked;
