import type { ESTree } from 'vite'

/** What the server and the API's document read of an endpoint, and the client does not. */
const NOT_FOR_CLIENT = ['summary', 'params', 'query', 'body']
const ENDPOINT_SIGNS = [
  ['method', 'access'],
  ['path', 'summary'],
]

interface Range {
  readonly start: number
  readonly end: number
}

/**
 * One export of a contract file with what it is made of, and nothing else of the file; of an endpoint, what the client
 * reads. Contract files are declarations only, so that leaving one out changes nothing for the others.
 */
export function onlyExport({ code, program, name }: { code: string; program: ESTree.Program; name: string }): string {
  const gaps = fieldsToDrop(program.body).sort((one, other) => one.start - other.start)
  const parts = program.body.map((statement) => ({
    declares: namesDeclared(statement),
    text: without({ code, range: statement, gaps }),
  }))
  if (!parts.some(({ declares }) => declares.includes(name))) throw new Error(`no export is called ${name}`)
  const wanted = new Set([name])
  // A Set takes new members while it is walked.
  for (const each of wanted) {
    const part = parts.find(({ declares }) => declares.includes(each))
    for (const word of wordsIn(part?.text ?? ''))
      if (parts.some(({ declares }) => declares.includes(word))) wanted.add(word)
  }
  const kept = parts.filter(({ declares }) => declares.length === 0 || declares.some((each) => wanted.has(each)))
  return kept.map(({ text }) => text).join('\n')
}

/** Names of things, and not what is said about them. */
function wordsIn(text: string): readonly string[] {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '').match(/\w+/g) ?? []
}

function namesDeclared(statement: ESTree.Program['body'][number]): string[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
}

/** `defineEndpoint({ summary: …, … })`, and what functions that share such a shape return. */
function fieldsToDrop(node: unknown): Range[] {
  if (Array.isArray(node)) return node.flatMap(fieldsToDrop)
  if (!isNode(node)) return []
  if (!isObject(node)) return Object.values(node).flatMap(fieldsToDrop)
  const fields = new Map(node.properties.flatMap((field) => (nameOf(field) ? [[nameOf(field), field]] : [])))
  const isEndpoint = ENDPOINT_SIGNS.some((signs) => signs.every((sign) => fields.has(sign)))
  const dropped = isEndpoint ? NOT_FOR_CLIENT.flatMap((name) => fields.get(name) ?? []) : []
  const kept = node.properties.filter((field) => !dropped.includes(field))
  return [...dropped, ...kept.flatMap(fieldsToDrop)]
}

interface Node {
  readonly type: string
}
interface ObjectNode extends Node {
  readonly properties: readonly Field[]
}
interface Field extends Node, Range {
  readonly key?: { readonly name?: string }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function isObject(node: Node): node is ObjectNode {
  return node.type === 'ObjectExpression'
}

const nameOf = ({ key }: Field) => key?.name

function without({ code, range, gaps }: { code: string; range: Range; gaps: readonly Range[] }): string {
  let text = ''
  let from = range.start
  for (const gap of gaps.filter(({ start, end }) => start >= range.start && end <= range.end)) {
    text += code.slice(from, gap.start)
    from = gap.end + (code.slice(gap.end).match(/^\s*,/)?.[0].length ?? 0)
  }
  return text + code.slice(from, range.end)
}
