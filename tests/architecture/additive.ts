import { parse } from 'libpg-query'

/** Statements that leave everything of before as it was, and change rows alone. */
const HARMLESS = new Set([
  ...['CreateStmt', 'CreateSeqStmt', 'CreateEnumStmt', 'ViewStmt', 'CommentStmt', 'GrantStmt'],
  ...['SelectStmt', 'InsertStmt', 'UpdateStmt'],
])

/** A migration's first words, with the reason after them, if it is not additive. */
const EXCEPTIONS = /^-- (?:Second of two releases|Stops the last release): (\S.{20,})\n/

/**
 * Names the parts of a migration that may harm the last release's processes: all that is not known to be harmless. A new table may have any
 * form; a table of before gets columns that may be left out, and indices that refuse nothing.
 */
export async function notAdditive(sql: string): Promise<string[]> {
  if (EXCEPTIONS.test(sql)) return []
  const { stmts = [] } = await parse(sql)
  const nodes = stmts.flatMap(({ stmt }) => (stmt === undefined ? [] : Object.entries(stmt)))
  const isNew = tablesMadeBy(nodes)
  return nodes.flatMap(([kind, node]) => faultsOf(kind, node, isNew))
}

/** Statements as the parser of PostgreSQL describes them. */
type Nodes = readonly (readonly [kind: string, node: unknown])[]

function tablesMadeBy(nodes: Nodes): (name: unknown) => boolean {
  const made = new Set(
    nodes.filter(([kind]) => kind === 'CreateStmt').map(([, node]) => at(node, 'relation', 'relname')),
  )
  return (name) => made.has(name)
}

function faultsOf(kind: string, node: unknown, isNew: (name: unknown) => boolean): string[] {
  const table = at(node, 'relation', 'relname')
  if (HARMLESS.has(kind) || isNew(table)) return []
  if (kind === 'IndexStmt') return at(node, 'unique') === true ? [`a unique index on ${table}`] : []
  if (kind === 'CreateFunctionStmt') return at(node, 'replace') === true ? ['a replaced function'] : []
  // A value more is written by the new version alone.
  if (kind === 'AlterEnumStmt') return at(node, 'oldVal') === undefined ? [] : ['a renamed value']
  if (kind !== 'AlterTableStmt') return [kind]
  return list(at(node, 'cmds')).flatMap((command) => {
    const subtype = at(command, 'AlterTableCmd', 'subtype')
    if (subtype !== 'AT_AddColumn') return [`${subtype} of ${table}`]
    const column = at(command, 'AlterTableCmd', 'def', 'ColumnDef')
    return isLeftOut(column) ? [] : [`the column ${at(column, 'colname')} of ${table}, which must be written`]
  })
}

/** Whether a process that does not know a column may leave it out. */
function isLeftOut(column: unknown): boolean {
  const kinds = list(at(column, 'constraints')).map((each) => at(each, 'Constraint', 'contype'))
  const isFilled = ['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'].some((kind) => kinds.includes(kind))
  return isFilled || !(kinds.includes('CONSTR_NOTNULL') || kinds.includes('CONSTR_PRIMARY'))
}

const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce((inner, key) => Reflect.get(Object(inner), key), value)

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
