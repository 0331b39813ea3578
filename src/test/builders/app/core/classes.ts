export const loaded = mark();

const key = "computed" + String(loaded > 0);

export class Shape {
  static #created = 0;
  static readonly unit = mark() > 0 ? "cm" : "";
  label: string;
  size = mark();
  protected readonly onResize = (by: number) => {
    this.size += by + mark();
    return this.size;
  };

  static {
    mark();
  }

  constructor(label: string) {
    this.label = label;
    Shape.#created += mark() > 0 ? 1 : 0;
  }

  static create(label: string) {
    mark();
    return new this(label);
  }

  static get created() {
    return this.#created + mark();
  }

  get area() {
    return this.size + mark();
  }

  set area(value: number) {
    this.size = value + mark();
  }

  #secret(value: number) {
    return value + mark();
  }

  get #hidden() {
    return mark();
  }

  describe() {
    mark();
    return this.#secret(1) + this.#hidden + this.onResize(2);
  }

  async load(value: number) {
    mark();
    return value;
  }

  *items() {
    mark();
    yield this.label;
  }

  [key](value: number) {
    return mark() + value;
  }

  *[Symbol.iterator]() {
    mark();
    yield this.size;
  }

  "quoted-name"() {
    return mark();
  }

  42() {
    return mark();
  }
}

export class Circle extends Shape {
  radius = mark();
  private readonly scale = (factor: number) => mark() + factor * this.radius;

  override describe() {
    mark();
    return super.describe() + this.scale(2);
  }
}

export class Square extends Shape {
  constructor(side: number) {
    super("square" + (side + mark()));
  }
}

const Anonymous = class {
  read() {
    return mark();
  }
};

const Outer = class Inner {
  constructor(readonly_: number) {
    this.value = readonly_ + mark();
  }
  value = 0;
  read() {
    return this.value + mark();
  }
};

function mixin<T extends new (...args: any[]) => object>(Base: T) {
  mark();
  return class extends Base {
    mixed() {
      return mark();
    }
  };
}

class Mixed extends mixin(Object) {}

export default class {
  last() {
    return mark();
  }
}

export async function runClasses() {
  mark();
  const shape = Shape.create("shape") as any;
  shape.area = 3;
  let total = shape.area + Shape.created + shape.describe() + (await shape.load(1)) + shape[key](2);
  total += [...shape.items()].length + [...shape].length + shape["quoted-name"]() + shape[42]();
  total += new Circle("circle").describe() + new Square(2).describe();
  total += new Anonymous().read() + new Outer(1).read() + new Mixed().mixed();
  return total;
}
