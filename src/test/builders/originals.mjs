// Computes the position and the name that V8 would report for the function around each marker of an original source.
// Uses TypeScript's parser, never a source map.

/** Blanks a text outside of the kept ranges, so that positions stay those of the whole file. */
function blankOutside(text, ranges) {
  const blank = part => part.replace(/[^\r\n\u2028\u2029]/g, " ");
  let at = 0;
  let kept = "";
  for (const [start, end] of ranges) {
    kept += blank(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return kept + blank(text.slice(at));
}

function scriptBlocks(text) {
  return [...text.matchAll(/(<script\b[^>]*>)([^]*?)<\/script>/gd)].map(match => match.indices[2]);
}

/** Returns the `{expression}`s of a Svelte template that contain a marker. */
function templateExpressions(text) {
  const markup = blankOutside(text, scriptBlocks(text).reduce((outside, [start, end]) => {
    outside.at(-1)[1] = start;
    return [...outside, [end, text.length]];
  }, [[0, text.length]]));
  const found = [];
  for (let at = 0, depth = 0, start = 0; at < markup.length; at++) {
    if (markup[at] === "{" && depth++ === 0) start = at + 1;
    if (markup[at] === "}" && --depth === 0 && markup.slice(start, at).includes("mark(")) found.push([start, at]);
  }
  return found;
}

/** Returns the texts to parse for one file, with the file's positions, and the attribute around an expression. */
function programs(path, text) {
  if (!/\.(vue|svelte)$/.test(path)) return [{ program: text }];
  const expressions = path.endsWith(".svelte") ? templateExpressions(text) : [];
  return [
    { program: blankOutside(text, scriptBlocks(text)) },
    ...expressions.map(range => ({
      program: blankOutside(text, [range]),
      attribute: /([\w-]+)=\{$/.exec(text.slice(0, range[0]))?.[1],
    })),
  ];
}

/** Maps the markers of one file to original places; `null` is the module's own code, outside of every function. */
export function originalsOf(ts, path, text) {
  const kind = /\.[jt]sx$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const places = new Map();
  for (const { program, attribute } of programs(path, text)) {
    const file = ts.createSourceFile(path, program, ts.ScriptTarget.Latest, true, kind);
    const visit = node => {
      if (ts.isCallExpression(node) && node.expression.getText() === "mark") {
        const place = placeAround(ts, file, node);
        if (attribute && place?.name === "") place.alternatives.push(attribute);
        places.set(Number(node.arguments[0].getText()), place);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return places;
}

/** Maps `line:column` of every function, class and field of one file to the names that V8 may report there. */
export function functionsOf(ts, path, text) {
  const kind = /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  const names = new Map([["1:1", [""]]]);
  for (const { program } of programs(path, text)) {
    const file = ts.createSourceFile(path, program, ts.ScriptTarget.Latest, true, kind);
    const add = ({ line, column, name }) => {
      const place = `${line}:${column}`;
      names.set(place, [...(names.get(place) ?? []), name]);
    };
    const visit = node => {
      const isField = ts.isPropertyDeclaration(node) && !hasNoValue(ts, node);
      if (ts.isFunctionLike(node) && node.body) add(functionPlace(ts, file, node));
      if (isField || ts.isClassStaticBlockDeclaration(node)) add(initialiserPlace(ts, file, node));
      if (ts.isClassLike(node)) add(implicitConstructor(ts, file, node));
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return names;
}

function placeAround(ts, file, marker) {
  for (let child = marker, node = marker.parent; node; child = node, node = node.parent) {
    if (ts.isFunctionLike(node) && node.body && child !== node.name) return functionPlace(ts, file, node);
    const initialiser = ts.isPropertyDeclaration(node) && child === node.initializer;
    if (initialiser || ts.isClassStaticBlockDeclaration(node)) return initialiserPlace(ts, file, node);
  }
  return null;
}

const oneBased = (file, position) => {
  const { line, character } = file.getLineAndCharacterOfPosition(position);
  return { line: line + 1, column: character + 1 };
};

function functionPlace(ts, file, node) {
  const own = node.name && !ts.isComputedPropertyName(node.name) ? node.name : undefined;
  const name = ts.isConstructorDeclaration(node) ? className(ts, node.parent) : nameOf(ts, node);
  const alternatives = [];
  if (ts.isFunctionExpression(node) && own) alternatives.push(nameFromLeft(ts, node)?.name ?? "");
  if (ts.isConstructorDeclaration(node)) alternatives.push(...otherClassName(ts, node.parent));
  if (ts.isJsxExpression(node.parent)) alternatives.push("");
  return {
    ...oneBased(file, startOf(ts, file, node)),
    name,
    nameKind: own ? "declared" : name ? "inferred" : "anonymous",
    kind: ts.SyntaxKind[node.kind],
    start: oneBased(file, node.getStart(file)),
    nameToken: own && oneBased(file, own.getStart(file)),
    body: oneBased(file, node.body.getStart(file)),
    alternatives,
  };
}

/** Returns the offset of the parameters' `(`; of an arrow function, that of its first token, type parameters aside. */
function startOf(ts, file, node) {
  const children = node.getChildren(file);
  const parenthesis = children.find(child => child.kind === ts.SyntaxKind.OpenParenToken);
  if (!ts.isArrowFunction(node)) return parenthesis.getStart(file);
  const async = node.modifiers?.find(modifier => modifier.kind === ts.SyntaxKind.AsyncKeyword);
  return (async ?? parenthesis ?? node.parameters[0]).getStart(file);
}

function keyName(ts, key) {
  return ts.isComputedPropertyName(key) ? "" : (key.text ?? key.getText());
}

function nameOf(ts, node) {
  if (ts.isGetAccessor(node)) return `get ${keyName(ts, node.name)}`;
  if (ts.isSetAccessor(node)) return `set ${keyName(ts, node.name)}`;
  if (node.name) return keyName(ts, node.name);
  return nameFromLeft(ts, node)?.name ?? "";
}

/** Returns the name that V8 infers for an anonymous function or class from the target of its assignment. */
function nameFromLeft(ts, node) {
  let value = node;
  const see = ts.SyntaxKind;
  const wrappers = [see.ParenthesizedExpression, see.AsExpression, see.SatisfiesExpression, see.NonNullExpression];
  while (wrappers.includes(value.parent?.kind)) value = value.parent;
  const parent = value.parent;
  const named = key => ({ name: keyName(ts, key) });
  if (node.modifiers?.some(modifier => modifier.kind === see.DefaultKeyword)) return { name: "default" };
  if (!parent) return undefined;
  if (ts.isExportAssignment(parent)) return { name: "default" };
  const holds = ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent);
  if ((holds || ts.isPropertyDeclaration(parent)) && parent.initializer === value) {
    return ts.isIdentifier(parent.name) || ts.isPropertyDeclaration(parent) ? named(parent.name) : undefined;
  }
  if (ts.isPropertyAssignment(parent)) return named(parent.name);
  const assigns = ["=", "??=", "||=", "&&="].includes(parent.operatorToken?.getText());
  if (assigns && parent.right === value && ts.isIdentifier(parent.left)) return named(parent.left);
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) return { name: parent.parent.name.getText() };
  return undefined;
}

function className(ts, node) {
  return node.name?.text ?? nameFromLeft(ts, node)?.name ?? "";
}

/** Returns the target's name too: a minifier drops a class expression's own name, and V8 then infers this one. */
function otherClassName(ts, node) {
  return ts.isClassExpression(node) && node.name ? [nameFromLeft(ts, node)?.name ?? ""] : [];
}

/** Returns the frame of a class's fields; `constructor_` is their frame if a builder moves them into the constructor. */
function initialiserPlace(ts, file, member) {
  const owner = member.parent;
  const isStatic = node =>
    ts.isClassStaticBlockDeclaration(node) || node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
  const fields = owner.members.filter(
    node => ts.isClassStaticBlockDeclaration(node) || (ts.isPropertyDeclaration(node) && !hasNoValue(ts, node)),
  );
  const first = fields.find(node => Boolean(isStatic(node)) === Boolean(isStatic(member)));
  const word = first.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
  const position = isStatic(member) ? (word ?? first).getStart(file) : first.name.getStart(file);
  const written = owner.members.find(node => ts.isConstructorDeclaration(node) && node.body);
  const moved = () => (written ? functionPlace(ts, file, written) : implicitConstructor(ts, file, owner));
  return {
    ...oneBased(file, position),
    name: owner.name?.text ?? "",
    nameKind: "class",
    kind: isStatic(member) ? "StaticInitialiser" : "FieldInitialiser",
    alternatives: [className(ts, owner), ...otherClassName(ts, owner)],
    constructor_: isStatic(member) ? null : moved(),
  };
}

function implicitConstructor(ts, file, owner) {
  const keyword = owner.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.ClassKeyword);
  const name = className(ts, owner);
  return {
    ...oneBased(file, keyword.getStart(file)),
    name,
    nameKind: "class",
    kind: "ImplicitConstructor",
    alternatives: otherClassName(ts, owner),
  };
}

function hasNoValue(ts, field) {
  return field.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword || kind === ts.SyntaxKind.AbstractKeyword);
}
