export const loaded = mark();

// Columns count UTF-16 units: a smiling face is two, and a tab is one.
const smile = "😀😀😀"; const afterSmile = (value: number) => mark() + smile.length + value;

	export function größer(größe: number) {	return mark() + größe;	}

const 名前 = (value: number) => { mark(); return value; };

const text = `${"ä😀"} of ${(() => mark())()} and ${`${[1].map(x => x + mark())}`}`;

const pattern = /[/"'`{(]/u, afterPattern = (value: number) => (mark(), pattern.test("(") ? value : 0);

export function runCharacters() {
  mark();
  return afterSmile(1) + größer(2) + 名前(3) + text.length + afterPattern(4);
}
