// Lists the functions of a TypeScript text as in TypeScript's own tree.
import { methodInV8, nameInV8, qualifiedMember, qualifiedName } from './names.mjs';

/** Returns the rows of the text's oracle, or null where TypeScript finds a syntax error. */
export function functionsOf(ts, text, path) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  if (file.parseDiagnostics.length > 0) return null;
  return new Walk(ts, text, file).rows();
}

class Walk {
  #ts;
  #text;
  #file;
  #rows = [];

  constructor(ts, text, file) {
    this.#ts = ts;
    this.#text = text;
    this.#file = file;
  }

  rows() {
    this.#visit(this.#file);
    return this.#rows;
  }

  #visit(node) {
    const ts = this.#ts;
    if (ts.isFunctionLike(node) && node.body) this.#rows.push(this.#function(node));
    else if (ts.isClassLike(node) && !this.#isAmbient(node)) this.#class(node);
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  #function(node) {
    const ts = this.#ts;
    const body = ts.isBlock(node.body) ? node.body.getStart(this.#file) + 1 : node.body.getStart(this.#file);
    const row = { body, end: node.end };
    if (ts.isArrowFunction(node)) {
      const start = node.modifiers?.length || !node.typeParameters
        ? node.getStart(this.#file)
        : this.#parenthesisBehind(node.typeParameters.end);
      return { kind: 'ARROW', start, ...row, ...this.#names(node) };
    }
    const start = this.#parenthesisBehind(
      node.typeParameters?.end ?? node.name?.end ?? this.#behindModifiers(node),
    );
    if (ts.isFunctionDeclaration(node)) return { kind: 'DECLARATION', start, ...row, ...this.#names(node) };
    if (ts.isFunctionExpression(node)) return { kind: 'EXPRESSION', start, ...row, ...this.#names(node) };
    return { kind: 'METHOD', start, ...row, ...this.#methodNames(node) };
  }

  #class(node) {
    const ts = this.#ts;
    const start = this.#behindModifiers(node);
    const names = this.#constructorNames(node);
    const body = node.members.pos;
    this.#rows.push({ kind: 'CLASS', start, body, end: node.end, ...names });
    for (const member of node.members) {
      const isField = ts.isPropertyDeclaration(member);
      const statik = this.#modifier(member, ts.SyntaxKind.StaticKeyword);
      if (ts.isClassStaticBlockDeclaration(member)) {
        this.#rows.push({ kind: 'STATIC_FIELDS', start: member.getStart(this.#file) });
      } else if (isField && !this.#isErased(member)) {
        this.#rows.push({
          kind: statik ? 'STATIC_FIELDS' : 'INSTANCE_FIELDS',
          start: (statik ?? member.name).getStart(this.#file),
        });
      }
    }
  }

  #names(node) {
    return { v8: nameInV8(this.#tree, node), qualified: qualifiedName(this.#tree, node) };
  }

  #methodNames(node) {
    const ts = this.#ts;
    if (ts.isConstructorDeclaration(node)) return this.#constructorNames(node.parent);
    const prefix = ts.isGetAccessor(node) ? 'get ' : ts.isSetAccessor(node) ? 'set ' : '';
    const key = this.#keyOf(node.name);
    const left = qualifiedName(this.#tree, node.parent);
    return { v8: methodInV8(key, prefix), qualified: prefix + qualifiedMember(left, key) };
  }

  #constructorNames(node) {
    const { v8, qualified } = this.#names(node);
    return { v8, qualified: qualified === '' ? '' : `new ${qualified}` };
  }

  #tree = {
    ownName: (node) => {
      if (node.name) return this.#ts.isFunctionLike(node) || this.#ts.isClassLike(node) ? node.name.text : null;
      return this.#ts.isFunctionDeclaration(node) || this.#ts.isClassDeclaration(node) ? 'default' : null;
    },
    given: (node) => this.#given(this.#unwrapped(node)),
  };

  #given(node) {
    const ts = this.#ts;
    const parent = node.parent;
    if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) {
      return parent.initializer === node && ts.isIdentifier(parent.name) ? word(parent.name.text) : null;
    }
    if (ts.isShorthandPropertyAssignment(parent)) return word(parent.name.text);
    if (ts.isBinaryExpression(parent)) return this.#operand(parent, node);
    if (ts.isConditionalExpression(parent)) {
      return parent.condition === node ? null : { by: 'around', of: parent };
    }
    if (ts.isPropertyAssignment(parent)) {
      return parent.initializer === node
        ? { by: 'property', key: this.#keyOf(parent.name), of: parent.parent }
        : null;
    }
    if (ts.isPropertyDeclaration(parent)) {
      return parent.initializer === node
        ? { by: 'field', key: this.#keyOf(parent.name), of: parent.parent }
        : null;
    }
    if (ts.isExportAssignment(parent)) return parent.isExportEquals ? null : { by: 'default' };
    if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) {
      return { by: 'attribute', word: parent.parent.name.getText(this.#file) };
    }
    return null;
  }

  #operand(parent, node) {
    const kinds = this.#ts.SyntaxKind;
    const isRight = parent.right === node;
    switch (parent.operatorToken.kind) {
      case kinds.EqualsToken:
      case kinds.BarBarEqualsToken:
      case kinds.AmpersandAmpersandEqualsToken:
      case kinds.QuestionQuestionEqualsToken:
        return isRight ? this.#assigned(parent.left) : null;
      case kinds.BarBarToken:
      case kinds.AmpersandAmpersandToken:
      case kinds.QuestionQuestionToken:
        return { by: 'around', of: parent };
      case kinds.CommaToken:
        return isRight ? { by: 'around', of: parent } : null;
      default:
        return null;
    }
  }

  #assigned(left) {
    return this.#ts.isIdentifier(left)
      ? word(left.text)
      : { by: 'target', path: this.#pathOf(left, false) };
  }

  #pathOf(node, strict) {
    const ts = this.#ts;
    node = this.#inner(node);
    if (ts.isIdentifier(node)) return node.text;
    if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this';
    if (node.kind === ts.SyntaxKind.SuperKeyword) return 'super';
    const isElement = ts.isElementAccessExpression(node);
    if (!isElement && !ts.isPropertyAccessExpression(node)) return null;
    const left = this.#pathOf(node.expression, strict);
    if (left === null && strict) return null;
    if (isElement) {
      const key = { kind: 'computed', text: this.#computed(node.argumentExpression) };
      return qualifiedMember(left ?? '', key);
    }
    if (node.name.text === 'prototype') return left;
    return qualifiedMember(left ?? '', { kind: 'word', text: node.name.text });
  }

  #keyOf(name) {
    const ts = this.#ts;
    if (ts.isComputedPropertyName(name)) {
      return { kind: 'computed', text: this.#computed(name.expression) };
    }
    return this.#literal(name) ?? { kind: 'word', text: name.text };
  }

  #computed(expression) {
    const literal = this.#literal(expression);
    if (literal !== null) return literal;
    const path = this.#pathOf(expression, true);
    return path === null ? null : { kind: 'path', text: path };
  }

  #literal(node) {
    const ts = this.#ts;
    if (ts.isStringLiteral(node)) return { kind: 'string', text: node.text };
    if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
      return { kind: 'number', text: node.getText(this.#file) };
    }
    return null;
  }

  /** Returns the outermost expression that equals this one once the types are removed. */
  #unwrapped(node) {
    while (this.#isWrapper(node.parent) && node.parent.expression === node) node = node.parent;
    return node;
  }

  #inner(node) {
    while (this.#isWrapper(node)) node = node.expression;
    return node;
  }

  #isWrapper(node) {
    const ts = this.#ts;
    return (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isTypeAssertionExpression(node)
    );
  }

  #isAmbient(node) {
    return (node.flags & this.#ts.NodeFlags.Ambient) !== 0 || this.#isErased(node);
  }

  #isErased(node) {
    const kinds = this.#ts.SyntaxKind;
    const isClass = this.#ts.isClassLike(node);
    return (
      this.#modifier(node, kinds.DeclareKeyword) !== undefined ||
      (!isClass && this.#modifier(node, kinds.AbstractKeyword) !== undefined)
    );
  }

  #modifier(node, kind) {
    return node.modifiers?.find((modifier) => modifier.kind === kind);
  }

  #behindModifiers(node) {
    return node.modifiers?.length
      ? this.#ts.skipTrivia(this.#text, node.modifiers.at(-1).end)
      : node.getStart(this.#file);
  }

  #parenthesisBehind(from) {
    let offset = this.#ts.skipTrivia(this.#text, from);
    while (this.#text[offset] !== '(') offset = this.#ts.skipTrivia(this.#text, offset + 1);
    return offset;
  }
}

const word = (text) => ({ by: 'word', word: text });
