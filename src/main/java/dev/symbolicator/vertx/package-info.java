/**
 * All use of Vert.x's internal types, in one place for the next upgrade of Vert.x. Each class says
 * which need the public types leave open.
 */
@NullMarked
package dev.symbolicator.vertx;

import org.jspecify.annotations.NullMarked;
