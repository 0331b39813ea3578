import { createContext, forwardRef, memo, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { runCore } from "../core/index";
import { runTyped } from "../core/typed";
import Legacy from "./legacy";

export const loaded = mark();

const Theme = createContext({ shade: () => mark() });

function useCounter(start: number) {
  mark();
  const [count, setCount] = useState(() => start + mark());
  const increment = useCallback(() => {
    mark();
    setCount(now => now + mark());
  }, []);
  return { count, increment };
}

const Label = memo(function LabelInside({ text }: { text: string }) {
  mark();
  const { shade } = useContext(Theme);
  return <b>{text + shade()}</b>;
});

const Field = forwardRef<HTMLInputElement, { value: number }>((props, ref) => {
  mark();
  return <input ref={ref} defaultValue={props.value} />;
});

const Row: React.FC<{ value: number }> = ({ value }) => {
  mark();
  return <li>{value}</li>;
};

const List = <T extends number>({ values }: { values: T[] }) => {
  mark();
  const sorted = useMemo(() => [...values].sort((a, b) => a - b + 0 * mark()), [values]);
  return <ul>{sorted.map(value => { mark(); return <Row key={value} value={value} />; })}</ul>;
};

function Counter() {
  mark();
  const { count, increment } = useCounter(1);
  const input = useRef<HTMLInputElement>(null);
  function reset() {
    mark();
    increment();
  }
  return (
    <section>
      <button id="inline" onClick={() => increment()}>don't {count}</button>
      <button id="reset" onClick={reset} onFocus={event => { mark(); event.persist(); }} />
      <Field ref={input} value={count} />
      <Label text={`count: ${count}`} />
    </section>
  );
}

const started: { once?: boolean } = {};

export default function App() {
  mark();
  useEffect(() => {
    mark();
    if (started.once) return;
    started.once = true;
    const click = (id: string) => {
      mark();
      document.getElementById(id)!.click();
    };
    ["inline", "reset", "legacy"].forEach(click);
    document.getElementById("reset")!.focus();
    runCore().then(total => {
      mark();
      setTimeout(finish, 100, total + runTyped());
    });
    return () => void mark();
  }, []);
  return (
    <Theme.Provider value={{ shade: () => mark() }}>
      <Counter />
      <List values={[3, 1, 2]} />
      <Legacy />
    </Theme.Provider>
  );
}
