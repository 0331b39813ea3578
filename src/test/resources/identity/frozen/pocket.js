// The names of this file were shortened before it became a source, and its lines were broken again.
function n(t) {
  return t && t.nodeType === 1;
}
function r(t, e) {
  for (var i in e) t[i] = e[i];
  return t;
}
function a(t) {
  var e = t.parentNode;
  e && e.removeChild(t);
}
var l = [];
const f = (t) => t.key;
const c = (t, e) => {
  l.push(() => e(t));
  return l.length;
};
let s = function (t) {
  return n(t) ? [t] : l.slice.call(t);
};
function h(t, e) {
  s(t).forEach((i) => i.addEventListener('click', e));
}
function p(t) {
  return new Promise((e) => setTimeout(e, t));
}
async function d(t) {
  await p(10);
  return (await fetch(t)).text();
}
function y(t) {
  return (this.q = t), this;
}
y.prototype.on = function (t) {
  return h(this.q, t), this;
};
y.prototype.off = function () {
  s(this.q).forEach(a);
};
function v() {
  return l.pop();
}
function m() {
  return v() && m();
}
function b(t) {
  return r({}, t);
}
function k(t) {
  return b(t).id;
}
function w(t) {
  return d(t).then(k);
}
function x(t, e) {
  return c(t, e) > 1;
}
function g(t) {
  return x(t, v);
}
function j() {
  return g(f);
}
function _(t) {
  return t ? j() : m();
}
function O(t) {
  return _(w(t));
}
function z(t) {
  return O(t).q;
}
export function pocket(t) {
  return new y(t);
}
