package dev.symbolicator.javascript.oracle;

import java.util.List;
import java.util.stream.Stream;

/**
 * Texts with functions of every position and name in V8, and texts whose syntax makes functions
 * hard to find. No text begins with a function.
 */
final class V8Snippets {

  /** Texts for the rules of a function's position and name. */
  private static final List<String> KINDS =
      List.of(
          "; function f(a) {} async function g() {} function* h() {} async function * i() {}",
          "const f = function (a) {}; const g = function h() {}; let i = async function () {}",
          "const f = (a) => a, g = a => a, h = () => {}; var i = async a => a, j = async (a) => a",
          "; class A { m() {} static s() {} *g() {} async n() {} async *o() {} static async *p() {} }",
          "; class A { get x() {} set x(v) {} static get y() {} static set y(v) {} }",
          "; class A { #m() {} get #x() {} set #x(v) {} static #s() {} static async *#g() {} }",
          "; class A { [k]() {} get [k]() {} static [Symbol.iterator]() {} ['m']() {} *[`n`]() {} }",
          "; class A { 'a-b'() {} 123() {} 0x10() {} 1e3() {} .5() {} 1_0() {} 1n() {} get 'q'() {} }",
          "; class A { constructor() {} } class B extends A { constructor() { super(); } }",
          "; class A {} class B extends A {} const C = class {}, D = class E {}; F = class {}",
          "const C = class { constructor() {} m() {} }, D = class E { constructor() {} }",
          "; class A { 'constructor'() {} } class B { static constructor() {} } "
              + "class C { ['constructor']() {} }",
          "const C = class { x = 1; static y = 2; }; class D { x; #y = 1; static #z; static {} }",
          "; class A { f = () => 1; #g = () => 2; 'h h' = function () {}; [k] = () => 3; 7 = () => 4 }",
          "; class A { static f = () => 1; static #g = function () {}; static [k] = () => 3 }",
          "var o = { f() {}, g: function () {}, h: () => 1, async i() {}, *j() {}, async *k() {} }",
          "var o = { get a() {}, set a(v) {}, get: () => 1, set: () => 2, async: () => 3 }",
          "var o = { get() {}, set() {}, async() {}, static() {}, await: () => 1, get get() {} }",
          "var o = { [k]: () => 1, [k]() {}, get [k]() {}, ['a']: () => 2, 'b': () => 3, 4: () => 5 }",
          "var o = { __proto__: () => 1 }, p = { '__proto__': () => 2 }, q = { __proto__() {} }",
          "var o = { a: { b: () => 1, c() {} }, d: [() => 2], e: class { m() {} } }",
          "let x; x = () => 1; x ||= () => 2; x &&= () => 3; x ??= () => 4; x = function () {}",
          "; (function (cb = () => 1, { a = () => 2, b: c = () => 3 } = {}, [d = () => 4] = []) {})()",
          "let { a = () => 1, b: c = () => 2, [k]: d = () => 3 } = {}, [e = function () {}] = []",
          "let a, b, o; ({ a = () => 1, b: a = () => 2, c: o.b = () => 3 } = {}); [b = () => 4] = []",
          "a.b = function () {}; this.x = () => 1; F.prototype.m = function () {}; a['c'] = () => 2",
          "f(() => 1); f(function () {}); f(function g() {}); new F(() => 2); f`${() => 3}`",
          "; (function () {})(); (() => {})(); !function () {}(); void function () {}()",
          "var x = c ? () => 1 : () => 2, y = null || (() => 3), z = (0, () => 4), w = (() => 5)",
          "var x = (function () {}), y = ((() => 1)), z = (class {}), w = (async () => 2)",
          "var x = (function () {}).bind(), y = function () {}.call(), z = (() => 1)()",
          "let f; (f) = () => 1; (f) = function () {}; [f] = [() => 2]; f += () => 3; f = g = () => 4",
          "; function f() { return () => 1; } function g() { return function () {}; }",
          "; function* g() { yield () => 1; const x = yield () => 2; } async () => await (() => 3)",
          "for (let i = () => 1; ; ) { break; } for (const x of [() => 2]) {} for (k in { a: () => 3 }) {}",
          "export default () => 1; export const a = () => 2; export function f() {} export class C {}",
          "export default function () {}",
          "export default async function () {}",
          "export default class { m() {} }",
          "export default (function () {})",
          "export default class { constructor() {} }",
          "export { a as default }; const a = () => 1",
          "const größer = () => 1, 𠮷 = () => 2, \\u0061b = () => 3, c\\u{64} = function () {}",
          "; class A { größe() {} \\u0061() {} #\\u0062() {} '\\x63'() {} static \\u{64} = () => 1 }",
          "var a =\r\n\r\n() => 1,\u2028b = () => 2\u2029, c =\rfunction () {}");

  /** Texts in which a function, a body, a regular expression or a template is hard to recognise. */
  private static final List<String> SYNTAX =
      List.of(
          "var a = b / c, d = () => /[/]\\/(){/g, e = a++ / f(() => 1)",
          "if (a) /function(){}/.test(b); while (c) /=>/g; x = (a) / f(() => 1) / 2",
          "var a = {} / f(() => 1); { } /() => 1/; function g() {} /() => 2/; h = function () {} / 2",
          "var t = `a${ `b${ () => 1 }c` }d${ { a: () => 2 } }`; u = `\\`${ function () {} }\\${`",
          "var a = b => c => d => e, f = async b => async (c) => d, g = (b = c => d) => e",
          "var a = async(() => 1), async = 1; async(x => x); var b = async => async, c = async () => 1",
          "var get = 1, set = 2, of = 3, let = 4; f(get => set, of => of); x = { get, set, of: () => 1 }",
          "label: for (;;) { break label; } a: { f(() => 1) } switch (b) { case () => 2: default: g() }",
          "switch (a) { case b ? c : d: () => 1; case { a: () => 2 }: { } default: () => 3 }",
          "; class A { get; set; static; async; x = 1; static static; get\n*g() {} }",
          "; class A { static async; static get = () => 1; static set() {} async\n m() {} }",
          "; class A { x = 1\n y = () => 2\n static z;['w'] = 3\n m() {} }",
          "; class A { a = b\n c() {} d = () => {}\n e() {} f = { g() {} }\n h() {} i = class { j() {} }\n k() {} }",
          "; class A extends (class { m() {} }) { n() {} } class B extends f(() => 1) { } "
              + "class C extends { D: class {} }.D { o() {} }",
          "; class A extends function () {} { m() {} } class B extends a.b[() => 1] {}",
          "; class A { [f(() => 1)]() {} [class { m() {} }] = 2; static [{ a() {} }.a] = () => 3 }",
          "; class A { static { var f = function () {}, g = () => 1; } static { } x = () => 2 }",
          "; class A { a = this.b / 2; c = /}/; d = `}${ () => 1 }`; e = a ? () => 2 : { f: () => 3 } }",
          "; class A { in; instanceof = 1; 'x'; 1 = 2; if() {} for = () => 1; class() {} function() {} }",
          "a.if.class.function(() => 1); a?.b(() => 2); a?.[() => 3]; a?.5:() => 4",
          "var a = b ? c => d : e => f, g = h ? (i) : (j) => k, l = m ? (n) => o : (p)",
          "var a = b ? { c: () => 1 } : { d() {} }, e = f ? g ? () => 1 : () => 2 : () => 3",
          "var a = 1\nvar b = () => 2\n;[() => 3].map(function () {})\n++c\nd = () => 4",
          "do { } while (f(() => 1)) (() => 2)(); if (a) function g() {} else (() => 3)()",
          "with (a) { b = () => 1 } try { } catch { c = () => 2 } finally { d(() => 3) }",
          "try { } catch ({ a = () => 1 }) { function f() {} } for (const [b = () => 2] of c) ;",
          "for await (const a of b) { f(() => 1) } export {}; for (var c of [() => 2]) {}",
          "for (async of => {}; false; ) {} for (var i in () => 1) {} for (let of = () => 2; ; ) break",
          "var a = typeof function () {}, b = new class { m() {} }(), c = delete (() => 1).x",
          "var a = new (class A { constructor() {} })(), b = new function () {}(), c = function () { new.target; }",
          "import a, { b as c } from 'd'; import('e').then(() => 1); import.meta.f = () => 2",
          "import e from './f.json' with { type: 'json' }; var g = () => 1",
          "<!-- () => 1\nvar a = () => 2\n--> () => 3\nvar b = () => 4",
          "#!/usr/bin/env node () => 1\nvar a = () => 2",
          "// () => 1\n/* function () {} */ var a = /* ( */ function /* ( */ f /* ( */ (/* ) */) { }",
          "var a = async /* x */ ( b ) /* y */ => /* z */ { }, c = ( /* ) => */ ) => 1",
          "var a = '() => 1', b = \"function () {}\", c = 'a\\\nb', d = \"\\\"\", e = () => 2",
          "var a = 1_000.5e-3, b = 0b11n, c = 0xffn, d = 1..toString(() => 1), e = .5.f(() => 2)",
          "var a = b\n/c/g.d(() => 1)",
          "var a = b ?? (() => 1), c = (d, e => f), g = [, () => 2, ...h(() => 3)]",
          "var a = { ...b, c() {}, ...(() => 1), d, e: f => g, 'h': 1, i }",
          "var a = (b, c) => ({ d() {}, e: () => 1 }), f = ({ g }) => g, h = ([i]) => i, j = (...k) => k",
          "var a = ({ b = () => 1 }, [c = () => 2], d = ({ e = () => 3 }) => 4) => 5",
          "; (a, b, c => d, (e) => f); ((a, b) => c); (async (a) => b); ((a) => (b) => (c) => d)",
          "x = function () { return /}/ } / 2; y = () => { }; (function () { }) / 3",
          "; function f() { var yield = () => 1; await = yield => await; }",
          "; class A { #x; static t(o) { return #x in o && (() => 1); } }",
          "a = b ? (c, d) : e => f; g = h ? i => (j, k) : l; m = n ? ({ o }) => p : q",
          "a: b: c: () => 1; { d: () => 2 } ({ e: () => 3 }); if (f) { g: h => i }",
          "if (a) ; else { } f(() => 1); if (b) { } else { } (() => 2)();",
          "let a = b\n? c => d\n: e => f, g = h\n|| (i => j), k = l\n, m = () => n",
          "const { a, b: { c = () => 1 } } = d, [, e = () => 2, ...[f = () => 3]] = g");

  private V8Snippets() {}

  static List<String> all() {
    return Stream.of(KINDS, SYNTAX).flatMap(List::stream).toList();
  }
}
