(function (root, factory) {
  if (typeof define === 'function' && define.amd) define(['exports', 'd3-scale'], factory);
  else if (typeof exports === 'object') factory(exports, require('d3-scale'));
  else factory((root.Chart = {}), root.d3);
})(typeof self !== 'undefined' ? self : this, function (exports, d3) {
  'use strict';
  var slice = Array.prototype.slice, later = window.requestAnimationFrame || function (fn) { return setTimeout(fn, 16); };

  function Chart(element, options) {
    if (!(this instanceof Chart)) return new Chart(element, options);
    this.element = element;
    this.options = Object.assign({ ticks: function (n) { return n; }, margin: 8 }, options);
    this.draw = function () { later(paint.bind(this)); }.bind(this);
    element.onclick = function (event) { this.hit(event); };
  }

  Chart.prototype.hit = function hitTest(event) {
    return this.series.some(function (s) { return s.contains(event.x, event.y); });
  };
  Chart.prototype = { constructor: Chart, resize: function () { this.draw(); }, get width() { return this.element.clientWidth; } };
  Chart.Axis = class Axis { constructor(scale) { this.scale = scale; } ticks() { return this.scale.ticks(); } };
  Chart.defaults = { colors: ['red', function (i) { return 'hsl(' + i * 40 + ',60%,50%)'; }], onEnd() {} };
  Chart.formats['%'] = function (x) { return x * 100 + '%'; };
  Chart.formats[d3.key] = (x) => x;
  Chart.plugins[0] = function () { return 'first'; };
  exports.Chart = Chart;
  exports.version = () => '2.1.0';
  window.drawAll = function () { slice.call(document.querySelectorAll('canvas')).forEach(function (c) { c.chart.draw(); }); };

  function paint() {
    var self = this;
    self.series.forEach(function each(s, i) {
      function point(p) { return [p.x, p.y]; }
      s.points.map(point).forEach(function (p) { self.context.lineTo(p[0], p[1]); }, self);
    });
  }
  !function () { Chart.ready = true; }();
  (function () { Chart.started = Date.now(); }).call(this);
  new (function Registry() { this.all = []; })();
  (0, d3.on)('zoom', function (event) { paint.call(event); });
  d3.select('svg').on('click', function () { paint.apply(this); }).on(`drag`, function () { later(paint); });
  d3['select']('body')[d3.key](function () { return 1; });
  element => element;
});

define('chart/legend', ['./chart'], function (chart) {
  return { render: function () { return chart; }, sort: (a, b) => a - b };
});

module.exports = function (options) { return new Legend(options); };
module.exports.Legend = Legend;
module.exports.Legend.of = (items) => new Legend({ items });
exports.mix = function () { return function () { return arguments.length; }; };

function Legend(options) { this.items = options.items; }
Legend.prototype.add = Legend.prototype.push = function (item) { this.items.push(item); };
Legend.prototype['remove-all'] = async function* () { for (const i of this.items) yield i; };
Object.defineProperty(Legend.prototype, 'size', { get: function () { return this.items.length; }, set(n) { this.items.length = n; } });
Legend.prototype.toString = () => /[/"'`(]/.test(`${'legend'}`) ? 'a' : `b ${(() => `c ${1}`)()} d`;
