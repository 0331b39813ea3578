const axis = "ax" + "is";
const seal = (made) => (mark("arrow: takes a class"), made);

class Shape {
  static #made = 0;
  static count = () => (mark("field arrow: static count"), ++Shape.#made);
  [axis] = mark("instance fields: computed key");
  "line width" = 1;

  constructor(...points) {
    mark("constructor: with rest parameters");
    this.points = points;
    Shape.count();
  }

  get() {
    mark("method: named get");
    return this.points;
  }

  set(points) {
    mark("method: named set");
    this.points = points;
  }

  static() {
    mark("method: named static");
    return this.async();
  }

  async() {
    mark("method: named async");
    return this["line width"];
  }

  static async *each(shapes) {
    mark("generator method: static async");
    yield* shapes;
  }

  get [axis + "es"]() {
    mark("computed key: getter");
    return 2;
  }

  set [axis + "es"](count) {
    mark("computed key: setter");
    this.points.length = count;
  }

  static [Symbol.hasInstance](value) {
    mark("computed key: static");
    return "points" in value;
  }

  #area = (scale = () => (mark("default value: of a field arrow"), 2)) => {
    mark("field arrow: private");
    return scale() * this.points.length;
  };

  0x10() {
    mark("number key: hexadecimal");
    return this.#area();
  }

  1e3(text = `${this.get().map((point) => (mark("callback: in a template"), `<${point}>`))}`) {
    mark("number key: with an exponent");
    return text;
  }

  "\u00e4\n"() {
    mark("quoted key: with escapes");
  }

  #größe() {
    mark("unicode name: private method");
  }

  caf\u00e9() {
    mark("unicode name: escaped");
    this.#größe();
  }
}

class Circle extends seal(Shape) {
  radius = 1;
  static unit = new Circle(mark("static initialiser: of a derived class"));

  constructor(radius) {
    super(radius);
    mark("constructor: derived");
    this.radius = radius;
  }

  get() {
    mark("method: calls super");
    return super.get();
  }
}

let Later;
Later = class {
  constructor() {
    mark("constructor: of an assigned class");
    this.late = new (class {
      hours = mark("instance fields: of a class without a name");
      wait() {
        mark("method: of a class without a name");
      }
    })();
    this.late.wait();
  }
};

export const drawings = {};

drawings.Square = class {
  side = mark("instance fields: of a class in a property");
  static {
    mark("static initialiser: of a class in a property");
  }
  grow() {
    mark("method: of a class in a property");
  }
};

drawings.sealed = seal(
  class {
    constructor() {
      mark("constructor: of a class in an argument");
    }
  },
);

const mixin = (Base) =>
  class extends Base {
    mixed = markCaller("implicit constructor: of a mixin");

    mix() {
      mark("method: of a mixin");
    }
  };

class Mixed extends mixin(Shape) {}

export class Plot {
  kinds = { Circle, Later };

  draw({ Square, sealed }) {
    mark("method: draw");
    const circle = new this.kinds.Circle(3);
    circle.set(circle.get());
    circle.static();
    circle[16]();
    circle[1000]();
    circle["ä\n"]();
    circle.café();
    circle.axises = circle.axises;
    circle.isShape = circle instanceof Shape;
    Shape.each([circle]).next();
    new Later();
    new Square().grow();
    new sealed();
    new Mixed().mix();
  }
}
