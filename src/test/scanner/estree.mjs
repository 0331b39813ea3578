// Lists the functions of a JavaScript text as in acorn's tree.
import { methodInV8, nameInV8, qualifiedMember, qualifiedName } from './names.mjs';

const NAMING = new Set(['=', '||=', '&&=', '??=']);
const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
const CLASSES = new Set(['ClassDeclaration', 'ClassExpression']);

/** Returns the rows of the text's oracle, or null where acorn cannot read the text. */
export function functionsOf(acorn, text) {
  const program = parse(acorn, text);
  if (program === null) return null;
  const rows = [];
  const waiting = [program];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (FUNCTIONS.has(node.type)) rows.push(functionRow(text, node));
    else if (CLASSES.has(node.type)) rows.push(...classRows(node));
    for (const child of children(node)) {
      child.parent = node;
      waiting.push(child);
    }
  }
  return rows;
}

function parse(acorn, text) {
  for (const sourceType of ['module', 'script']) {
    try {
      return acorn.parse(text, {
        ecmaVersion: 'latest',
        sourceType,
        allowReturnOutsideFunction: true,
        allowHashBang: true,
        allowAwaitOutsideFunction: true,
      });
    } catch {
      // Not every script is a valid module, nor every module a valid script.
    }
  }
  return null;
}

function* children(node) {
  for (const key in node) {
    const value = node[key];
    if (key === 'parent' || value === null || typeof value !== 'object') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') yield child;
    }
  }
}

function functionRow(text, node) {
  const parent = node.parent;
  const body = node.body.start + (node.body.type === 'BlockStatement' ? 1 : 0);
  if (node.type === 'ArrowFunctionExpression') {
    return named({ kind: 'ARROW', start: node.start, header: node.start, body, end: node.end }, node);
  }
  const isProperty = parent.type === 'Property' && (parent.method || parent.kind !== 'init');
  if (isProperty || parent.type === 'MethodDefinition') {
    const row = { kind: 'METHOD', start: node.start, header: parent.start, body, end: node.end };
    return { ...row, ...methodNames(parent) };
  }
  const kind = node.type === 'FunctionDeclaration' ? 'DECLARATION' : 'EXPRESSION';
  const start = parenthesisBehind(text, node.id?.end ?? node.start);
  return named({ kind, start, header: node.start, body, end: node.end }, node);
}

function named(row, node) {
  return { ...row, v8: nameInV8(tree, node), qualified: qualifiedName(tree, node) };
}

function methodNames(method) {
  const ofClass = method.type === 'MethodDefinition';
  const owner = ofClass ? method.parent.parent : method.parent;
  const left = qualifiedName(tree, owner);
  if (method.kind === 'constructor') return constructorNames(owner, left);
  const prefix = method.kind === 'get' || method.kind === 'set' ? `${method.kind} ` : '';
  const key = keyOf(method);
  return { v8: methodInV8(key, prefix), qualified: prefix + qualifiedMember(left, key) };
}

function constructorNames(node, qualified) {
  return { v8: nameInV8(tree, node), qualified: qualified === '' ? '' : `new ${qualified}` };
}

function classRows(node) {
  const names = constructorNames(node, qualifiedName(tree, node));
  const place = { start: node.start, header: node.start, body: node.body.start + 1, end: node.end };
  const rows = [{ kind: 'CLASS', ...place, ...names }];
  for (const member of node.body.body) {
    if (member.type === 'StaticBlock' || (member.type === 'PropertyDefinition' && member.static)) {
      rows.push({ kind: 'STATIC_FIELDS', start: member.start });
    } else if (member.type === 'PropertyDefinition') {
      rows.push({ kind: 'INSTANCE_FIELDS', start: member.start });
    }
  }
  return rows;
}

const tree = {
  ownName: (node) => node.id?.name ?? null,

  given(node) {
    const parent = node.parent;
    switch (parent.type) {
      case 'VariableDeclarator':
        return parent.id.type === 'Identifier' ? word(parent.id.name) : null;
      case 'AssignmentExpression':
        return parent.right === node && NAMING.has(parent.operator) ? assigned(parent) : null;
      case 'AssignmentPattern':
        return parent.right === node && parent.left.type === 'Identifier'
          ? word(parent.left.name)
          : null;
      case 'Property':
        return parent.value === node && parent.parent.type === 'ObjectExpression'
          ? { by: 'property', key: keyOf(parent), of: parent.parent }
          : null;
      case 'PropertyDefinition':
        return parent.value === node
          ? { by: 'field', key: keyOf(parent), of: parent.parent.parent }
          : null;
      case 'ConditionalExpression':
        return parent.test === node ? null : { by: 'around', of: parent };
      case 'LogicalExpression':
        return { by: 'around', of: parent };
      case 'SequenceExpression':
        return parent.expressions.at(-1) === node ? { by: 'around', of: parent } : null;
      case 'ExportDefaultDeclaration':
        return { by: 'default' };
      default:
        return null;
    }
  },
};

const word = (text) => ({ by: 'word', word: text });

function assigned(assignment) {
  const left = assignment.left;
  // V8 names nothing by a variable within parentheses, which acorn leaves out of the tree.
  const isBare = left.start === assignment.start;
  return left.type === 'Identifier' && isBare
    ? word(left.name)
    : { by: 'target', path: pathOf(left, false) };
}

/** Returns the qualified name of a member expression; a strict one consists of names only. */
function pathOf(node, strict) {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'ThisExpression':
      return 'this';
    case 'Super':
      return 'super';
    case 'MemberExpression': {
      const left = pathOf(node.object, strict);
      if (left === null && strict) return null;
      if (!node.computed && node.property.name === 'prototype') return left;
      return qualifiedMember(left ?? '', keyOf(node, node.property));
    }
    default:
      return null;
  }
}

function keyOf(node, key = node.key) {
  if (node.computed) return { kind: 'computed', text: computed(key) };
  if (key.type === 'Identifier') return { kind: 'word', text: key.name };
  if (key.type === 'PrivateIdentifier') return { kind: 'word', text: `#${key.name}` };
  return literal(key);
}

function computed(key) {
  if (key.type === 'Literal') return literal(key);
  const path = pathOf(key, true);
  return path === null ? null : { kind: 'path', text: path };
}

const literal = (node) =>
  typeof node.value === 'string'
    ? { kind: 'string', text: node.value }
    : { kind: 'number', text: node.raw };

/** Returns the offset of the first parenthesis behind `from` outside of comments. */
function parenthesisBehind(text, from) {
  const tokens = /\/\*[^]*?\*\/|\/\/[^\n\r\u2028\u2029]*|\(/g;
  tokens.lastIndex = from;
  for (;;) {
    const token = tokens.exec(text);
    if (token[0] === '(') return token.index;
  }
}
