import React, { forwardRef, memo, useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { CartItem, Price, Voucher } from './types';

type Action = { type: 'add'; item: CartItem } | { type: 'clear' } | { type: 'remove'; id: string };

interface Props<T extends CartItem = CartItem> {
  items: readonly T[];
  onCheckout?: (total: Price) => void;
  render?(item: T): React.ReactNode;
}

const EMPTY: CartItem[] = [];

function reducer(state: CartItem[], action: Action): CartItem[] {
  switch (action.type) {
    case 'add':
      return [...state, action.item];
    case 'remove':
      return state.filter((item) => item.id !== action.id);
    default:
      return EMPTY;
  }
}

export function useVoucher(code: string, { onError = (e: unknown) => console.warn(e), retries = 2 } = {}) {
  const [voucher, setVoucher] = useState<Voucher | null>(() => readStored(code));
  useEffect(() => {
    const controller = new AbortController();
    async function load(attempt = 0): Promise<void> {
      try {
        setVoucher(await (await fetch(`/vouchers/${code}`, { signal: controller.signal })).json());
      } catch (e) {
        attempt < retries ? await load(attempt + 1) : onError(e);
      }
    }
    void load();
    return () => controller.abort();
  }, [code, retries]);
  useEffect(() => {
    document.addEventListener('visibilitychange', () => setVoucher((old) => old && { ...old, checked: true }));
  }, []);
  return voucher;
}

const Row = memo(
  forwardRef<HTMLLIElement, { item: CartItem; onRemove(id: string): void }>(function Row({ item, onRemove }, ref) {
    return (
      <li ref={ref} data-id={item.id}>
        {item.title} <b title="Price &amp; tax">{format(item.price)}</b>
        <button onClick={() => onRemove(item.id)}>Remove</button>
      </li>
    );
  }),
);

const Total = observer(({ items }: Props) => {
  const sum = useMemo(() => items.reduce((total, item) => total + item.price.amount, 0), [items]);
  return <output className="total">{sum.toFixed(2)}</output>;
});

export const Cart: React.FC<Props> = ({ items, onCheckout, render = (item) => item.title }) => {
  const [state, dispatch] = useReducer(reducer, items, (initial) => [...initial]);
  const onRemove = useCallback((id: string) => dispatch({ type: 'remove', id }), []);
  const checkout = useCallback(async () => {
    await submit(state);
    onCheckout?.(state.map((item) => item.price).reduce((a, b) => plus(a, b)));
  }, [state, onCheckout]);
  return (
    <>
      <List.Body header={() => <h2>Cart</h2>} footer={<Footer onHide={function () { hide('footer'); }} />}>
        {state.length > 0 ? state.map((item) => <Row key={item.id} item={item} onRemove={onRemove} />) : null}
      </List.Body>
      {(() => (state.length ? <button onClick={checkout}>Buy</button> : <i>Nothing here yet</i>))()}
      <Transition name="fade">{(style) => <Total items={state} {...style} />}</Transition>
    </>
  );
};

export class Boundary extends React.Component<{ fallback: React.ReactNode }, { failed: boolean }> {
  static displayName = 'Boundary';
  static getDerivedStateFromError = () => ({ failed: true });
  state = { failed: false };
  private retry = () => this.setState({ failed: false }, () => report('retried'));

  override componentDidCatch(error: Error) {
    report(error, () => this.retry());
  }

  render() {
    return this.state.failed ? <a onClick={this.retry}>{this.props.fallback}</a> : this.props.children;
  }
}

export const withCart = <P extends object>(Inner: React.ComponentType<P>) =>
  class WithCart extends React.Component<P> {
    render() {
      return <Inner {...this.props} cart={<Cart items={EMPTY} />} />;
    }
  };

export default withCart(
  memo(function Page(props: { title?: string }) {
    return <main aria-label={props.title ?? 'cart'}>{props.title}</main>;
  }),
);
