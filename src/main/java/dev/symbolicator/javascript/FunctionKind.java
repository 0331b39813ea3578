package dev.symbolicator.javascript;

/** The kinds of functions. The kind decides at which token V8 reports a function. */
public enum FunctionKind {
  /** {@code function f(){}}: starts at the parenthesis. */
  DECLARATION,
  /** {@code function(){}} within an expression: starts at the parenthesis. */
  EXPRESSION,
  /** {@code a => b}: starts at its first token, {@code async} included. */
  ARROW,
  /** A method, getter, setter or constructor of a class or object: starts at the parenthesis. */
  METHOD,
  /** A class: its implicit constructor starts at the word {@code class}. */
  CLASS,
  /** The initialisers of all instance fields of a class: starts at a field, in V8 at the first. */
  INSTANCE_FIELDS,
  /** The static fields and static blocks of a class: starts at a word {@code static}. */
  STATIC_FIELDS
}
