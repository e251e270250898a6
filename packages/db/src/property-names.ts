import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  OperationNodeTransformer,
  ReferenceNode,
  SelectAllNode,
  SelectionNode,
  sql,
  type IdentifierNode as Identifier,
  type KyselyPlugin,
  type QueryId,
  type RootOperationNode,
  type RawBuilder,
} from 'kysely';

/** As the ORM's naming strategy does it. */
export const columnName = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name of a selected item; undefined for a raw expression. */
function nameOf({ selection }: SelectionNode): string | undefined {
  if (AliasNode.is(selection)) {
    return IdentifierNode.is(selection.alias) ? selection.alias.name : undefined;
  }
  const column = ReferenceNode.is(selection) ? selection.column : selection;
  return ColumnNode.is(column) ? column.column.name : undefined;
}

class PropertyNames extends OperationNodeTransformer {
  override transformIdentifier(node: Identifier): Identifier {
    return IdentifierNode.create(columnName(node.name));
  }

  override transformSelection(node: SelectionNode, queryId?: QueryId): SelectionNode {
    const transformed = super.transformSelection(node, queryId);
    const name = nameOf(node);
    if (name === undefined || columnName(name) === name) {
      return transformed;
    }
    const { selection } = transformed;
    const item = AliasNode.is(selection) ? selection.node : selection;
    return SelectionNode.create(AliasNode.create(item, IdentifierNode.create(name)));
  }
}

/** Refuses `*`: its columns would come with the database's names. */
function requireNames(query: RootOperationNode): void {
  const list = 'returning' in query ? query.returning : query;
  const selections = list && 'selections' in list ? (list.selections ?? []) : [];
  for (const { selection } of selections) {
    if (SelectAllNode.is(ReferenceNode.is(selection) ? selection.column : selection)) {
      throw new Error(
        'Select columns by name: selectAll() and returningAll() return the database’s names',
      );
    }
  }
}

const transformer = new PropertyNames();

/**
 * Writes columns by their properties' names, and gives the answer's columns those
 * names as aliases. So no row needs renaming, unlike with the ORM's
 * `columnNamingStrategy` and Kysely's `CamelCasePlugin`. Subqueries are written in
 * templates: here their columns would get the aliases, too.
 */
export const propertyNames: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    // Checked first: an error inside the shared transformer would leave it in the
    // middle of this node.
    requireNames(node);
    return transformer.transformNode(node, queryId);
  },
  transformResult: async ({ result }) => result,
};

/** For a `select` or `returning` in a template. */
export const columnsOf = (
  table: string,
  properties: readonly string[],
): RawBuilder<unknown> =>
  sql.join(
    properties.map((property) => {
      const column = sql.ref(`${table}.${property}`);
      return columnName(property) === property
        ? column
        : sql`${column} as ${sql.raw(`"${property}"`)}`;
    }),
  );
