import ts from 'typescript';
import { comment, type Descriptions } from './descriptions.ts';

type Named = { type: ts.Type; text: string };

export type TypePrinter = {
  /** The type in full, except for names in `declarations`. */
  print: (type: ts.Type) => string;
  /** The named types that occurred, by name. */
  declarations: ReadonlyMap<string, Named>;
};

const keywords = new Map<ts.TypeFlags, string>([
  [ts.TypeFlags.Any, 'any'],
  [ts.TypeFlags.Unknown, 'unknown'],
  [ts.TypeFlags.String, 'string'],
  [ts.TypeFlags.Number, 'number'],
  [ts.TypeFlags.Void, 'void'],
  [ts.TypeFlags.Undefined, 'undefined'],
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.Never, 'never'],
]);

const keyOf = (name: string) =>
  /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);

const isReference = (type: ts.Type): type is ts.TypeReference => 'target' in type;

/**
 * Prints types of JSON values without their origin. A named type keeps its name
 * and is declared once. Throws for types that JSON can't have, such as functions
 * and classes.
 * @param describe what a field means, by the names of all fields beside it
 */
export function typePrinter(
  checker: ts.TypeChecker,
  describe: Descriptions['field'],
): TypePrinter {
  const declarations = new Map<string, Named>();

  function printProperty(property: ts.Symbol): string {
    const type = checker.getTypeOfSymbol(property);
    if (!(property.flags & ts.SymbolFlags.Optional)) {
      return `${keyOf(property.name)}: ${print(type)}`;
    }
    // The compiler has two types `undefined`. The other one means a missing
    // property.
    const given = (type.isUnion() ? type.types : [type]).filter(
      (one) =>
        !(one.flags & ts.TypeFlags.Undefined) || one === checker.getUndefinedType(),
    );
    return `${keyOf(property.name)}?: ${printUnion(given)}`;
  }

  function printUnion(types: readonly ts.Type[]): string {
    const texts = new Set(types.map((type) => print(type)));
    const hasBoth = texts.has('true') && texts.has('false');
    const plain = [...texts].filter(
      (text) => !hasBoth || (text !== 'true' && text !== 'false'),
    );
    return [...plain, ...(hasBoth ? ['boolean'] : [])].toSorted().join(' | ');
  }

  function printObject(type: ts.Type): string {
    if (type.getCallSignatures().length > 0 || type.isClass()) {
      throw new TypeError(`${checker.typeToString(type)} can’t be sent as JSON`);
    }
    const symbols = checker.getPropertiesOfType(type);
    const names = symbols.map(({ name }) => name);
    const properties = symbols.map(
      (one) => comment(describe(names, one.name)) + printProperty(one),
    );
    const indexes = checker
      .getIndexInfosOfType(type)
      .map((index) => `[key: ${print(index.keyType)}]: ${print(index.type)}`);
    return `{ ${[...indexes, ...properties].join('; ')} }`;
  }

  function printArray(type: ts.Type): string | undefined {
    const isTuple = checker.isTupleType(type);
    if (!isReference(type) || !(isTuple || checker.isArrayType(type))) {
      return undefined;
    }
    const elements = checker.getTypeArguments(type).map((element) => print(element));
    return isTuple ? `[${elements.join(', ')}]` : `Array<${elements.join(', ')}>`;
  }

  function spell(type: ts.Type): string {
    const keyword = keywords.get(type.flags);
    if (keyword !== undefined) {
      return keyword;
    }
    if (type.isStringLiteral() || type.isNumberLiteral()) {
      return JSON.stringify(type.value);
    }
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return checker.typeToString(type);
    }
    return type.isUnion()
      ? printUnion(type.types)
      : (printArray(type) ?? printObject(type));
  }

  /** A number separates two types of the same name. */
  function nameFor(alias: ts.Symbol, type: ts.Type): string {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? alias.name : `${alias.name}${count}`;
      const known = declarations.get(name);
      if (!known) {
        const text = spell(type);
        declarations.set(name, { type, text });
        return name;
      }
      if (known.type === type) {
        return name;
      }
    }
  }

  function print(type: ts.Type): string {
    const { aliasSymbol, aliasTypeArguments } = type;
    return aliasSymbol && !aliasTypeArguments ? nameFor(aliasSymbol, type) : spell(type);
  }

  return { print, declarations };
}
