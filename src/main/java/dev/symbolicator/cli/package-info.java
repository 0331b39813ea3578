/** The main program: the service, or a command that symbolicates one file and opens no port. */
@NullMarked
package dev.symbolicator.cli;

import org.jspecify.annotations.NullMarked;
