// Names a function of any syntax tree in V8's style and in the qualified one, by the rules of
// dev.symbolicator.javascript.Outline.
//
// A tree answers two questions about a function or class:
//
//   ownName(node)  the name in its own syntax, or null
//   given(node)    the source of a name where its own syntax has none, or null:
//     { by: 'word', word }        let word = …, a default value, an assignment to a variable
//     { by: 'target', path }      a.b = …; path is qualified, or null where it has no name
//     { by: 'property', key, of } { key: … } within the object `of`
//     { by: 'field', key, of }    key = … within the class `of`
//     { by: 'around', of }        a ? … : …, a || …, (a, …): only qualified names look through
//     { by: 'attribute', word }   <a word={…}/>: V8 never sees it, so there is no V8 name
//     { by: 'default' }           export default …
//
// A key is { kind, text }: a word or private word, a string (its value), a number (as written) or
// a computed one, whose text is { kind: 'string' | 'number' | 'path', text } or null.

const WORD = /^[A-Za-z_$][\w$]*$/;

export function nameInV8(tree, node) {
  const own = tree.ownName(node);
  if (own !== null) return own;
  const given = tree.given(node);
  switch (given?.by) {
    case 'word':
      return given.word;
    case 'property':
      return given.key.text === '__proto__' ? '' : keyInV8(given.key);
    case 'field':
      return keyInV8(given.key);
    case 'default':
      return 'default';
    case 'attribute':
      return undefined;
    default:
      return '';
  }
}

export function methodInV8(key, prefix) {
  const name = keyInV8(key);
  return name === '' && key.kind === 'computed' ? '' : prefix + name;
}

function keyInV8(key) {
  switch (key.kind) {
    case 'computed':
      return '';
    case 'number':
      return numberInV8(key.text);
    default:
      return key.text;
  }
}

function numberInV8(literal) {
  const plain = literal.replaceAll('_', '');
  if (plain.endsWith('n')) return BigInt(plain.slice(0, -1)).toString();
  return String(/^0[0-7]+$/.test(plain) ? parseInt(plain, 8) : Number(plain));
}

export function qualifiedName(tree, node) {
  for (;;) {
    const own = tree.ownName(node);
    if (own !== null) return own;
    const given = tree.given(node);
    switch (given?.by) {
      case 'word':
      case 'attribute':
        return given.word;
      case 'target':
        return given.path ?? '';
      case 'property':
      case 'field':
        return qualifiedMember(qualifiedName(tree, given.of), given.key);
      case 'default':
        return 'default';
      case 'around':
        node = given.of;
        break;
      default:
        return '';
    }
  }
}

/** Returns the qualified name of a member `key` of an owner named `left`, which may be ''. */
export function qualifiedMember(left, key) {
  switch (key.kind) {
    case 'word':
      return dotted(left, key.text);
    case 'string':
      if (WORD.test(key.text)) return dotted(left, key.text);
      return left === '' ? key.text : left + bracketed(JSON.stringify(key.text));
    case 'number':
      return left === '' ? key.text : left + bracketed(key.text);
    default:
      return left + qualifiedComputed(left, key.text);
  }
}

function qualifiedComputed(left, text) {
  switch (text?.kind) {
    case 'string':
      if (WORD.test(text.text)) return left === '' ? text.text : `.${text.text}`;
      return bracketed(JSON.stringify(text.text));
    case 'number':
    case 'path':
      return bracketed(text.text);
    default:
      return bracketed('<computed>');
  }
}

const dotted = (left, word) => (left === '' ? word : `${left}.${word}`);
const bracketed = (text) => `[${text}]`;
