import { posix } from 'node:path'
import { type EcmaScriptModule, type Program, Visitor } from 'oxc-parser'

/** `target` is a path from the root for a file of ours, else the name of a package or a part of Node ("node:fs"). */
export type Import = { target: string; ours: boolean; offset: number }

const ALIASES: [string, string][] = [
  ['#tests/', 'tests/'],
  ['#', 'src/'],
]

/** Every file or package that a file leans on: imports, re-exports, `import()`, types, and workers by `new URL`. */
export function findImports(file: {
  path: string
  text: string
  program: Program
  module: EcmaScriptModule
}): Import[] {
  const found: { specifier: string; offset: number }[] = []
  for (const { moduleRequest } of file.module.staticImports) {
    found.push({ specifier: moduleRequest.value, offset: moduleRequest.start })
  }
  for (const { moduleRequest } of file.module.staticExports.flatMap((statement) => statement.entries)) {
    if (moduleRequest) found.push({ specifier: moduleRequest.value, offset: moduleRequest.start })
  }
  new Visitor({
    ImportExpression({ source }) {
      if (isText(source)) found.push({ specifier: source.value, offset: source.start })
    },
    TSImportType({ source }) {
      found.push({ specifier: source.value, offset: source.start })
    },
    NewExpression({ callee, arguments: [address, base] }) {
      const isUrl = callee.type === 'Identifier' && callee.name === 'URL' && base?.type === 'MemberExpression'
      // A folder or a picture is no part of the program.
      if (isUrl && isText(address) && /\.[cm]?[jt]sx?$/.test(address.value)) {
        found.push({ specifier: address.value, offset: address.start })
      }
    },
  }).visit(file.program)
  return found.map(({ specifier, offset }) => ({ ...resolve(file.path, specifier), offset }))
}

function resolve(from: string, specifier: string): { target: string; ours: boolean } {
  if (specifier.startsWith('.')) return { target: posix.join(posix.dirname(from), specifier), ours: true }
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix))
  if (alias) return { target: `${alias[1]}${specifier.slice(alias[0].length)}`, ours: true }
  return { target: specifier, ours: false }
}

function isText(node: unknown): node is { value: string; start: number } {
  return typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'
}
