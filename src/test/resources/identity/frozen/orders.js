import { createSlice, createAsyncThunk } from '@reduxjs/toolkit';
import { css, html } from './templates.js';

export const loadOrders = createAsyncThunk('orders/load', async (page, { signal, rejectWithValue }) => {
  const response = await fetch(`/orders?page=${page}`, { signal });
  return response.ok ? response.json() : rejectWithValue(response.status);
});

const slice = createSlice({
  name: 'orders',
  initialState: () => ({ byId: {}, ids: [] }),
  reducers: {
    add: { reducer(state, action) { state.ids.push(action.payload); }, prepare: (id) => ({ payload: id }) },
    'mark-paid'(state) { state.paid = true; },
    [loadOrders.typePrefix]: (state) => state,
    [`${'x'}-y`]: (state) => state.ids,
  },
  extraReducers: (builder) =>
    builder
      .addCase(loadOrders.pending, (state) => { state.status = 'loading'; })
      .addCase(loadOrders.fulfilled, (state, { payload }) => void (state.ids = payload.map(({ id }) => id))),
});

export default {
  data() { return { now: Date.now() }; },
  computed: { total: { get() { return this.sum; }, set(v) { this.sum = v; } }, late: (vm) => vm.now > 0 },
  watch: { 'order.status': function (next) { this.$emit('status', next); } },
  methods: { async save() { await api.save(this.order).then(() => this.close()).catch((e) => this.fail(e)).finally(function () {}); } },
};

export async function* pages(load, { from = 0, until = (page) => page.last, ...rest } = {}) {
  for (let page = from; ; page++) {
    const [items = () => [], , { next = async () => null } = {}] = await load(page, rest);
    yield* items;
    if (until(page) || !(await next())) return;
  }
}

export const total = (items) => items.map((i) => i.price).filter(Boolean).reduce((sum, x) => sum + x, 0);
export const curry = (f) => (a) => (b) => f(a, b);
let onDone = null, onFail = window.onFail || ((e) => console.error(e));
onDone ??= () => track('done');
const pick = (flag) => flag ? function asc(a, b) { return a - b; } : (a, b) => b - a;
const { parse = (text) => JSON.parse(text), stringify } = globalThis.codec ?? {};
const [first = () => 1] = [], seen = new WeakMap([[pick, () => 0]]);
({ handler = () => 'none', inner: { deep = () => 'deep' } = { deep: () => 'else' } } = api);
[api.list] = [function () { return []; }];
api?.hooks?.register?.('before', (o) => o, function after(o) { return o; });
api.clients['eu'].retry = async (n) => n, api.clients[n].retry = async (n) => -n;
getApi().onOpen = () => 'open';
(onDone, onFail)(() => 'comma');

const Button = styled.button`
  color: ${(props) => props.color};
  ${({ on }) => on && css`border: ${(p) => p.border}px solid;`}
`;
const view = (state) => html`<ul @click=${() => select(state)}>${state.items.map((i) => html`<li>${i}</li>`)}</ul>`;
const lines = css`a  b
   c`;

new Promise((resolve, reject) => setTimeout(() => { resolve(1); }, 10)).then((x) => [() => x, async () => await x]);
const observer = new IntersectionObserver(([entry]) => { if (entry.isIntersecting) load(entry); }, { root: null });
router.get('/orders/:id', auth, async (req, res, next) => { try { res.json(await find(req)); } catch (e) { next(e); } });
router.get(`/health`, (req, res) => res.end('ok'));
describe('orders', () => { it("adds 'one' \"order\"", function () { expect(total([])).toBe(0); }); it.each([1, 2])('n', (n) => n); });
import('./late.js').then(({ run }) => run(), () => {});
export const debounced = debounce((q) => search(q), 200), timed = throttle(200, (q) => search(q));
export const lazy = once(memoize((k) => compute(k), (k) => k.id)), resolver = memoize(compute, (k) => k.id);
function* ids() { let id = 0; while (true) yield (() => id++)(); }
label: for (const f of [() => 1, function two() { return 2; }]) { if (f() > 1) break label; }
if (DEBUG) window.debug = { get orders() { return slice; }, set level(l) {}, async *tail() {}, *head() {}, static() {}, get() {}, async() {} };
var a\u0062c = function () { return () => { throw () => 'thrown'; }; }, emoji = { '🛒': () => '\u{1F6D2}', 1e3: () => 1, .5: () => 2, 7n: () => 7 };
